export { backupErrorText, restoreErrorText } from './error-text.ts';
export { makeBackup } from './make-backup.ts';
export { openMigrated } from './open-database.ts';
export { restoreBackup } from './restore.ts';
export { writeBackup } from './write-backup.ts';
