import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { databaseEntry, partName, readArchive, writeArchive } from '@coachsite/adapters/backup';
import { sqliteSnapshots } from '@coachsite/adapters/sqlite';
import {
  type ArchivedFile,
  archiveVersion,
  type DamagedDatabase,
  type DatabaseSnapshots,
} from '@coachsite/core/backup';
import { dayMs, type EpochMs } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { type DamagedKey, damagedKeys, isUnused } from './key-files.ts';
import { filesOf } from './site-files.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/** Where the data of a site is, and which of it the settings make use of. */
export type DataFolders = Pick<
  Config,
  | 'auth'
  | 'dataDirectory'
  | 'databaseUrl'
  | 'sqlitePath'
  | 'ebookDirectory'
  | 'keysDirectory'
  | 'outboxDirectory'
>;

/** A backup that was written and checked. */
export interface MadeBackup {
  readonly files: readonly ArchivedFile[];
  /** SHA-256 of e-book versions that the database names and the disk does not have. */
  readonly missingEbooks: readonly string[];
  /** Names of damaged keys that were left out, as the site starts without them. */
  readonly leftOutKeys: readonly string[];
}

/** The database holds no table of a site: it is new, or was lost. */
export interface NoDatabase {
  readonly kind: 'no_database';
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

/** Runs `work` with a new folder beside the data: there SQLite works, and only the owner may read. It is removed. */
export async function inStagingFolder<T>(
  { dataDirectory }: DataFolders,
  now: EpochMs,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeLeftovers(dataDirectory, stagingName, now);
  return inTemporaryFolder(join(dataDirectory, '.backup-'), work);
}

/** What copies the database of a site, which is in `DATABASE_URL` or in the data directory. */
export async function snapshotsOf({
  databaseUrl,
  sqlitePath,
}: DataFolders): Promise<DatabaseSnapshots> {
  if (databaseUrl === undefined) return sqliteSnapshots(sqlitePath);
  const { postgresSnapshots } = await import('@coachsite/adapters/database-copy');
  return postgresSnapshots(databaseUrl);
}

/**
 * Writes one archive of database, e-books, keys and outbox to `target` and reads it back, also while servers and
 * commands write. The database is of one moment, and every e-book it names is in the archive. Errors: the database or a key
 * that is in use is damaged, or there is no site; nothing was written then. Rejects with errors of the file system. Source: docs/security.md#DR-4.
 */
export async function makeBackup(
  { snapshots, folders }: { readonly snapshots: DatabaseSnapshots; readonly folders: DataFolders },
  target: string,
  now: EpochMs,
): Promise<Result<MadeBackup, DamagedDatabase | DamagedKey | NoDatabase>> {
  await removeLeftovers(dirname(target), partName, now);
  return inStagingFolder(folders, now, async (staging) => {
    const database = join(staging, databaseEntry);
    const taken = await snapshots.take(database);
    if (taken.isErr()) return err(taken.error);
    const { schema, ebooks, ebookFolder = folders.ebookDirectory } = taken.value;
    if (schema === 0) return err({ kind: 'no_database' });
    const keys = await filesOf(folders.keysDirectory, 'keys');
    const damaged = await damagedKeys(keys);
    const needed = damaged.find((name) => !isUnused(name, folders));
    if (needed !== undefined) return err({ kind: 'key_damaged', name: needed });
    const header = {
      format: 'coachsite-backup',
      version: archiveVersion,
      createdAt: new Date(now).toISOString(),
      database: { engine: snapshots.engine, schema },
    } as const;
    const files = [
      { path: databaseEntry, source: database },
      ...ebooks.map((key) => ({ path: `ebook/${key}`, source: join(ebookFolder, key) })),
      ...keys.filter(({ source }) => !damaged.includes(basename(source))),
      ...(await filesOf(folders.outboxDirectory, 'outbox')),
    ];
    const written = await writeArchive(target, header, files, async (part) => {
      const read = await readArchive(part, header.database);
      if (read.isErr())
        throw new Error(`The archive ${part} was not written correctly: is the disk at fault?`);
    });
    const paths = new Set(written.map(({ path }) => path));
    const missingEbooks = ebooks.filter((key) => !paths.has(`ebook/${key}`));
    return ok({ files: written, missingEbooks, leftOutKeys: damaged });
  });
}
