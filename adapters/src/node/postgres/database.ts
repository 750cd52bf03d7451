import pg from 'pg';
import { failing, hasLost, mayRetry } from './failure.ts';

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

/** Connections of one process: each is a process of the server. */
const poolSize = 10;
/** Waits at most this long for a connection, and for the lock of another transaction, in milliseconds. */
const waitMs = 10_000;
/** A statement takes no longer, in milliseconds: a search through the largest table takes a second. */
const statementMs = 60_000;
/**
 * A connection is given up when its server says nothing for so long, in milliseconds: one that vanished, as a machine
 * without power, would otherwise keep it for a quarter of an hour.
 */
const silentMs = statementMs + waitMs;
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

/** How long statements may take, in milliseconds. */
const limits = {
  lock_timeout: waitMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: statementMs,
  query_timeout: silentMs,
};

/** What differs from the connections that serve requests. */
export interface PoolOptions {
  /** One connection, which stays open as long as the server does, instead of several that are closed when unused. */
  readonly isSingle?: boolean;
  /** Statements and waits take as long as they take. */
  readonly isPatient?: boolean;
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

/**
 * Connects to a database by its URL, with the schema that its option `search_path` names. The first statement opens the
 * first connection. A connection that is lost, or that the server leaves without a response, rejects what runs on it, and
 * the next statement opens another.
 */
export function openDatabase(
  url: string,
  { isSingle = false, isPatient = false }: PoolOptions = {},
): PostgresDatabase {
  const pool = new pg.Pool({
    Client: EndingClient,
    connectionString: url,
    types,
    connectionTimeoutMillis: waitMs,
    ...(isSingle ? { max: 1, idleTimeoutMillis: 0 } : { max: poolSize }),
    ...(isPatient ? {} : limits),
  });
  // A connection that is lost while nothing runs on it, in the pool or within a transaction: the next statement finds it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

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
    const client = await failing(pool.connect());
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
  return {
    run: (statement) => noted(retried(() => failing(pool.query(statement)))),
    write: (work) => noted(retried(() => write(work))),
    close: async () => {
      // The pool serves nobody who still waits for a connection once it ends.
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}
