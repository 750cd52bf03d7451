import type { Dialect } from './dialect.ts';

/** What a statement found or did. */
export interface Outcome {
  readonly rows: readonly unknown[];
  /** How many rows it returned or changed. */
  readonly count: number;
}

/** Where statements run: on the database, each by itself, or in one transaction. */
export interface Connection {
  /** The words of this database. */
  readonly dialect: Dialect;
  /**
   * Runs one statement, in which `:name` stands for the value `name` of `bound`. The same text is prepared once. A list
   * of values is bound as a whole. Rejects with an error of the database; see `violated`.
   */
  readonly run: (text: string, bound: object) => Promise<Outcome>;
}

/** One transaction. Its statements run one after the other. */
export interface Transaction extends Connection {
  /**
   * Waits until no other transaction has the lock of this name and key, and keeps the lock until this transaction ends.
   */
  readonly lock: (name: string, key?: Uint8Array) => Promise<void>;
  /** Calls `listener` once the transaction is durable. */
  readonly onCommitted: (listener: () => void) => void;
}

/** How a transaction may be written. */
export interface WriteOptions {
  /** Whether it may resolve once it is committed, and be on the disk a moment later. */
  readonly isSoonDurable?: boolean;
}

/** A database: SQLite in a file, or PostgreSQL. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction and resolves with its value once that is durable. `work` must wait for nothing but
   * its own statements; otherwise this rejects with a `WaitedInTransaction`. `work` has to lock what it decides on. It
   * may run again, after a deadlock. `isSoonDurable`: it may resolve before; the end of the process loses nothing then, and
   * that of the machine at most the last tenth of a second.
   */
  readonly write: <T>(work: (on: Transaction) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /** Ends what is under way, and closes the database. */
  readonly close: () => Promise<void>;
}

/** The database as a transaction sees it: what stores made from it write becomes part of that one. */
export const within = (on: Transaction): Database => ({
  dialect: on.dialect,
  run: on.run,
  write: (work) => work(on),
  close: async () => undefined,
});

/** If an error is the violation of a unique constraint: the name of the constraint, or its columns. */
export const violated = (error: unknown): string | undefined =>
  error instanceof Error && 'violated' in error ? String(error.violated) : undefined;
