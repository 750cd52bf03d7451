import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readHeader } from '@coachsite/adapters/backup';
import { openDatabase, sqliteMaintenanceLog, sqliteSnapshots } from '@coachsite/adapters/sqlite';
import { backupFileName } from '@coachsite/core/backup';
import { makeBackup, rotateBackups } from '@coachsite/server/backup';
import type { Config } from '@coachsite/server/config';
import { makeFolder } from '@coachsite/server/data-directory';
import { CommandError, UsageError } from './command.ts';
import { loadConfig } from './open-ports.ts';

/** Where the archive goes. */
interface Target {
  readonly folder: string;
  readonly name: string;
}

function targetOf(given: string, keep: number | undefined, now: number): Target {
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory() && !found.isFile()) {
    throw new CommandError(`${path} is neither a file nor a folder`);
  }
  if (found?.isDirectory() || /[/\\]$/.test(given)) {
    return { folder: path, name: backupFileName(now) };
  }
  if (keep !== undefined) {
    throw new UsageError('--keep needs a folder: FOLDER exists already, or ends with /');
  }
  return { folder: dirname(path), name: basename(path) };
}

/** Records the backup for the admin page. A database of an older version has no table for it. */
async function recordBackup(config: Config, now: number): Promise<void> {
  const database = openDatabase(config.sqlitePath);
  try {
    const hasTable = database.sql
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'maintenance'")
      .get();
    if (hasTable) await sqliteMaintenanceLog(database).record('backup', now);
  } finally {
    await database.close();
  }
}

/** Writes, checks and records a backup, and rotates the folder. */
export async function writeBackup(given: string, keep: number | undefined): Promise<void> {
  const config = await loadConfig();
  if (config.databaseUrl) {
    throw new CommandError('DATABASE_URL: not served yet, unset it to use DATA_DIR');
  }
  const now = Date.now();
  const { folder, name } = targetOf(given, keep, now);
  const target = join(folder, name);
  if (!existsSync(config.sqlitePath)) {
    throw new CommandError(
      `There is nothing to back up: ${config.dataDirectory} holds no database`,
    );
  }
  if (existsSync(target) && !(await readHeader(target))) {
    throw new CommandError(`${target} is no backup of this program, so it was not overwritten`);
  }
  makeFolder(folder);
  const snapshots = sqliteSnapshots(config.sqlitePath);
  const made = await makeBackup({ snapshots, folders: config }, target, now);
  if (made.isErr()) {
    throw new CommandError(
      `No backup was made, because the database is damaged: ${made.error.reason}`,
    );
  }
  const { files, missingEbooks } = made.value;
  const megabytes = (statSync(target).size / 1e6).toFixed(1);
  console.log(`${target}: ${files.length} files, ${megabytes} MB, checked`);
  for (const key of missingEbooks) {
    console.error(`Note: the file of an e-book is missing on this disk and in the backup: ${key}`);
  }
  await recordBackup(config, now).catch((error: Error) =>
    console.error(`Note: the admin page will not show this backup: ${error.message}`),
  );
  if (keep === undefined) return;
  for (const old of await rotateBackups(folder, keep, name)) console.log(`Removed ${old}`);
}
