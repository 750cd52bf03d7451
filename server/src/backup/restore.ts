import { existsSync, rmdirSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { databaseEntry, readArchive, syncFolder } from '@coachsite/adapters/backup';
import { newestSchema, readSnapshot, takeProcessLock } from '@coachsite/adapters/sqlite';
import type { ArchiveError, ArchiveHeader } from '@coachsite/core/backup';
import { err, ok, type Result } from 'neverthrow';
import { makeFolder, serverLockPath } from '../config/data-directory.ts';
import { failureSentence } from '../config/failure-sentence.ts';
import { type DamagedKey, damagedKeys, isUnused } from './key-files.ts';
import type { DataFolders } from './make-backup.ts';
import { migrateCopy } from './migrate-copy.ts';
import { filesOf, isRestoring, restoringPrefix } from './site-files.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/**
 * Why nothing was restored: the archive is missing or unusable, or a key in it is; or the folder or the database
 * already contains `found`; or a process uses it.
 */
export type RestoreError =
  | ArchiveError
  | DamagedKey
  | { readonly kind: 'no_file' }
  | { readonly kind: 'not_empty'; readonly found: string }
  | { readonly kind: 'database_not_empty'; readonly found: string }
  | { readonly kind: 'files_not_placed'; readonly reason: string }
  | { readonly kind: 'in_use' };

/** What may be in a folder that counts as empty: of the file system, and of the lock. */
const ignored = /^(lost\+found|server\.lock(-journal|-wal|-shm)?)$/;

/**
 * Gives the files their places: the keys after the outbox, as nothing starts on what a restore left without them, and the
 * database last.
 */
async function moveIn(staging: string, folders: DataFolders): Promise<void> {
  const places = [
    ['outbox', folders.outboxDirectory],
    ['keys', folders.keysDirectory],
  ] as const;
  const moves =
    folders.databaseUrl === undefined
      ? ([
          ...places,
          ['ebook', folders.ebookDirectory],
          [databaseEntry, folders.sqlitePath],
        ] as const)
      : places;
  for (const [name, place] of moves) {
    const staged = join(staging, name);
    if (!existsSync(staged)) continue;
    if (name !== databaseEntry) await syncFolder(staged);
    await rename(staged, place);
  }
  await syncFolder(folders.dataDirectory);
}

/**
 * Copies database and e-books into PostgreSQL, and gives the other files their places once that is committed. Killed in
 * between, it can run again: it finds the same site in the database, and `unfinishedRestore` keeps others from opening it.
 */
async function copyIn(
  staging: string,
  folders: DataFolders,
  url: string,
): Promise<Result<void, RestoreError>> {
  const { copySiteIn } = await import('@coachsite/adapters/database-copy');
  const database = join(staging, databaseEntry);
  await migrateCopy(database);
  const site = { database, ebookFolder: join(staging, 'ebook'), setupToken: undefined };
  const copied = await copySiteIn(site, url);
  if (copied.isErr()) return err({ kind: 'database_not_empty', found: copied.error.found });
  try {
    await moveIn(staging, folders);
    return ok();
  } catch (error) {
    // The folder was empty before, and must be for another run.
    for (const folder of [folders.keysDirectory, folders.outboxDirectory]) {
      await rm(folder, { recursive: true, force: true });
    }
    return err({ kind: 'files_not_placed', reason: failureSentence(error, folders) });
  }
}

async function restoreInto(
  folders: DataFolders,
  archive: string,
): Promise<Result<ArchiveHeader, RestoreError>> {
  const names = await readdir(folders.dataDirectory);
  const leftovers = names.filter(isRestoring);
  // A restore that was killed may have given the outbox its place, and no site opens without the rest.
  if (leftovers.length > 0) leftovers.push(basename(folders.outboxDirectory));
  const found = names.find((name) => !ignored.test(name) && !leftovers.includes(name));
  if (found !== undefined) return err({ kind: 'not_empty', found });
  for (const name of leftovers) {
    await rm(join(folders.dataDirectory, name), { recursive: true, force: true });
  }
  return inTemporaryFolder(join(folders.dataDirectory, restoringPrefix), async (staging) => {
    const read = await readArchive(archive, { engine: 'sqlite', schema: newestSchema() }, staging);
    if (read.isErr()) return err(read.error);
    const database = join(staging, databaseEntry);
    const snapshot = existsSync(database) ? readSnapshot(database) : undefined;
    const schema = snapshot?.isOk() ? snapshot.value.schema : 0;
    const isWhole = schema > 0 && schema === read.value.database.schema;
    if (!isWhole) return err({ kind: 'damaged' });
    const damaged = await damagedKeys(await filesOf(join(staging, 'keys'), 'keys'));
    const name = damaged.find((each) => !isUnused(each, folders));
    if (name !== undefined) return err({ kind: 'key_damaged', name });
    if (folders.databaseUrl !== undefined) {
      return (await copyIn(staging, folders, folders.databaseUrl)).map(() => read.value);
    }
    await moveIn(staging, folders);
    return ok(read.value);
  });
}

/** The folder and its parents, as far as they do not exist; the deepest first. */
function missingFolders(path: string): readonly string[] {
  return statSync(path, { throwIfNoEntry: false }) ? [] : [path, ...missingFolders(dirname(path))];
}

/**
 * Restores an archive into an empty data directory, and into an empty database where there is one apart. The archive is
 * read to its end and its database checked in full before anything has its place. On an error, and on a rejection of the
 * file system, everything is as it was before. Source: docs/security.md#DR-4.
 */
export async function restoreBackup(
  folders: DataFolders,
  archive: string,
): Promise<Result<ArchiveHeader, RestoreError>> {
  const { dataDirectory } = folders;
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) return err({ kind: 'no_file' });
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
