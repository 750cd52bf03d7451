import { type ProcessLock, takeProcessLock } from '@coachsite/adapters/sqlite';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from './config.ts';
import { openDataDirectory, serverLockPath } from './data-directory.ts';

/** Waits at most this long for a command that migrates the database, in milliseconds. */
const lockWaitMs = 1_000;

/**
 * Locks the data directory for one server, and makes it if it is missing. With PostgreSQL, the directory contains only
 * keys and the outbox, which processes share, so it is not locked. Errors: one line that says why this server cannot
 * have it. Source: docs/security.md#DR-9.
 */
export function takeServerLock({
  dataDirectory,
  databaseUrl,
}: Pick<Config, 'dataDirectory' | 'databaseUrl'>): Result<ProcessLock | undefined, string> {
  const opened = openDataDirectory(dataDirectory);
  if (opened.isErr()) return err(opened.error);
  if (databaseUrl !== undefined) return ok(undefined);
  const taken = takeProcessLock(serverLockPath(dataDirectory), lockWaitMs);
  if (taken.isOk()) return ok(taken.value);
  return err(`Another server is using ${dataDirectory}. Stop it first, or set DATA_DIR.`);
}
