import { openDatabase, type PostgresDatabase } from './database.ts';
import { type BeforeMigration, migrate } from './migrate.ts';
import { needUsable } from './requirements.ts';

export { postgresAdminStore } from './admin-store.ts';
export { postgresAttemptStore } from './attempt-store.ts';
export { postgresBlobStore } from './blob-store.ts';
export { type PostgresClock, postgresClock } from './clock.ts';
export { postgresConsentLog } from './consent-log.ts';
export type { BoundStatement, Connection, PostgresDatabase, Transaction } from './database.ts';
export { postgresDownloadLog } from './download-log.ts';
export { postgresEbookStore } from './ebook-store.ts';
export { postgresFactorStore } from './factor-store.ts';
export { postgresFlowStore } from './flow-store.ts';
export { postgresInterestStore } from './interest-store.ts';
export { postgresLaunchStore } from './launch-store.ts';
export { postgresLockoutStore } from './lockout-store.ts';
export { type PostgresMailQueue, postgresMailQueue } from './mail-queue.ts';
export { postgresMaintenanceLog } from './maintenance-log.ts';
export { postgresMessageStore } from './message-store.ts';
export type { BeforeMigration } from './migrate.ts';
export { readPageState } from './page-state.ts';
export { postgresPauseStore } from './pause-store.ts';
export { postgresReportStore } from './report-store.ts';
export { postgresRoleStore } from './role-store.ts';
export { postgresSecurityLog } from './security-log.ts';
export { postgresSessionStore } from './session-store.ts';
export { postgresSetupTokenStore } from './setup-token-store.ts';
export { type PostgresLocks, postgresLocks } from './shared-locks.ts';
export { postgresSmsQueue } from './sms-queue.ts';
export { postgresTokenStore } from './token-store.ts';
export { type PostgresUserStore, postgresUserStore } from './user-store.ts';
export { connectionsAllowed, databaseBytes, probeWrites, wipeContent } from './whole-database.ts';

/** How a process connects. */
export interface PostgresOptions {
  /** How many connections it opens at most, 10 by default; `postgresLocks` opens one more. */
  readonly connections?: number;
}

/**
 * Connects to the database and migrates it. The stores are built from it, one factory per port. Rejects, with nothing changed,
 * where the database is not what a site needs: PostgreSQL 15 or newer, UTF8, a schema in which the user may make tables.
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
