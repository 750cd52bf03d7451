import type { Config } from '../config/config.ts';
import type { MoveError } from './move-to-postgres.ts';
import type { RestoreError } from './restore.ts';
import type { WriteBackupError } from './write-backup.ts';

type Place = Pick<Config, 'dataDirectory' | 'databaseUrl'>;

// The URL has a password, so it is not repeated.
const notEmptyDatabase = (found: string) =>
  `The database of DATABASE_URL is not empty (it has the table ${found}): set it to an empty one; nothing was changed`;

/** Why no backup was made, for the operator. */
export function backupErrorText(error: WriteBackupError, place: Place): string {
  switch (error.kind) {
    case 'no_database':
      return place.databaseUrl === undefined
        ? `There is nothing to back up: ${place.dataDirectory} holds no database`
        : 'There is nothing to back up: the database of DATABASE_URL holds no site';
    case 'own_folder':
      return `No backup was made: ${error.folder} belongs to the data of the site`;
    case 'not_a_backup':
      return `${error.path} is no backup of this program, so it was not overwritten`;
    case 'database_damaged':
      return `No backup was made, because the database is damaged: ${error.reason}`;
    case 'key_damaged':
      return `No backup was made, because a key of the site is damaged: take keys/${error.name} from an older backup (tar -xzf FILE keys/${error.name})`;
  }
}

/** Why the archive `path` was not restored, for the operator. */
export function restoreErrorText(
  error: RestoreError,
  path: string,
  { dataDirectory }: Place,
): string {
  switch (error.kind) {
    case 'no_file':
      return `There is no file ${path}`;
    case 'foreign':
      return `${path} is no backup of this program (a tar archive, with gzip or without, of all that it held); nothing was changed`;
    case 'damaged':
      return `${path} is damaged or incomplete: restore another backup; nothing was changed`;
    case 'key_damaged':
      return `${path} holds a damaged key (keys/${error.name}), with which the site does not start: restore another backup; nothing was changed`;
    case 'newer':
      return `${path} is from a newer version of this program: update the program first; nothing was changed`;
    case 'not_empty':
      return `${dataDirectory} is not empty (it holds ${error.found}): set DATA_DIR to an empty folder; nothing was changed`;
    case 'database_not_empty':
      return notEmptyDatabase(error.found);
    case 'files_not_placed':
      return `The database of DATABASE_URL was restored, but keys and outbox could not be put into ${dataDirectory} (${error.reason}): run this command again before the site is started`;
    case 'in_use':
      return `A server is using ${dataDirectory}: set DATA_DIR to an empty folder; nothing was changed`;
  }
}

/** Why the site was not moved, for the operator. */
export function moveErrorText(error: MoveError, { dataDirectory }: Place): string {
  switch (error.kind) {
    case 'no_target':
      return 'DATABASE_URL is not set: it says where the site moves to';
    case 'no_database':
      return `There is nothing to move: ${dataDirectory} holds no database`;
    case 'in_use':
      return `A server is using ${dataDirectory}: stop it first; nothing was changed`;
    case 'written_to':
      return `A command used ${dataDirectory} while it was moved, so nothing was moved: run this again, and nothing else meanwhile`;
    case 'database_not_empty':
      return notEmptyDatabase(error.found);
    case 'database_damaged':
      return `Nothing was moved, because the database is damaged: ${error.reason}`;
  }
}
