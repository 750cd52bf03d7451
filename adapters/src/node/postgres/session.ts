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
const known = 'current_setting(name, true) IS NOT NULL';

/** Whether connections have sessions of their own: PGlite has one process, whose session all its clients share. */
export const hasSessions = '(SELECT count(*) > 1 FROM pg_stat_get_backend_idset())';

// A pooler gives its clients numbers of its own: what it has in common for them must not be set.
const set = `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
  WHERE pg_backend_pid() = $3::int AND ${hasSessions} AND ${known}`;

/**
 * Sets what the statements of the stores depend on, and resolves with whether it is set: not where a pooler, which may run each
 * transaction on another connection of its own, stands between, nor where clients share a session. A limit that the URL names stays, unless the session is to
 * be patient. As a statement, and not as a parameter of the connection: poolers do not know those. Rejects like the driver.
 * Source: docs/decisions/0065-no-state-of-a-session.md.
 */
export async function setSession(
  client: pg.ClientBase & { readonly processID?: number | null },
  url: string,
  limits: SessionLimits,
): Promise<boolean> {
  const isOfUrl = (name: string) => limits !== patient && new RegExp(`[?&]${name}=`).test(url);
  const wanted = Object.entries({ ...always, ...limits }).filter(([name]) => !isOfUrl(name));
  const values = [wanted.map(([name]) => name), wanted.map(([, value]) => String(value))];
  const { rowCount } = await client.query(set, [...values, client.processID ?? 0]);
  return rowCount !== null && rowCount > 0;
}

/**
 * Begins a transaction that has the same by itself, through whatever it runs. `SET LOCAL` costs the server less than
 * `set_config`.
 */
export function beginWith(limits: SessionLimits, isolation: string): string {
  const { transaction_timeout, ...others } = { ...always, ...limits };
  const sets = Object.entries(others).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  const ofNewer = `SELECT set_config(name, '${transaction_timeout}', true) FROM (VALUES ('transaction_timeout')) AS newer (name) WHERE ${known}`;
  return [`BEGIN ISOLATION LEVEL ${isolation}`, ...sets, ofNewer].join('; ');
}
