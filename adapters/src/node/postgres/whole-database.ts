import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { PostgresDatabase } from './database.ts';

const size = prepared<None, { bytes: number }>(
  'SELECT pg_database_size(current_database()) AS bytes',
);

/** The size of the database on the disk of its server, in bytes. */
export async function databaseBytes(database: Database): Promise<number> {
  return (await size.get(database, {}))?.bytes ?? 0;
}

const rewrite = prepared<None>(
  'UPDATE schema_migrations SET name = name WHERE version = (SELECT min(version) FROM schema_migrations)',
);

/** Writes a row again as it is. Rejects when the database takes no writes, or cannot be reached. */
export async function probeWrites(database: Database): Promise<void> {
  await rewrite.run(database, {});
}

const allowed = prepared<None, { allowed: number }>(
  `SELECT LEAST(
     NULLIF(CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END, -1),
     NULLIF(CASE WHEN rolsuper THEN -1 ELSE datconnlimit END, -1),
     current_setting('max_connections')::int - CASE WHEN rolsuper THEN 0 ELSE
       current_setting('superuser_reserved_connections')::int
       + coalesce(current_setting('reserved_connections', true)::int, 0) END) AS allowed
   FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()`,
);

/**
 * How many connections its server lets this user open at once: by the limits of user, database and server. Those are of a pooler,
 * where one is between, and not of its clients.
 */
export async function connectionsAllowed(database: PostgresDatabase): Promise<number> {
  if (database.isPooled()) return Number.POSITIVE_INFINITY;
  return (await allowed.get(database, {}))?.allowed ?? Number.POSITIVE_INFINITY;
}
