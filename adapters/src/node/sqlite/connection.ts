import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Waits at most this long for another process's write lock, in milliseconds. */
export const busyTimeoutMs = 10_000;

function configure(sql: Sqlite.Database): void {
  sql.pragma('journal_mode = WAL');
  // In WAL mode NORMAL may lose commits at a power cut; FULL syncs each one. Shared commits are synced by `write`.
  sql.pragma('synchronous = FULL');
  // Checkpoints are made in a thread of their own.
  sql.pragma('wal_autocheckpoint = 0');
  // Deleted data (a mail with its code, a person's data) must not remain in the file.
  sql.pragma('secure_delete = ON');
  sql.pragma('foreign_keys = ON');
  sql.pragma('trusted_schema = OFF');
  sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
}

/** Throws when a page of the database is damaged. */
function requireWhole(sql: Sqlite.Database): void {
  const [check] = sql.pragma('quick_check') as { quick_check: string }[];
  if (check?.quick_check !== 'ok')
    throw new Error(`The database ${sql.name} is damaged: ${check?.quick_check ?? 'no result'}`);
}

/** Creates the file with mode 0600; SQLite gives its write-ahead log the same mode. */
function makePrivate(path: string): void {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}

/** The driver's connection to the file at `path`. Throws, and leaves no file open, when it is damaged or not a database. */
export function connect(path: string): Sqlite.Database {
  makePrivate(path);
  const sql = new Sqlite(path);
  try {
    configure(sql);
    requireWhole(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}
