import pg from 'pg';
import { type PostgresDatabase, type Transaction, types } from '../postgres/database.ts';

/** Waits at most this long for the server, and for what another process does in the tables, in milliseconds. */
const waitMs = 10_000;

/**
 * A connection is given up when its server says nothing for so long, in milliseconds: one that vanished, as a machine without
 * power, would keep a backup for ever. Each statement reads or writes a few rows, so that none takes that long.
 */
const silentMs = 600_000;

/** What a transaction sees, and whether it may write. */
export type Kind = 'READ COMMITTED' | 'REPEATABLE READ, READ ONLY';

/** Has the code of a `PostgresFailure`. A name with several addresses fails without a message of its own. */
const unusable = (reason: string, code = 'LOST') =>
  Object.assign(new Error(`DATABASE_URL: the database cannot be used: ${reason || code}`), {
    code: `POSTGRES_${code}`,
  });

/** Codes of PostgreSQL with what they mean here; those of class 22 would repeat a value of a row. */
function reasonOf({ code = '', message }: pg.DatabaseError): string {
  if (code === '55P03') return 'another process is changing it';
  return code.startsWith('22') ? `a value does not fit (${code})` : message;
}

/** The error of the database, or of the connection to it, as a sentence; any other as it is. */
function explained(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) return unusable(reasonOf(error), error.code);
  const isSilence = error instanceof Error && error.message === 'Query read timeout';
  return isSilence ? unusable(error.message) : error;
}

/**
 * Runs `work` in one transaction on a connection of its own, which takes as long as it takes while the server responds.
 * Rejects with a sentence; with the code `POSTGRES_UNCONFIRMED` where the connection was lost in the COMMIT of what was
 * written, so that nobody knows whether it is stored.
 */
export async function inTransaction<T>(
  url: string,
  kind: Kind,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    types,
    connectionTimeoutMillis: waitMs,
    lock_timeout: waitMs,
    query_timeout: silentMs,
  });
  let lost: Error | undefined;
  let isCommitting = false;
  client.on('error', (error: Error & { readonly code?: string }) => {
    lost ??= unusable(error.message, error.code);
  });
  try {
    await client.connect().catch((error: Error) => {
      throw unusable(error.message, 'code' in error ? String(error.code) : undefined);
    });
    await client.query(`BEGIN ISOLATION LEVEL ${kind}`);
    const value = await work(client);
    isCommitting = kind === 'READ COMMITTED';
    await client.query('COMMIT');
    return value;
  } catch (error) {
    if (isCommitting && !(error instanceof pg.DatabaseError)) {
      throw unusable('the connection ended in the COMMIT', 'UNCONFIRMED');
    }
    // What failed on a lost connection says less than how that was lost.
    throw lost ?? explained(error);
  } finally {
    // One that was not committed is rolled back.
    await client.end();
  }
}

/** The transaction for the stores: what they write becomes part of it. */
export function storesIn(client: pg.Client): PostgresDatabase {
  const transaction: Transaction = {
    run: (statement) => client.query(statement),
    script: async (text) => void (await client.query(text)),
    onCommitted: () => undefined,
  };
  return { run: transaction.run, write: (work) => work(transaction), close: async () => undefined };
}
