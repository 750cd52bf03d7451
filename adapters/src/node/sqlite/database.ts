import Sqlite from 'better-sqlite3';
import type { Database, WriteOptions } from '../sql/database.ts';
import { busyTimeoutMs, connect } from './connection.ts';
import { sqlite } from './dialect.ts';
import { type Committed, LockHeld, sharedCommit, type Work } from './shared-commit.ts';
import { statementsOf } from './statements.ts';
import { type Sync, writeAheadLog } from './write-ahead-log.ts';

/**
 * The database of one file. A write that the disk fails to keep rejects with `SQLITE_IOERR_FSYNC`; its change may be
 * there nevertheless.
 */
export interface SqliteDatabase extends Database {
  /** The driver, for what stores do not do: migrations, checks, tests. Never write through it beside `write`. */
  readonly sql: Sqlite.Database;
  /**
   * Runs `work` inside the next shared commit and resolves with its value once that commit is on disk, which another
   * thread waits for. Calls of one turn of the event loop share one commit. While another process holds the write lock,
   * writes wait without blocking the event loop, for 10 s at most; then they reject with the driver's error.
   */
  readonly write: Database['write'];
  /** Commits pending writes, checkpoints the write-ahead log if the disk allows it, and closes the file. */
  readonly close: () => Promise<void>;
}

/** Pause before the next try while another process holds the write lock, in milliseconds. */
const busyRetryMs = 20;

/** So long after a commit that may be synced later it is synced at the latest, in milliseconds. */
const soonMs = 100;

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Opens the SQLite file at `path` (`:memory:` for tests). `sync` puts the write-ahead log onto the disk. Throws when the
 * file is damaged or not a database.
 */
export function openDatabase(path: string, sync?: Sync): SqliteDatabase {
  const sql = connect(path);
  const log = path === ':memory:' ? undefined : writeAheadLog(path, sync);
  const statements = statementsOf(sql);
  const commitAll = sharedCommit(sql, statements, isBusy);
  const waiting: Work[] = [];
  const committed: Committed[] = [];
  let isScheduled = false;
  let isClosing = false;
  let isHeld = false;
  /** A sync failed: the next commit would follow one that the disk may lack. */
  let isDoubtful = false;
  /** The commit that is open: what reads beside it waits, or would see half of it. */
  let committing: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;
  let checkpointing: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;

  const schedule = () => {
    if (isScheduled || isHeld) return;
    isScheduled = true;
    setImmediate(flush);
  };
  /** Keeps writes waiting while `work` runs. */
  const hold = async (work: () => Promise<void>) => {
    isHeld = true;
    try {
      await committing;
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
    clearTimeout(soon);
    soon = undefined;
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

  /** Syncs commits that nobody waits for. If that fails, the next commit fails too, as after any failed sync. */
  const syncSoon = () => {
    committed.push({ isSoonDurable: true, settle: () => undefined, reject: () => undefined });
    syncing ??= syncCommitted();
  };

  const rejectAll = (batch: readonly Work[], error: unknown) => {
    for (const work of batch) work.reject(error);
  };
  /** Tries again later what has not waited too long for the lock of another process. */
  const waitForLock = (batch: readonly Work[], error: unknown) => {
    const lateBefore = isClosing ? Number.POSITIVE_INFINITY : performance.now() - busyTimeoutMs;
    rejectAll(
      batch.filter(({ since }) => since < lateBefore),
      error,
    );
    const patient = batch.filter(({ since }) => since >= lateBefore);
    if (patient.length === 0) return;
    waiting.unshift(...patient);
    isScheduled = true;
    setTimeout(flush, busyRetryMs);
  };
  const commit = async (batch: readonly Work[]) => {
    try {
      const done = await commitAll(batch);
      committed.push(...done.filter(({ isSoonDurable }) => !isSoonDurable));
      for (const { isSoonDurable, settle } of done) if (isSoonDurable) settle();
      if (committed.length > 0) syncing ??= syncCommitted();
      else soon ??= setTimeout(syncSoon, soonMs);
    } catch (error) {
      if (error instanceof LockHeld) waitForLock(batch, error.cause);
      else rejectAll(batch, error);
    }
  };
  /** Commits what waits, one batch after the other. */
  const commitWaiting = async () => {
    while (committing) await committing;
    if (waiting.length === 0) return;
    committing = commit(waiting.splice(0)).finally(() => {
      committing = undefined;
    });
    await committing;
  };
  const flush = () => {
    isScheduled = false;
    if (isClosing || isHeld) return;
    if (!isDoubtful) return void commitWaiting();
    const doubtful = waiting.splice(0);
    checkpoint().then(
      () => {
        waiting.unshift(...doubtful);
        return commitWaiting();
      },
      (error: unknown) => rejectAll(doubtful, error),
    );
  };
  // The driver would wait inside the call, and stop the whole process meanwhile.
  sql.pragma('busy_timeout = 0');

  const write: Database['write'] = <T>(
    body: Work['body'],
    { isSoonDurable = false }: WriteOptions = {},
  ) =>
    new Promise<T>((resolve, reject) => {
      const settled = resolve as (value: unknown) => void;
      waiting.push({ since: performance.now(), isSoonDurable, body, resolve: settled, reject });
      schedule();
    });
  return {
    sql,
    dialect: sqlite,
    run: async (text, bound) => {
      while (committing) await committing;
      return statements.isRead(text)
        ? statements.run(text, bound)
        : write((on) => on.run(text, bound));
    },
    write,
    close: async () => {
      isClosing = true;
      if (checkpointing) await checkpointing.catch(() => undefined);
      await committing;
      sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
      await commitWaiting();
      if (syncing) await syncing;
      clearTimeout(soon);
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
