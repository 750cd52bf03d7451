export { type DataFolders, type MadeBackup, makeBackup } from './make-backup.ts';
export { openMigrated } from './open-database.ts';
export { type RestoreError, restoreBackup } from './restore.ts';
export { rotateBackups } from './rotate.ts';
