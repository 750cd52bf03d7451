import { join } from 'node:path';
import type { Copied, CopyOptions } from '@coachsite/adapters/database-copy';
import { filesystemSetupTokenStore } from '@coachsite/adapters/filesystem';
import { sqliteSnapshots, takeProcessLock, watchWrites } from '@coachsite/adapters/sqlite';
import type { DamagedDatabase } from '@coachsite/core/backup';
import type { EpochMs } from '@coachsite/core/kernel';
import { err, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { serverLockPath } from '../config/data-directory.ts';
import { inStagingFolder, type NoDatabase } from './make-backup.ts';
import { migrateCopy } from './migrate-copy.ts';
import { hasBytes } from './site-files.ts';

/**
 * Why nothing was moved: there is no `DATABASE_URL` or no SQLite database; a server uses the SQLite database; a command
 * wrote to it meanwhile; it is damaged; or the target is in use.
 */
export type MoveError =
  | { readonly kind: 'no_target' }
  | NoDatabase
  | { readonly kind: 'in_use' | 'written_to' }
  | { readonly kind: 'database_not_empty'; readonly found: string }
  | DamagedDatabase;

async function copy(
  config: Config,
  url: string,
  { isDryRun, now, beforeCommit }: MoveOptions & Pick<CopyOptions, 'beforeCommit'>,
) {
  const { copySiteIn } = await import('@coachsite/adapters/database-copy');
  return inStagingFolder(config, now, async (folder) => {
    const database = join(folder, 'database.sqlite');
    const taken = await sqliteSnapshots(config.sqlitePath).take(database);
    if (taken.isErr()) return err(taken.error);
    if (taken.value.schema === 0) return err({ kind: 'no_database' } as const);
    await migrateCopy(database);
    const setupToken = await filesystemSetupTokenStore(config.setupTokenPath).read();
    const site = { database, ebookFolder: config.ebookDirectory, setupToken };
    const copied = await copySiteIn(site, url, { isDryRun, ...(beforeCommit && { beforeCommit }) });
    return copied.mapErr(({ found }) => ({ kind: 'database_not_empty', found }) as const);
  });
}

/** How a site is moved. */
export interface MoveOptions {
  /** Nothing is written; a server may run. */
  readonly isDryRun: boolean;
  readonly now: EpochMs;
}

/** Copies the site unless somebody writes to it between the snapshot and the commit, which would be left behind. */
async function copyUnchanged(config: Config, url: string, options: MoveOptions) {
  const writes = watchWrites(config.sqlitePath);
  let isWrittenTo = false;
  try {
    const beforeCommit = async () => {
      isWrittenTo = !writes.hold();
      if (isWrittenTo) throw new Error('The site was written to');
    };
    return await copy(config, url, { ...options, beforeCommit });
  } catch (error) {
    if (isWrittenTo) return err({ kind: 'written_to' } as const);
    throw error;
  } finally {
    writes.close();
  }
}

/**
 * Copies the SQLite site of the data directory into the empty database of `DATABASE_URL`: all or nothing, compared row by
 * row and file by file. The data directory stays as it is; keys and outbox are used from there. May run again, whether
 * the last run was interrupted or ended. Rejects with errors of the file system and of PostgreSQL. Source:
 * docs/contract.md#1.
 */
export async function moveToPostgres(
  config: Config,
  options: MoveOptions,
): Promise<Result<Copied, MoveError>> {
  const { databaseUrl, dataDirectory, sqlitePath } = config;
  if (databaseUrl === undefined) return err({ kind: 'no_target' });
  if (!hasBytes(sqlitePath)) return err({ kind: 'no_database' });
  if (options.isDryRun) return copy(config, databaseUrl, options);
  const held = takeProcessLock(serverLockPath(dataDirectory));
  if (held.isErr()) return err({ kind: 'in_use' });
  try {
    return await copyUnchanged(config, databaseUrl, options);
  } finally {
    held.value.release();
  }
}
