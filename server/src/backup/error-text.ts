import type { Config } from '../config/config.ts';
import type { RestoreError } from './restore.ts';
import type { WriteBackupError } from './write-backup.ts';

type Place = Pick<Config, 'dataDirectory'>;

/** Why no backup was made, for the operator. */
export function backupErrorText(error: WriteBackupError, { dataDirectory }: Place): string {
  switch (error.kind) {
    case 'no_database':
      return `There is nothing to back up: ${dataDirectory} holds no database`;
    case 'own_folder':
      return `No backup was made: ${error.folder} belongs to the data of the site`;
    case 'not_a_backup':
      return `${error.path} is no backup of this program, so it was not overwritten`;
    case 'database_damaged':
      return `No backup was made, because the database is damaged: ${error.reason}`;
  }
}

/** Why the archive `path` was not restored, for the operator. */
export function restoreErrorText(
  error: RestoreError,
  path: string,
  { dataDirectory }: Place,
): string {
  switch (error.kind) {
    case 'foreign':
      return `${path} is no backup of this program; nothing was changed`;
    case 'damaged':
      return `${path} is damaged or incomplete; nothing was changed`;
    case 'newer':
      return `${path} is from a newer version of this program: update the program first; nothing was changed`;
    case 'not_empty':
      return `${dataDirectory} is not empty (it holds ${error.found}): set DATA_DIR to an empty folder; nothing was changed`;
    case 'in_use':
      return `A server is using ${dataDirectory}: set DATA_DIR to an empty folder; nothing was changed`;
  }
}
