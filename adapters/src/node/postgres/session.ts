import type pg from 'pg';

/** Waits at most this long for a connection, and for the lock of another transaction, in milliseconds. */
export const waitMs = 10_000;

/** Settings of every session, because the server, the database or the role may have other defaults. */
const always = {
  // A statement by itself sees what a transaction of the stores would.
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  // A connection waits for its next request, and what takes long is a statement.
  idle_session_timeout: 0,
  transaction_timeout: 0,
};

/** How long statements may take, wait and pause, in milliseconds, by the names of the server; 0 for no limit. */
export interface SessionLimits {
  readonly lock_timeout: number;
  readonly statement_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
}

/** For what takes as long as it takes, as copies of a site do: the limits of a host are for requests. */
export const patient: SessionLimits = {
  lock_timeout: 0,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

// Older servers lack some of the settings.
const set = `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
  WHERE current_setting(name, true) IS NOT NULL`;

/**
 * Sets what the statements of the stores depend on. A limit that the URL names stays, unless the session is to be patient.
 * As a statement, and not as a parameter of the connection: poolers do not know those. Rejects like the driver.
 */
export async function setSession(
  client: pg.ClientBase,
  url: string,
  limits: SessionLimits,
): Promise<void> {
  const isOfUrl = (name: string) => limits !== patient && new RegExp(`[?&]${name}=`).test(url);
  const wanted = Object.entries({ ...always, ...limits }).filter(([name]) => !isOfUrl(name));
  await client.query(set, [wanted.map(([name]) => name), wanted.map(([, value]) => String(value))]);
}
