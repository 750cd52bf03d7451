import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { bound } from '../postgres/bound.ts';
import { keepAliveMs, types } from '../postgres/database.ts';
import { postgres } from '../postgres/dialect.ts';
import { beginWith, patient, waitMs } from '../postgres/session.ts';
import { type Connection, type Database, type Transaction, within } from '../sql/database.ts';

/**
 * A connection is given up when its server says nothing for so long, in milliseconds: one that vanished, as a machine without
 * power, would keep a backup for ever. Each statement reads or writes a few rows, so that none takes that long.
 */
const silentMs = 600_000;

/** Waits at most this long for a place among the connections of the server, and asks this often, in milliseconds. */
const [placeMs, askedAgainMs] = [15_000, 250];

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

type Lost = { error?: unknown };

/** Connects, after a wait where the server has no place: a site that runs gives back what it does not use. */
async function connect(url: string, lost: Lost): Promise<pg.Client> {
  const end = performance.now() + placeMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: waitMs,
      query_timeout: silentMs,
    });
    client.on('error', (error: Error & { readonly code?: string }) => {
      lost.error ??= unusable(error.message, error.code);
    });
    try {
      return await client.connect();
    } catch (error) {
      await client.end();
      const { code, message } = error as Error & { readonly code?: string };
      if (code !== '53300' || performance.now() > end) throw unusable(message, code);
      delete lost.error;
      await wait(askedAgainMs);
    }
  }
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
  const lost: Lost = {};
  const client = await connect(url, lost);
  let isCommitting = false;
  try {
    await client.query(beginWith({ ...patient, lock_timeout: waitMs }, kind));
    const value = await work(client);
    isCommitting = kind === 'READ COMMITTED';
    await client.query('COMMIT');
    return value;
  } catch (error) {
    if (isCommitting && !(error instanceof pg.DatabaseError)) {
      throw unusable('the connection ended in the COMMIT', 'UNCONFIRMED');
    }
    // What failed on a lost connection says less than how that was lost.
    throw lost.error ?? explained(error);
  } finally {
    // One that was not committed is rolled back.
    await client.end();
  }
}

/** The transaction for the stores: what they write becomes part of it. */
export function storesIn(client: pg.Client): Database {
  const run: Connection['run'] = async (text, values) => {
    const { rows, rowCount } = await client.query(bound(text, values));
    return { rows, count: rowCount ?? 0 };
  };
  const on: Transaction = {
    dialect: postgres,
    run,
    // Nobody else is in the database yet.
    lock: async () => undefined,
    onCommitted: () => undefined,
  };
  return within(on);
}
