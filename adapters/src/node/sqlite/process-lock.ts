import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { err, ok, type Result } from 'neverthrow';

/** A lock that one process holds at a time; it is released however the process ends. */
export interface ProcessLock {
  /** Lets another process take it. */
  readonly release: () => void;
}

/**
 * Takes the lock file at `path` for this process. It is the operating system's lock on an SQLite file, so it cannot
 * become stale; a stored process id would mean nothing across containers. Errors: `in_use` when another process still
 * holds it after `waitMs`, which blocks. Throws when the file cannot be made. Source: docs/security.md#DR-9.
 */
export function takeProcessLock(path: string, waitMs = 0): Result<ProcessLock, 'in_use'> {
  // For its owner alone: whoever may read the file can hold a lock on it, and so keep a server from starting.
  closeSync(openSync(path, 'a', 0o600));
  if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
  const file = new Sqlite(path, { timeout: waitMs });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return err('in_use');
    }
    throw error;
  }
  return ok({ release: () => void file.close() });
}
