import type { EpochMs, Result } from '../kernel/index.ts';
import type { ArchiveHeader } from './archive.ts';

/** Recurring tasks whose last run is recorded; of two that the system runs also their last failure. */
export type MaintenanceTask =
  | 'backup'
  | 'backup_failed'
  | 'integrity_check'
  | 'clean_up'
  | 'audit'
  | 'audit_failed';

/** Stores when each task was last done. */
export interface MaintenanceLog {
  /** When a task was last done; `undefined` if never. */
  readonly lastAt: (task: MaintenanceTask) => Promise<EpochMs | undefined>;
  /** Stores that a task was done at `at`. */
  readonly record: (task: MaintenanceTask, at: EpochMs) => Promise<void>;
}

/** A consistent copy of the database in one file. */
export interface Snapshot {
  /** Number of the last migration in the copy. */
  readonly schema: number;
  /** SHA-256 of the e-book versions that the copy names, which are their keys in the blob store. */
  readonly ebooks: readonly string[];
  /** The folder that the files of e-books were copied to, from a database that holds them. */
  readonly ebookFolder?: string;
}

/** The database is damaged; the error has the first finding of its check. */
export interface DamagedDatabase {
  /** No copy was kept. */
  readonly kind: 'database_damaged';
  /** The finding in the words of the engine, for the operator. */
  readonly reason: string;
}

/** Copies the database while it is in use. The one part of a backup that depends on the engine. */
export interface DatabaseSnapshots {
  /** The engine that can open the copy; an archive names it. */
  readonly engine: ArchiveHeader['database']['engine'];
  /** Checks the database in full and writes a checked copy of one moment of it to `path`, which must not exist. */
  readonly take: (path: string) => Promise<Result<Snapshot, DamagedDatabase>>;
}
