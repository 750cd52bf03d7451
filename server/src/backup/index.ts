export { makeBackup } from './make-backup.ts';
export { openMigrated } from './open-database.ts';
export { type RestoreError, restoreBackup } from './restore.ts';
export { type WriteBackupError, writeBackup } from './write-backup.ts';
