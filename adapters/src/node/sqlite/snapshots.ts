import { closeSync, openSync } from 'node:fs';
import type { DatabaseSnapshots, Snapshot } from '@coachsite/core/backup';
import Sqlite from 'better-sqlite3';
import { integrityOf } from './integrity.ts';
import { schemaOf } from './migrate.ts';

/** Waits at most this long for a lock of another process, in milliseconds. */
const busyTimeoutMs = 10_000;

function describe(sql: Sqlite.Database): Snapshot {
  const hasEbooks = sql
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ebook_version'")
    .get();
  const ebooks = hasEbooks
    ? sql.prepare<[], string>('SELECT DISTINCT sha256 FROM ebook_version').pluck().all()
    : [];
  return { schema: schemaOf(sql), ebooks };
}

/** Reads what a snapshot holds, once it is proven to be whole. Errors: `database_damaged`. */
export function readSnapshot(path: string) {
  const sql = new Sqlite(path, { fileMustExist: true, readonly: true });
  try {
    return integrityOf(sql).map(() => describe(sql));
  } finally {
    sql.close();
  }
}

/**
 * Snapshots of the SQLite file at `path`, of one read transaction: servers and commands go on writing meanwhile. The
 * file is neither migrated nor changed. `take` throws when the file does not exist or the disk is full.
 * Source: docs/security.md#DR-4.
 */
export function sqliteSnapshots(path: string): DatabaseSnapshots {
  return {
    engine: 'sqlite',
    take: async (target) => {
      const sql = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
      try {
        // Copying writes indexes anew, so a damaged one shows in the original only.
        const checked = integrityOf(sql);
        if (checked.isErr()) return checked.map(() => ({ schema: 0, ebooks: [] }));
        closeSync(openSync(target, 'wx', 0o600));
        sql.prepare('VACUUM INTO ?').run(target);
      } finally {
        sql.close();
      }
      return readSnapshot(target);
    },
  };
}
