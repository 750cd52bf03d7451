import { existsSync, rmdirSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseEntry, readArchive } from '@coachsite/adapters/backup';
import { newestSchema, readSnapshot, takeProcessLock } from '@coachsite/adapters/sqlite';
import type { ArchiveError, ArchiveHeader } from '@coachsite/core/backup';
import { err, ok, type Result } from 'neverthrow';
import { makeFolder, serverLockPath } from '../config/data-directory.ts';
import type { DataFolders } from './make-backup.ts';

/** Why nothing was restored: the archive is unusable, or `path` holds `found` already, or a process uses it. */
export type RestoreError =
  | ArchiveError
  | { readonly kind: 'not_empty'; readonly found: string }
  | { readonly kind: 'in_use' };

/** What may be in a folder that counts as empty: of the file system, of the lock, of a restore that was killed. */
const ignored = /^(lost\+found|server\.lock(-journal|-wal|-shm)?|\.restore-[A-Za-z0-9]{6})$/;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives the files their places, the database last: without it nothing serves the others. */
async function moveIn(staging: string, folders: DataFolders): Promise<void> {
  const moves = [
    ['keys', folders.keysDirectory],
    ['ebook', folders.ebookDirectory],
    ['outbox', folders.outboxDirectory],
    [databaseEntry, folders.sqlitePath],
  ] as const;
  for (const [name, place] of moves) {
    const staged = join(staging, name);
    if (!existsSync(staged)) continue;
    if (name !== databaseEntry) await syncFolder(staged);
    await rename(staged, place);
  }
  await syncFolder(folders.dataDirectory);
}

async function restoreInto(
  folders: DataFolders,
  archive: string,
): Promise<Result<ArchiveHeader, RestoreError>> {
  const names = await readdir(folders.dataDirectory);
  const found = names.find((name) => !ignored.test(name));
  if (found !== undefined) return err({ kind: 'not_empty', found });
  for (const name of names.filter((left) => left.startsWith('.restore-'))) {
    await rm(join(folders.dataDirectory, name), { recursive: true, force: true });
  }
  const staging = await mkdtemp(join(folders.dataDirectory, '.restore-'));
  try {
    const read = await readArchive(archive, { engine: 'sqlite', schema: newestSchema() }, staging);
    if (read.isErr()) return err(read.error);
    const database = join(staging, databaseEntry);
    const snapshot = existsSync(database) ? readSnapshot(database) : undefined;
    const isWhole = snapshot?.isOk() && snapshot.value.schema === read.value.database.schema;
    if (!isWhole) return err({ kind: 'damaged' });
    await moveIn(staging, folders);
    return ok(read.value);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The folder and its parents, as far as they do not exist; the deepest first. */
function missingFolders(path: string): readonly string[] {
  return existsSync(path) ? [] : [path, ...missingFolders(dirname(path))];
}

/**
 * Restores an archive into an empty data directory. The archive is read to its end and its database checked in full
 * before anything has its place. On an error, and on a rejection of the file system, everything is as it was before.
 * Source: docs/security.md#DR-4.
 */
export async function restoreBackup(
  folders: DataFolders,
  archive: string,
): Promise<Result<ArchiveHeader, RestoreError>> {
  const { dataDirectory } = folders;
  const missing = missingFolders(dataDirectory);
  makeFolder(dataDirectory);
  const lockPath = serverLockPath(dataDirectory);
  const hadLock = existsSync(lockPath);
  let isRestored = false;
  try {
    const held = takeProcessLock(lockPath);
    if (held.isErr()) return err({ kind: 'in_use' });
    try {
      const restored = await restoreInto(folders, archive);
      isRestored = restored.isOk();
      return restored;
    } finally {
      held.value.release();
    }
  } finally {
    if (!isRestored && !hadLock) await rm(lockPath, { force: true });
    if (!isRestored) for (const folder of missing) rmdirSync(folder);
  }
}
