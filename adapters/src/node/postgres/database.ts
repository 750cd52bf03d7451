import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Database, Outcome, Transaction } from '../sql/database.ts';
import { patience } from '../sql/patience.ts';
import { retried } from '../sql/retried.ts';
import { bound, named } from './bound.ts';
import { postgres } from './dialect.ts';
import { failing, hasLost, isFull, mayRetry } from './failure.ts';
import { beginWith, patient, type SessionLimits, setSession, waitMs } from './session.ts';

/** One transaction, as migrations need it. */
export interface PostgresTransaction extends Transaction {
  /** Runs several statements without values. */
  readonly script: (text: string) => Promise<void>;
}

/** A pool of connections to one database. Every process has its own. */
export interface PostgresDatabase extends Database {
  /**
   * READ COMMITTED: a statement sees what was committed before it, so `work` locks what it decides on. `work` may run again,
   * after a deadlock.
   */
  readonly write: <T>(work: (on: PostgresTransaction) => Promise<T>) => Promise<T>;
  /** Whether a pooler was noticed between: its server is asked by fewer connections than this one has. */
  readonly isPooled: () => boolean;
  /** Waits for the statements that run, and closes the connections. */
  readonly close: () => Promise<void>;
}

/** Connections of one pool, where nothing else is said: each is a process of the server. */
const poolSize = 10;
/** A statement takes no longer, in milliseconds: a search through the largest table takes a second. */
const statementMs = 20_000;
/**
 * A connection is given up when its server has been silent for this time, in milliseconds. A server that vanished, such
 * as a machine without power, would otherwise keep it for a quarter of an hour. Together with the wait for a
 * connection, this is well below the time in which an HTTP server has to respond.
 */
export const silentMs = statementMs + 5_000;
/** A connection that the server had no place for is asked for again after this time, in milliseconds. */
const askedAgainMs = 200;
/** A pool that the server had no place for stays as small as it was then for so long, in milliseconds. */
const smallMs = 5_000;
/** A connection on which nothing moves is probed after this time, in milliseconds, as many routers forget it. */
export const keepAliveMs = 60_000;
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

const outcome = ({ rows, rowCount }: pg.QueryResult): Outcome => ({ rows, count: rowCount ?? 0 });

const lockText = 'SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))';
const lockName = (name: string, key?: Uint8Array) =>
  key ? `${name} ${Buffer.from(key).toString('base64')}` : name;

/** The pool, which sets each of its connections before the first use, or adds it to those that a pooler shares. */
function openPool(
  url: string,
  { isSingle, isPatient, size = poolSize }: PoolOptions,
  shared: WeakSet<pg.ClientBase>,
): pg.Pool {
  const pool = new pg.Pool({
    Client: EndingClient,
    connectionString: url,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: waitMs,
    ...(isSingle ? { max: 1, idleTimeoutMillis: 0 } : { max: size }),
    ...(isPatient ? {} : { query_timeout: silentMs }),
    onConnect: async (client) => {
      if (!(await setSession(client, url, isPatient ? patient : limits))) shared.add(client);
    },
  });
  // A connection that is lost while nothing runs on it, in the pool or within a transaction: the next statement finds it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A connection of the pool. If the server has no place for another connection, it waits until one of the pool is free;
 * if the pool has none, it waits until the server has a place.
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
  const shared = new WeakSet<pg.ClientBase>();
  const pool = openPool(url, options, shared);
  const size = pool.options.max;
  let isPooled = false;
  const connect = async () => {
    const client = await connected(pool, size);
    isPooled ||= shared.has(client);
    return client;
  };
  const begin = {
    own: 'BEGIN ISOLATION LEVEL READ COMMITTED',
    shared: beginWith(options.isPatient ? patient : limits, 'READ COMMITTED'),
  };

  const inTransaction = async <T>(
    client: pg.PoolClient,
    work: (on: PostgresTransaction) => Promise<T>,
  ): Promise<T> => {
    const listeners: (() => void)[] = [];
    const turn = patience();
    const [start, statement] = shared.has(client) ? [begin.shared, bound] : [begin.own, named];
    const query = (text: string, values: object) =>
      turn.during(() => failing(client.query(statement(text, values))));
    const on: PostgresTransaction = {
      dialect: postgres,
      run: async (text, values) => outcome(await query(text, values)),
      lock: async (name, key) => void (await query(lockText, { key: lockName(name, key) })),
      script: async (text) => void (await turn.during(() => failing(client.query(text)))),
      onCommitted: (listener) => void listeners.push(listener),
    };
    await failing(client.query(start));
    const value = await turn.of(() => work(on));
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
  const writeOn = async <T>(
    client: pg.PoolClient,
    work: (on: PostgresTransaction) => Promise<T>,
  ): Promise<T> => {
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
  const runAlone: Connection['run'] = async (text, values) => {
    const client = await connect();
    // What a session would have set, a transaction has to.
    if (shared.has(client)) return writeOn(client, (on) => on.run(text, values));
    try {
      const result = await failing(client.query(named(text, values)));
      client.release();
      return outcome(result);
    } catch (error) {
      client.release(hasLost(error));
      throw error;
    }
  };
  return {
    dialect: postgres,
    run: (text, values) => noted(retried(() => runAlone(text, values), mayRetry)),
    write: (work) => noted(retried(async () => writeOn(await connect(), work), mayRetry)),
    isPooled: () => isPooled,
    close: async () => {
      // The pool serves nobody who still waits for a connection once it ends.
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}
