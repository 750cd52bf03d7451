import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readHeader } from '@coachsite/adapters/backup';
import { openDatabase } from '@coachsite/adapters/sqlite';
import { sqlMaintenanceLog } from '@coachsite/adapters/stores';
import type { DamagedDatabase } from '@coachsite/core/backup';
import type { EpochMs } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { makeFolder } from '../config/data-directory.ts';
import { failureSentence } from '../config/failure-sentence.ts';
import { beat } from '../config/heartbeat.ts';
import { hasDatabase } from './holds-site.ts';
import type { DamagedKey } from './key-files.ts';
import { type MadeBackup, makeBackup, type NoDatabase, snapshotsOf } from './make-backup.ts';
import { rotateBackups } from './rotate.ts';

/** Where the archive goes, and how many of the folder are kept; all without `keep`. */
export interface BackupTarget {
  readonly folder: string;
  readonly name: string;
  readonly keep: number | undefined;
}

/** A backup that was written, checked and recorded. */
export interface WrittenBackup extends MadeBackup {
  readonly path: string;
  readonly bytes: number;
  /** Names of the older backups that were removed. */
  readonly removed: readonly string[];
  /** Why the admin page will not show this backup, where it could not be recorded. */
  readonly unrecorded: string | undefined;
  /** Why the outside monitor did not hear of it. */
  readonly unheard: string | undefined;
  /** Why older backups that `keep` leaves no place for are still there. */
  readonly unrotated: string | undefined;
}

/** Why nothing was written: no database or an empty one, a folder that the site cleans up, another file of that name, or damage. */
export type WriteBackupError =
  | NoDatabase
  | { readonly kind: 'own_folder'; readonly folder: string }
  | { readonly kind: 'not_a_backup'; readonly path: string }
  | DamagedDatabase
  | DamagedKey;

/** A path without links, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(realPath(above), basename(path));
}

/** Whether the site removes what lies in a folder, or would put it into the next backup. */
const isOwnFolder = (config: Config, folder: string): boolean =>
  [config.ebookDirectory, config.keysDirectory, config.outboxDirectory].some(
    (own) => !relative(realPath(own), realPath(folder)).startsWith('..'),
  );

/** Records the backup for the admin page. A database of an older version has no table for it. */
async function recordBackup(config: Config, now: EpochMs): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const { recordIn } = await import('@coachsite/adapters/database-copy');
    return recordIn(config.databaseUrl, 'backup', now);
  }
  const database = openDatabase(config.sqlitePath);
  try {
    const hasTable = database.sql
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'maintenance'")
      .get();
    if (hasTable) await sqlMaintenanceLog(database).record('backup', now);
  } finally {
    await database.close();
  }
}

/**
 * Writes, checks and records a backup, and rotates the folder. Replaces an earlier backup of the same name, and no
 * other file. Rejects with errors of the file system. Source: docs/security.md#DR-4.
 */
export async function writeBackup(
  config: Config,
  { folder, name, keep }: BackupTarget,
  now: EpochMs,
): Promise<Result<WrittenBackup, WriteBackupError>> {
  const path = join(folder, name);
  if (!(await hasDatabase(config))) return err({ kind: 'no_database' });
  if (isOwnFolder(config, folder)) return err({ kind: 'own_folder', folder });
  if (statSync(path, { throwIfNoEntry: false }) && !(await readHeader(path)))
    return err({ kind: 'not_a_backup', path });
  makeFolder(folder);
  makeFolder(config.dataDirectory);
  const snapshots = await snapshotsOf(config);
  const made = await makeBackup({ snapshots, folders: config }, path, now);
  if (made.isErr()) return err(made.error);
  // The backup is there, whatever fails from here on, and unless a later run has removed it.
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const reasonOf = (error: unknown) => failureSentence(error, config);
  const unrecorded = await recordBackup(config, now).then(() => undefined, reasonOf);
  const rotated = await (keep === undefined
    ? []
    : rotateBackups(folder, keep, name, Date.now()).catch(reasonOf));
  const [removed, unrotated] = typeof rotated === 'string' ? [[], rotated] : [rotated, undefined];
  const unheard = await beat(config);
  return ok({ ...made.value, path, bytes, removed, unrecorded, unrotated, unheard });
}
