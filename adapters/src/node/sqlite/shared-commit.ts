import type Sqlite from 'better-sqlite3';
import type { Transaction } from '../sql/database.ts';
import { WaitedInTransaction } from '../sql/patience.ts';
import { sqlite } from './dialect.ts';
import type { Statements } from './statements.ts';

/** One write that waits for the next commit. */
export interface Work {
  /** When it came, in milliseconds of the monotonic clock. */
  readonly since: number;
  /** Whether it may resolve once it is committed. */
  readonly isSoonDurable: boolean;
  readonly body: (on: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The outcome of a write in a commit that is not on the disk yet. */
export interface Committed {
  readonly isSoonDurable: boolean;
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

/** Another process holds the write lock: nothing of the batch ran. */
export class LockHeld extends Error {}

/** Runs a body in its turn of the event loop; it waits for its statements only, which end at once. */
function inItsTurn(
  body: Work['body'],
  statements: Statements,
  onCommitted: Transaction['onCommitted'],
): Promise<unknown> {
  let isOver = false;
  const on: Transaction = {
    dialect: sqlite,
    run: async (text, bound) => {
      if (isOver) throw new WaitedInTransaction();
      return statements.run(text, bound);
    },
    lock: async () => undefined,
    onCommitted,
  };
  return new Promise((resolve, reject) => {
    const nextTurn = setImmediate(() => {
      isOver = true;
      reject(new WaitedInTransaction());
    });
    body(on)
      .then(resolve, reject)
      .finally(() => {
        isOver = true;
        clearImmediate(nextTurn);
      });
  });
}

/**
 * Runs many writes in one `BEGIN IMMEDIATE … COMMIT`, each in a savepoint of its own, so that one that throws is rolled
 * back alone. Without the sync of FULL, which would stop the event loop: `settle` is for after it.
 */
export function sharedCommit(
  sql: Sqlite.Database,
  statements: Statements,
  isBusy: (error: unknown) => boolean,
) {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((text) =>
    sql.prepare(text),
  );
  const [save, release, back] = ['SAVEPOINT work', 'RELEASE work', 'ROLLBACK TO work'].map((text) =>
    sql.prepare(text),
  );

  const runOne = async (work: Work): Promise<Committed> => {
    const { isSoonDurable, reject } = work;
    const listeners: (() => void)[] = [];
    save?.run();
    try {
      const value = await inItsTurn(
        work.body,
        statements,
        (listener) => void listeners.push(listener),
      );
      release?.run();
      const settle = () => {
        for (const listener of listeners) listener();
        work.resolve(value);
      };
      return { isSoonDurable, settle, reject };
    } catch (error) {
      // A full disk or a lost lock rolls back the whole transaction, so no write of it may resolve.
      if (!sql.inTransaction) throw error;
      back?.run();
      release?.run();
      return { isSoonDurable, settle: () => reject(error), reject };
    }
  };

  /** Throws a `LockHeld` with nothing done, or any other error with all of it undone. */
  return async (batch: readonly Work[]): Promise<readonly Committed[]> => {
    // By `exec`: `pragma` makes an object of the driver for each call, which takes eight times as long.
    sql.exec('PRAGMA synchronous = NORMAL');
    try {
      try {
        begin?.run();
      } catch (error) {
        throw isBusy(error) ? new LockHeld('', { cause: error }) : error;
      }
      const done: Committed[] = [];
      for (const work of batch) done.push(await runOne(work));
      commit?.run();
      return done;
    } catch (error) {
      if (sql.inTransaction) rollback?.run();
      throw error;
    } finally {
      sql.exec('PRAGMA synchronous = FULL');
    }
  };
}
