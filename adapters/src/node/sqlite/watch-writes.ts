import Sqlite from 'better-sqlite3';

/** Waits at most this long for somebody who writes, in milliseconds; this blocks. */
const busyTimeoutMs = 10_000;

/** What was written to a database since it is watched. */
export interface WatchedWrites {
  /**
   * Keeps everybody from writing until `close`. False if somebody wrote since the watch began, or still does after ten
   * seconds, which block. Also a checkpoint of another process may count as written.
   */
  readonly hold: () => boolean;
  /** Ends the watch. */
  readonly close: () => void;
}

/** Watches the SQLite file at `path` for writes of other connections. Throws when the file is no database. */
export function watchWrites(path: string): WatchedWrites {
  const sql = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  const version = () => sql.pragma('data_version', { simple: true });
  const atFirst = version();
  return {
    hold: () => {
      try {
        sql.exec('BEGIN IMMEDIATE');
        return version() === atFirst;
      } catch (error) {
        if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
          return false;
        throw error;
      }
    },
    close: () => void sql.close(),
  };
}
