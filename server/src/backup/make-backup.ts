import { type Dirent, existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  databaseEntry,
  type FileToArchive,
  partName,
  readArchive,
  writeArchive,
} from '@coachsite/adapters/backup';
import {
  type ArchivedFile,
  archiveVersion,
  type DamagedDatabase,
  type DatabaseSnapshots,
  isArchivePath,
} from '@coachsite/core/backup';
import { dayMs, type EpochMs } from '@coachsite/core/kernel';
import { ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';

/** The folders of a site. */
export type DataFolders = Pick<
  Config,
  'dataDirectory' | 'sqlitePath' | 'ebookDirectory' | 'keysDirectory' | 'outboxDirectory'
>;

/** A backup that was written and checked. */
export interface MadeBackup {
  readonly files: readonly ArchivedFile[];
  /** SHA-256 of e-book versions that the database names and the disk does not have. */
  readonly missingEbooks: readonly string[];
}

/** What a killed run leaves is removed after this time, in milliseconds. */
const leftoverMs = dayMs;

const stagingName = /^\.backup-[A-Za-z0-9]{6}$/;

async function removeLeftovers(folder: string, name: RegExp, now: EpochMs): Promise<void> {
  for (const found of (await readdir(folder)).filter((entry) => name.test(entry))) {
    const path = join(folder, found);
    const info = await stat(path).catch(() => undefined);
    if (info && now - info.mtimeMs > leftoverMs) await rm(path, { recursive: true, force: true });
  }
}

/** A file, or a link to one: keys may be mounted from elsewhere, and a restored site needs them all the same. */
const isFile = (entry: Dirent): boolean =>
  entry.isFile() ||
  (entry.isSymbolicLink() &&
    statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.isFile() === true);

/** A key file that is being created: until it is complete, a random part follows its name. */
const isDraft = (name: string) => /\.[0-9a-f]{8}-[0-9a-f-]{27}$|\.part$/.test(name);

async function filesOf(folder: string, as: string): Promise<readonly FileToArchive[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => isFile(entry) && !isDraft(entry.name))
    .map(({ name }) => ({ path: `${as}/${name}`, source: join(folder, name) }))
    .filter(({ path }) => isArchivePath(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Writes one archive of database, e-books, keys and outbox to `target` and reads it back, also while servers and
 * commands write. The database is of one moment, and every e-book it names is in the archive. Errors: the database is
 * damaged; nothing was written then. Rejects with errors of the file system. Source: docs/security.md#DR-4.
 */
export async function makeBackup(
  { snapshots, folders }: { readonly snapshots: DatabaseSnapshots; readonly folders: DataFolders },
  target: string,
  now: EpochMs,
): Promise<Result<MadeBackup, DamagedDatabase>> {
  await removeLeftovers(folders.dataDirectory, stagingName, now);
  await removeLeftovers(dirname(target), partName, now);
  // Beside the data: there SQLite works, and only the owner may read.
  const staging = await mkdtemp(join(folders.dataDirectory, '.backup-'));
  try {
    const database = join(staging, databaseEntry);
    const taken = await snapshots.take(database);
    if (taken.isErr()) return taken.map(() => ({ files: [], missingEbooks: [] }));
    const { schema, ebooks } = taken.value;
    const header = {
      format: 'coachsite-backup',
      version: archiveVersion,
      createdAt: new Date(now).toISOString(),
      database: { engine: snapshots.engine, schema },
    } as const;
    const files = [
      { path: databaseEntry, source: database },
      ...ebooks.map((key) => ({ path: `ebook/${key}`, source: join(folders.ebookDirectory, key) })),
      ...(await filesOf(folders.keysDirectory, 'keys')),
      ...(await filesOf(folders.outboxDirectory, 'outbox')),
    ];
    const written = await writeArchive(target, header, files, async (part) => {
      const read = await readArchive(part, header.database);
      if (read.isErr())
        throw new Error(`The archive ${part} was not written correctly: is the disk at fault?`);
    });
    const paths = new Set(written.map(({ path }) => path));
    const missingEbooks = ebooks.filter((key) => !paths.has(`ebook/${key}`));
    return ok({ files: written, missingEbooks });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
