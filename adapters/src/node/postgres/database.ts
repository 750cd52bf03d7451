import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { failing, hasLost, isFull, mayRetry } from './failure.ts';
import { patient, type SessionLimits, setSession, waitMs } from './session.ts';

/** A statement with its values, and the name under which each connection prepares it once. */
export interface BoundStatement {
  /** The name: one for each text. */
  readonly name: string;
  /** SQL with a place `$n` for each value. */
  readonly text: string;
  /** The values, in the order of their places. */
  readonly values: unknown[];
}

/** Where statements run: on any connection, each by itself, or on that of one transaction. */
export interface Connection {
  /** Rejects with a `PostgresFailure`. */
  readonly run: (
    statement: BoundStatement,
  ) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** One transaction. Its statements run one after the other. */
export interface Transaction extends Connection {
  /** Runs several statements without values, for migrations. */
  readonly script: (text: string) => Promise<void>;
  /** Calls `listener` once the transaction is committed. */
  readonly onCommitted: (listener: () => void) => void;
}

/** A pool of connections to one database. Every process has its own. */
export interface PostgresDatabase extends Connection {
  /**
   * Runs `work` in one transaction, and resolves with its value once that is committed. READ COMMITTED: a statement sees
   * what was committed before it, so `work` locks what it decides on. `work` may run again, after a deadlock.
   */
  readonly write: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Waits for the statements that run, and closes the connections. */
  readonly close: () => Promise<void>;
}

/** Connections of one pool, where nothing else is said: each is a process of the server. */
const poolSize = 10;
/** A statement takes no longer, in milliseconds: a search through the largest table takes a second. */
const statementMs = 20_000;
/**
 * A connection is given up when its server says nothing for so long, in milliseconds: one that vanished, as a machine
 * without power, would otherwise keep it for a quarter of an hour. With the wait for a connection, a good deal less than
 * an HTTP server waits for its own response.
 */
export const silentMs = statementMs + 5_000;
/** A connection that the server had no place for is asked for again after this time, in milliseconds. */
const askedAgainMs = 200;
/** A pool that the server had no place for stays as small as it was then for so long, in milliseconds. */
const smallMs = 5_000;
/** A connection on which nothing moves is probed after this time, in milliseconds, as many routers forget it. */
export const keepAliveMs = 60_000;
/** Most attempts at a transaction, or at a single statement, that ends in a deadlock. */
const maxTries = 5;

/** Runs `attempt` again after a failure that undid what it did: a deadlock, or what `mayPass` says. */
export async function retried<T>(
  attempt: () => Promise<T>,
  mayPass: (error: unknown) => boolean = mayRetry,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === maxTries || !mayPass(error)) throw error;
    }
  }
}

/** Numbers of 64 bits, such as times and counts, arrive as text: none here is above 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
};

const limits: SessionLimits = {
  lock_timeout: waitMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: statementMs,
};

/** What differs from the connections that serve requests. */
export interface PoolOptions {
  /** One connection, which stays open as long as the server does, instead of several that are closed when unused. */
  readonly isSingle?: boolean;
  /** Statements and waits take as long as they take. */
  readonly isPatient?: boolean;
  /** How many connections it opens at most, 10 by default. */
  readonly size?: number;
}

/** pg keeps the socket of a sign-in that it gave up itself, as without a password: a command would end a minute later. */
class EndingClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(
    callback: ((error: Error) => void) | ((error: null, on: pg.Client) => void),
  ): void;
  override connect(
    callback?: (error: never, on: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    if (!callback) return super.connect();
    super.connect((error: Error | null) => {
      if (error) void this.end();
      callback(error as never, this);
    });
    return undefined;
  }
}

/** The pool, which sets each of its connections before the first use. */
function openPool(url: string, { isSingle, isPatient, size = poolSize }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: EndingClient,
    connectionString: url,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: waitMs,
    ...(isSingle ? { max: 1, idleTimeoutMillis: 0 } : { max: size }),
    ...(isPatient ? {} : { query_timeout: silentMs }),
    onConnect: (client) => setSession(client, url, isPatient ? patient : limits),
  });
  // A connection that is lost while nothing runs on it, in the pool or within a transaction: the next statement finds it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A connection of the pool. Where the server has no place for another one, it waits for one that the pool has, or, where
 * that has none, for a place.
 */
async function connected(pool: pg.Pool, size: number): Promise<pg.PoolClient> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await failing(pool.connect());
    } catch (error) {
      if (!isFull(error) || performance.now() > end) throw error;
      // As many as there are: the next request waits in the line of the pool.
      pool.options.max = Math.max(1, pool.totalCount);
      setTimeout(() => {
        pool.options.max = size;
      }, smallMs).unref();
      if (pool.totalCount === 0) await wait(askedAgainMs);
    }
  }
}

/**
 * Connects to a database by its URL, with the schema that its option `search_path` names. The first statement opens the
 * first connection. A connection that is lost, or that the server leaves without a response, rejects what runs on it, and
 * the next statement opens another.
 */
export function openDatabase(url: string, options: PoolOptions = {}): PostgresDatabase {
  const pool = openPool(url, options);
  const size = pool.options.max;
  const connect = () => connected(pool, size);

  const inTransaction = async <T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> => {
    const listeners: (() => void)[] = [];
    const transaction: Transaction = {
      run: (statement) => failing(client.query(statement)),
      script: async (text) => void (await failing(client.query(text))),
      onCommitted: (listener) => void listeners.push(listener),
    };
    await failing(client.query('BEGIN ISOLATION LEVEL READ COMMITTED'));
    const value = await work(transaction);
    await failing(client.query('COMMIT'));
    for (const listener of listeners) listener();
    return value;
  };

  const underWay = new Set<Promise<unknown>>();
  const noted = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };
  const write: PostgresDatabase['write'] = async (work) => {
    const client = await connect();
    try {
      const value = await inTransaction(client, work);
      client.release();
      return value;
    } catch (error) {
      // A connection that cannot roll back is closed, which rolls back.
      const isRolledBack = () =>
        client.query('ROLLBACK').then(
          () => true,
          () => false,
        );
      client.release(hasLost(error) || !(await isRolledBack()));
      throw error;
    }
  };
  const runAlone: Connection['run'] = async (statement) => {
    const client = await connect();
    try {
      const result = await failing(client.query(statement));
      client.release();
      return result;
    } catch (error) {
      client.release(hasLost(error));
      throw error;
    }
  };
  return {
    run: (statement) => noted(retried(() => runAlone(statement))),
    write: (work) => noted(retried(() => write(work))),
    close: async () => {
      // The pool serves nobody who still waits for a connection once it ends.
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}
