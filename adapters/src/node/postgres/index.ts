import { openDatabase, type PostgresDatabase } from './database.ts';
import { type BeforeMigration, migrate } from './migrate.ts';
import { needUsable } from './requirements.ts';

export { postgresBlobStore } from './blob-store.ts';
export { type PostgresClock, postgresClock } from './clock.ts';
export type { PostgresDatabase, PostgresTransaction } from './database.ts';
export type { BeforeMigration } from './migrate.ts';
export { readPageState } from './page-state.ts';
export { postgresSetupTokenStore } from './setup-token-store.ts';
export { type PostgresLocks, postgresLocks } from './shared-locks.ts';
export { connectionsAllowed, databaseBytes, probeWrites } from './whole-database.ts';

/** How a process connects. */
export interface PostgresOptions {
  /** How many connections it opens at most, 10 by default. */
  readonly connections?: number;
}

/**
 * Connects to the database and migrates it. The stores are built from it, one factory per port. Rejects, with nothing changed,
 * where the database is not what a site needs: PostgreSQL 15 or newer with a session for each connection, which PGlite has not, UTF8,
 * and a schema in which the user may make tables.
 */
export async function openPostgres(
  url: string,
  before?: BeforeMigration,
  { connections }: PostgresOptions = {},
): Promise<PostgresDatabase> {
  // Another process may be copying a large site, or changing a large table.
  const patient = openDatabase(url, { isSingle: true, isPatient: true });
  try {
    await needUsable(patient);
    await migrate(patient, before);
  } finally {
    await patient.close();
  }
  return openDatabase(url, { ...(connections !== undefined && { size: connections }) });
}
