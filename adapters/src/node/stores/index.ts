/*
 * The stores, in common SQL for both databases. Words that they share:
 * `on`: where a statement runs, the connection or the transaction of the caller;
 * `bound`: the values of the `:name`s in a statement;
 * `place`: the number of a row in the order in which rows were added (`rowid` in SQLite);
 * `slice`: rows that are read or written in one turn of the event loop, few enough not to hold it up;
 * `held`: of an account, locked until the transaction ends (held-user.ts); of a launch, not yet released;
 * `…Columns`, `…Row`, `to…`, `from…`: what a table has, and how a row becomes a value of the core (folder rows);
 * `sql`, `by`, `oneOf`, `rowLock` and so on: parts of statements that the databases write differently (sql/dialect.ts).
 */
export { sqlAdminStore } from './admin-store.ts';
export { sqlAttemptStore } from './attempt-store.ts';
export { sqlConsentLog } from './consent-log.ts';
export { sqlDeviceStore } from './device-store.ts';
export { sqlDownloadLog } from './download-log.ts';
export { sqlEbookStore } from './ebook-store.ts';
export { sqlFactorStore } from './factor-store.ts';
export { sqlFlowStore } from './flow-store.ts';
export { sqlInterestStore } from './interest-store.ts';
export { sqlLaunchStore } from './launch-store.ts';
export { sqlLockoutStore } from './lockout-store.ts';
export { type SqlMailQueue, sqlMailQueue } from './mail-queue.ts';
export { sqlMaintenanceLog } from './maintenance-log.ts';
export { sqlMessageStore } from './message-store.ts';
export { type MovedAccounts, sqlMovedAccounts } from './moved-accounts.ts';
export { sqlPasskeyStore } from './passkey-store.ts';
export { sqlPauseStore } from './pause-store.ts';
export { sqlReportStore } from './report-store.ts';
export { sqlRoleStore } from './role-store.ts';
export { sqlSecurityLog } from './security-log.ts';
export { sqlSessionStore } from './session-store.ts';
export { sqlSmsQueue } from './sms-queue.ts';
export { sqlTokenStore } from './token-store.ts';
export { type SqlUserStore, sqlUserStore } from './user-store.ts';
export { wipeContent } from './wipe-content.ts';
