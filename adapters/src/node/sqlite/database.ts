import Sqlite from 'better-sqlite3';
import { busyTimeoutMs, connect } from './connection.ts';
import { type Sync, writeAheadLog } from './write-ahead-log.ts';

type Work = {
  /** When it came, in milliseconds of the monotonic clock. */
  readonly since: number;
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** The outcome of a write in a commit that is not on the disk yet. */
type Committed = {
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
};

/** The connection and its only durable way to write. */
export interface Database {
  /** The driver, for prepared statements and reads. Never write through it outside `write`. */
  readonly sql: Sqlite.Database;
  /**
   * Runs `work` inside the next shared commit and resolves with its value once that commit is on disk, which another
   * thread waits for. Calls of one event-loop turn share one `BEGIN IMMEDIATE … COMMIT`; each runs in a savepoint of its
   * own, so one that throws is rolled back alone and rejects only its own promise. While another process holds the write
   * lock, writes wait without blocking the event loop, for 10 s at most; then they reject with the driver's error. One
   * that the disk fails to keep rejects with `SQLITE_IOERR_FSYNC`; its change may be there nevertheless.
   */
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Commits pending writes, checkpoints the write-ahead log if the disk allows it, and closes the file. */
  readonly close: () => Promise<void>;
}

/** Pause before the next try while another process holds the write lock, in milliseconds. */
const busyRetryMs = 20;

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Opens the SQLite file at `path` (`:memory:` for tests). `sync` puts the write-ahead log onto the disk. Throws when the
 * file is damaged or not a database.
 */
export function openDatabase(path: string, sync?: Sync): Database {
  const sql = connect(path);
  const log = path === ':memory:' ? undefined : writeAheadLog(path, sync);
  const waiting: Work[] = [];
  const committed: Committed[] = [];
  let scheduled = false;
  let isClosing = false;
  let isHeld = false;
  /** A sync failed: the next commit would follow one that the disk may lack. */
  let isDoubtful = false;
  let syncing: Promise<void> | undefined;
  let checkpointing: Promise<void> | undefined;

  const savepoint = sql.transaction((work: Work) => work.run());
  const commitAll = sql.transaction((batch: readonly Work[]) =>
    batch.map((work): Committed => {
      try {
        const value = savepoint(work);
        return { settle: () => work.resolve(value), reject: work.reject };
      } catch (error) {
        // A full disk or a lost lock rolls back the whole transaction, so no write of it may resolve.
        if (!sql.inTransaction) throw error;
        return { settle: () => work.reject(error), reject: work.reject };
      }
    }),
  );
  /** Without the sync of FULL, which would stop the event loop: `settle` makes it before any write resolves. */
  const commitUnsynced = (batch: readonly Work[]) => {
    sql.pragma('synchronous = NORMAL');
    try {
      return commitAll.immediate(batch);
    } finally {
      sql.pragma('synchronous = FULL');
    }
  };

  const schedule = () => {
    if (scheduled || isHeld) return;
    scheduled = true;
    setImmediate(flush);
  };
  /** Keeps writes waiting while `work` runs. */
  const hold = async (work: () => Promise<void>) => {
    isHeld = true;
    try {
      await work();
      isDoubtful = false;
    } finally {
      isHeld = false;
      if (waiting.length > 0) schedule();
    }
  };
  /** Rejects when the log could not be emptied; it goes on growing until it can. */
  const checkpoint = async (): Promise<void> => {
    checkpointing ??= log?.checkpoint(hold).finally(() => {
      checkpointing = undefined;
    });
    await checkpointing;
  };
  const syncCommitted = async () => {
    while (committed.length > 0) {
      const batch = committed.splice(0);
      try {
        await log?.sync();
        for (const { settle } of batch) settle();
      } catch (error) {
        isDoubtful = true;
        for (const { reject } of batch) reject(error);
      }
    }
    syncing = undefined;
    if (log?.isCheckpointDue() && !isClosing) checkpoint().catch(() => undefined);
  };
  const settle = (batch: readonly Committed[]) => {
    committed.push(...batch);
    syncing ??= syncCommitted();
  };

  const commit = (batch: readonly Work[]) => {
    if (batch.length === 0) return;
    try {
      settle(commitUnsynced(batch));
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
    if (isClosing || isHeld) return;
    if (!isDoubtful) return commit(waiting.splice(0));
    const doubtful = waiting.splice(0);
    checkpoint().then(
      () => commit(doubtful),
      (error: unknown) => {
        for (const work of doubtful) work.reject(error);
      },
    );
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
        schedule();
      }),
    close: async () => {
      isClosing = true;
      if (checkpointing) await checkpointing.catch(() => undefined);
      sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
      commit(waiting.splice(0));
      if (syncing) await syncing;
      try {
        sql.pragma('wal_checkpoint(TRUNCATE)');
      } catch {
        // On a full disk for instance: every commit is in the log, which the next process reads.
      }
      try {
        await log?.close();
      } finally {
        sql.close();
      }
    },
  };
}
