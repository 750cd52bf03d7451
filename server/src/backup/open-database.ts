import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '@coachsite/adapters/backup';
import {
  migrate,
  needsMigration,
  openDatabase,
  type SqliteDatabase,
  takeProcessLock,
} from '@coachsite/adapters/sqlite';
import type { EpochMs } from '@coachsite/core/kernel';
import { serverLockPath } from '../config/data-directory.ts';
import { type DataFolders, makeBackup, snapshotsOf } from './make-backup.ts';
import { hasBytes, remainsOf } from './site-files.ts';

/** Waits at most this long for another command that migrates, in milliseconds. */
const lockWaitMs = 2_000;

/** How many copies from before a migration are kept, each of another schema. */
const keptCopies = 3;

const copyName = /^before-migration-\d{8}T\d{9}Z\.tar\.gz$/;

/** The folder of the copies that are made before each migration. */
const migrationCopiesFolder = (dataDirectory: string): string =>
  join(dataDirectory, 'before-migration');

/** Whether the database has no table, or only that of a first migration which was interrupted. */
const isEmpty = ({ sql }: SqliteDatabase): boolean =>
  sql.prepare("SELECT 1 FROM sqlite_master WHERE tbl_name <> 'schema_migrations' LIMIT 1").get() ===
  undefined;

async function copyNames(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder).catch(() => []);
  return found
    .filter((name) => copyName.test(name))
    .sort()
    .reverse();
}

async function copySite(folders: DataFolders, now: EpochMs): Promise<void> {
  const folder = migrationCopiesFolder(folders.dataDirectory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '');
  const made = `before-migration-${stamp}.tar.gz`;
  const snapshots = await snapshotsOf(folders);
  const copied = await makeBackup({ snapshots, folders }, join(folder, made), now);
  if (copied.isErr()) {
    const { error } = copied;
    if (error.kind === 'key_damaged') throw new Error(`keys/${error.name} is damaged`);
    throw new Error(error.kind === 'no_database' ? 'it is of another program' : error.reason);
  }
  await removeOlder(folder, made);
}

/** Removes what the copy just made replaces: those of a start whose migration failed, and the oldest. */
async function removeOlder(folder: string, made: string): Promise<void> {
  const schemaOf = async (name: string) =>
    (await readHeader(join(folder, name)).catch(() => undefined))?.database.schema;
  const schema = await schemaOf(made);
  let kept = 1;
  for (const name of (await copyNames(folder)).filter((each) => each !== made)) {
    // A newer one is that of a process that starts beside this one.
    const isReplaced = name < made && (await schemaOf(name)) === schema;
    if (!isReplaced && kept < keptCopies) kept += 1;
    else await rm(join(folder, name), { force: true });
  }
}

/**
 * Archives the site as it is before the migration, and keeps the newest copies only. Rejects with a sentence when that
 * fails. Source: docs/security.md#DR-8.
 */
export const copyBefore = (folders: DataFolders, now: EpochMs): Promise<void> =>
  copySite(folders, now).catch((error: Error) => {
    throw new Error(
      `The database needs an update, and the copy to be made before it failed, so nothing was changed: ${error.message}`,
    );
  });

/** Removes the copies written before `before`, as they hold personal data; returns how many. */
export async function purgeMigrationCopies(
  dataDirectory: string,
  before: EpochMs,
): Promise<number> {
  const folder = migrationCopiesFolder(dataDirectory);
  let removed = 0;
  for (const name of await copyNames(folder)) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (!info || info.mtimeMs >= before) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}

/** How a database is opened. */
export interface OpenOptions {
  /** Whether this process holds the lock of the server. */
  readonly hasLock: boolean;
  readonly now: () => EpochMs;
}

async function migrateAlone(database: SqliteDatabase, folders: DataFolders, options: OpenOptions) {
  const held = options.hasLock
    ? undefined
    : takeProcessLock(serverLockPath(folders.dataDirectory), lockWaitMs);
  if (held?.isErr()) {
    throw new Error(
      `The database ${folders.sqlitePath} needs an update to this version, and a server of an older one is using it: stop that server first`,
    );
  }
  try {
    // Another command may have done it while this one waited.
    if (!needsMigration(database)) return;
    if (!isEmpty(database)) await copyBefore(folders, options.now());
    migrate(database);
  } finally {
    if (held?.isOk()) held.value.release();
  }
}

const lost = (state: 'missing' | 'empty', remains: string, folders: DataFolders) =>
  new Error(
    `The database ${folders.sqlitePath} is ${state}, but ${folders.dataDirectory} holds ${remains} of a site: nothing was changed. Move that folder away, then restore a backup (npm run restore), or start again for a new site. If the site is in PostgreSQL, set DATABASE_URL`,
  );

/**
 * Opens the database and brings it up to date, after a copy of the whole site. A command never migrates under a
 * server that runs: that one may be older. Rejects with a sentence when the database cannot be used, is newer, cannot be
 * copied, or is gone while the rest of the site is there. Source: docs/security.md#DR-3, docs/security.md#DR-8.
 */
export async function openMigrated(
  folders: DataFolders,
  options: OpenOptions,
): Promise<SqliteDatabase> {
  // Before the database: another process that makes the site now makes the database first.
  const remains = await remainsOf(folders);
  // SQLite would remove the write-ahead log beside an empty file.
  if (remains && !hasBytes(folders.sqlitePath)) {
    throw lost(existsSync(folders.sqlitePath) ? 'empty' : 'missing', remains, folders);
  }
  const database = openDatabase(folders.sqlitePath);
  try {
    if (needsMigration(database)) {
      if (remains && isEmpty(database)) throw lost('empty', remains, folders);
      await migrateAlone(database, folders, options);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
