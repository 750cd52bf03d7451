import Sqlite from 'better-sqlite3';
import { err, ok, type Result } from 'neverthrow';

/** Held by one process at a time; let go of when the process ends, however it ends. */
export interface ProcessLock {
  readonly release: () => void;
}

/**
 * Takes the lock file at `path` for this process. It is the operating system's lock on a file of SQLite, so nothing
 * stale can stay behind: no process number is compared, which in containers says nothing.
 * Errors: `in_use` when another process still holds it after `waitMs`, which blocks. Throws when the file cannot be made.
 * Source: docs/security.md#DR-9.
 */
export function takeProcessLock(path: string, waitMs = 0): Result<ProcessLock, 'in_use'> {
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
