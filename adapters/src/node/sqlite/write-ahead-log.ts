import { closeSync, fdatasync, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { checkpointsOf } from './checkpoints.ts';

/** Puts what was written to an open file onto the disk. */
export type Sync = (file: number) => Promise<void>;

/** A checkpoint is due once the log has grown by this many bytes: the 1000 pages of SQLite's own default. */
const growth = 1000 * 4096;
/**
 * A checkpoint also happens this long after the last one at the latest, in milliseconds: deleted data stays in the
 * files until then, and the log of a site with few visitors takes weeks to grow.
 */
const longestMs = 3_600_000;

/**
 * The write-ahead log of an open database. The disk is waited for in other threads, since on a busy one a sync takes a
 * second. Source: docs/decisions/0051-synced-in-another-thread.md.
 */
export interface WriteAheadLog {
  /** Resolves once each commit so far is on the disk. Rejects with `SQLITE_IOERR_FSYNC` when that is not known. */
  readonly sync: () => Promise<void>;
  readonly isCheckpointDue: () => boolean;
  /**
   * Copies the log into the database and empties it, during which `hold` is called for a function that writers must not
   * run beside. Rejects when the disk does, and when a reader prevents it.
   */
  readonly checkpoint: (hold: (empty: () => Promise<void>) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The log of the SQLite file at `path`, which must be open in WAL mode. */
export function writeAheadLog(path: string, sync: Sync = promisify(fdatasync)): WriteAheadLog {
  // Any descriptor syncs the whole file. SQLite's locks are on other files, so that closing this one releases none.
  const file = openSync(`${path}-wal`, 'r+');
  const checkpoints = checkpointsOf(path);
  let dueAt = growth;
  let lastAt = performance.now();
  return {
    sync: () =>
      sync(file).catch((error: Error) => {
        throw new Sqlite.SqliteError(error.message, 'SQLITE_IOERR_FSYNC');
      }),
    isCheckpointDue: () => fstatSync(file).size >= dueAt || performance.now() - lastAt >= longestMs,
    checkpoint: async (hold) => {
      try {
        await checkpoints.copy();
        await hold(async () => {
          if (!(await checkpoints.empty()))
            throw new Sqlite.SqliteError('A reader holds the log', 'SQLITE_BUSY_SNAPSHOT');
        });
      } finally {
        dueAt = fstatSync(file).size + growth;
        lastAt = performance.now();
      }
    },
    close: async () => {
      await checkpoints.close();
      closeSync(file);
    },
  };
}
