export { backupTarget } from './backup-target.ts';
export { backupErrorText, moveErrorText, restoreErrorText } from './error-text.ts';
export { holdsSite } from './holds-site.ts';
export { makeBackup } from './make-backup.ts';
export { moveToPostgres } from './move-to-postgres.ts';
export { openMigrated } from './open-database.ts';
export { backupReport, moveReport } from './report.ts';
export { restoreBackup } from './restore.ts';
export { writeBackup } from './write-backup.ts';
