export {
  type ArchivedFile,
  type ArchiveError,
  type ArchiveHeader,
  archiveVersion,
  checkHeader,
  isArchivePath,
  isComplete,
  type KnownSchema,
} from './archive.ts';
export type {
  DamagedDatabase,
  DatabaseSnapshots,
  MaintenanceLog,
  MaintenanceTask,
  Snapshot,
} from './ports.ts';
export {
  backupFileName,
  backupsToRemove,
  integrityCheckIntervalMs,
  isBackupFileName,
  isIntegrityCheckDue,
} from './rotation.ts';
