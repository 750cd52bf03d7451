import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

export { sqliteAdminStore } from './admin-store.ts';
export { sqliteAttemptStore } from './attempt-store.ts';
export { sqliteConsentLog } from './consent-log.ts';
export { type Database, openDatabase } from './database.ts';
export { sqliteDownloadLog } from './download-log.ts';
export { sqliteEbookStore } from './ebook-store.ts';
export { sqliteFactorStore } from './factor-store.ts';
export { sqliteFlowStore } from './flow-store.ts';
export { checkIntegrity } from './integrity.ts';
export { sqliteInterestStore } from './interest-store.ts';
export { sqliteLaunchStore } from './launch-store.ts';
export { sqliteLockoutStore } from './lockout-store.ts';
export { type SqliteMailQueue, sqliteMailQueue } from './mail-queue.ts';
export { sqliteMaintenanceLog } from './maintenance-log.ts';
export { sqliteMessageStore } from './message-store.ts';
export { migrate, needsMigration, newestSchema } from './migrate.ts';
export { sqlitePauseStore } from './pause-store.ts';
export { probeWrites } from './probe-writes.ts';
export { type ProcessLock, takeProcessLock } from './process-lock.ts';
export { sqliteReportStore } from './report-store.ts';
export { sqliteRoleStore } from './role-store.ts';
export { sqliteSecurityLog } from './security-log.ts';
export { sqliteSessionStore } from './session-store.ts';
export { sqliteSmsQueue } from './sms-queue.ts';
export { readSnapshot, sqliteSnapshots } from './snapshots.ts';
export { sqliteTokenStore } from './token-store.ts';
export { type SqliteUserStore, sqliteUserStore } from './user-store.ts';
export { type WatchedWrites, watchWrites } from './watch-writes.ts';
export { wipeContent } from './wipe-content.ts';

/**
 * Opens the file, migrates it at once, without a copy, and returns the connection. The stores are built from it, one
 * factory per port.
 */
export function openSqlite(path: string): Database {
  const database = openDatabase(path);
  migrate(database);
  return database;
}
