import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

type Work = {
  /** When it came, in milliseconds of the monotonic clock. */
  readonly since: number;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** The connection and its only durable way to write. */
export interface Database {
  /** The driver, for prepared statements and reads. Never write through it outside `write`. */
  readonly sql: Sqlite.Database;
  /**
   * Runs `work` inside the next shared commit and resolves with its value once that commit is on disk. Calls of one
   * event-loop turn share one `BEGIN IMMEDIATE … COMMIT`; each runs in a savepoint of its own, so one that throws is
   * rolled back alone and rejects only its own promise. While another process holds the write lock, writes wait without
   * blocking the event loop, for 10 s at most; then they reject with the driver's error.
   */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Commits pending writes, checkpoints the write-ahead log and closes the file. */
  readonly close: () => Promise<void>;
}

/** Waits at most this long for another process's write lock, in milliseconds. */
export const busyTimeoutMs = 10_000;
/** Pause before the next try while another process holds the write lock, in milliseconds. */
const busyRetryMs = 20;

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

function configure(sql: Sqlite.Database): void {
  sql.pragma('journal_mode = WAL');
  // In WAL mode NORMAL may lose acknowledged commits at a power cut; FULL syncs each one.
  sql.pragma('synchronous = FULL');
  // Deleted data (a mail with its code, a person's data) must not remain in the file.
  sql.pragma('secure_delete = ON');
  sql.pragma('foreign_keys = ON');
  sql.pragma('trusted_schema = OFF');
  sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
}

/** Creates the file with mode 0600; SQLite gives its write-ahead log the same mode. */
function makePrivate(path: string): void {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
}

/** Opens the SQLite file at `path` (`:memory:` for tests). Throws when the file is damaged or not a database. */
export function openDatabase(path: string): Database {
  makePrivate(path);
  const sql = new Sqlite(path);
  configure(sql);
  const [check] = sql.pragma('quick_check') as { quick_check: string }[];
  if (check?.quick_check !== 'ok') {
    sql.close();
    throw new Error(`The database ${path} is damaged: ${check?.quick_check ?? 'no result'}`);
  }
  const waiting: Work[] = [];
  let scheduled = false;
  let isClosing = false;

  const savepoint = sql.transaction((work: Work) => work.run());
  const commitAll = sql.transaction((batch: readonly Work[]) =>
    batch.map((work) => {
      try {
        const value = savepoint(work);
        return () => work.resolve(value);
      } catch (error) {
        // A full disk or a lost lock rolls back the whole transaction, so no write of it may resolve.
        if (!sql.inTransaction) throw error;
        return () => work.reject(error);
      }
    }),
  );

  const commit = (batch: readonly Work[]) => {
    if (batch.length === 0) return;
    try {
      for (const resolveWrite of commitAll.immediate(batch)) resolveWrite();
    } catch (error) {
      const isPatient = isBusy(error) && !isClosing;
      const lateBefore = performance.now() - busyTimeoutMs;
      const [late, patient] = [
        batch.filter(({ since }) => !isPatient || since < lateBefore),
        batch.filter(({ since }) => isPatient && since >= lateBefore),
      ];
      for (const work of late) work.reject(error);
      if (patient.length === 0) return;
      waiting.unshift(...patient);
      scheduled = true;
      setTimeout(flush, busyRetryMs);
    }
  };
  const flush = () => {
    scheduled = false;
    if (!isClosing) commit(waiting.splice(0));
  };
  // The driver would wait inside the call, and stop the whole process meanwhile.
  sql.pragma('busy_timeout = 0');

  return {
    sql,
    write: <T>(run: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          since: performance.now(),
          run,
          resolve: resolve as (value: unknown) => void,
          reject,
        });
        if (!scheduled) {
          scheduled = true;
          setImmediate(flush);
        }
      }),
    close: async () => {
      isClosing = true;
      sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
      commit(waiting.splice(0));
      sql.pragma('wal_checkpoint(TRUNCATE)');
      sql.close();
    },
  };
}
