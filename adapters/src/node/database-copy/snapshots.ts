import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type {
  DamagedDatabase,
  DatabaseSnapshots,
  MaintenanceLog,
  Snapshot,
} from '@coachsite/core/backup';
import Sqlite from 'better-sqlite3';
import { err, type Result } from 'neverthrow';
import pg from 'pg';
import { readSnapshot } from '../sqlite/index.ts';
import { createAt } from '../sqlite/migrate.ts';
import { sqlMaintenanceLog } from '../stores/index.ts';
import { inTransaction, storesIn } from './connection.ts';
import { copyEbooksOut } from './ebooks.ts';
import { lastNumbered, postgresRows } from './postgres-rows.ts';
import { rowDigest } from './row-digest.ts';
import { continueAfter, sqliteInsert, sqliteRows } from './sqlite-rows.ts';
import { commonTables, postgresColumns } from './tables.ts';
import { isBegun, postgresSchema } from './target.ts';

async function copyRowsOut(client: pg.Client, sql: Sqlite.Database): Promise<void> {
  for (const table of commonTables(sql, await postgresColumns(client))) {
    const [there, here] = [rowDigest(), rowDigest()];
    const insert = sqliteInsert(sql, table);
    for await (const row of postgresRows(client, table)) {
      there.add(row);
      insert(row);
    }
    const last = await lastNumbered(client, table);
    if (last !== undefined) continueAfter(sql, table, last);
    for (const row of sqliteRows(sql, table)) here.add(row);
    if (here.value() !== there.value()) {
      throw new Error(`The rows of ${table.name} are not the same after the copy`);
    }
  }
}

/** Writes the database to a new SQLite file of the same schema, in one commit. */
async function copyOut(client: pg.Client, path: string): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  const sql = new Sqlite(path);
  try {
    createAt(sql, await postgresSchema(client));
    sql.pragma('foreign_keys = OFF');
    sql.exec('BEGIN');
    await copyRowsOut(client, sql);
    sql.exec('COMMIT');
  } finally {
    sql.close();
  }
}

/** Whether the database at `url` holds a site, and not its empty tables. Rejects with the driver's error when it cannot be used. */
export const holdsSite = (url: string): Promise<boolean> =>
  inTransaction(url, 'REPEATABLE READ, READ ONLY', isBegun);

/** `data_corrupted` and the like: a page or an index of PostgreSQL is damaged. */
const isDamage = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code?.startsWith('XX') === true;

async function copyTo(client: pg.Client, path: string): Promise<Result<Snapshot, DamagedDatabase>> {
  try {
    await copyOut(client, path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return err({ kind: 'database_damaged', reason: error.message });
  }
  const taken = readSnapshot(path);
  if (taken.isErr()) return err(taken.error);
  const ebookFolder = `${path}-ebooks`;
  const copied = await copyEbooksOut(client, taken.value.ebooks, ebookFolder);
  return copied.map(() => ({ ...taken.value, ebookFolder }));
}

/**
 * Snapshots of the PostgreSQL database at `url`, of one moment of it: processes go on writing meanwhile. The copy is an
 * SQLite file, as an archive has it, and the e-books are files of a folder beside it. The database is neither migrated
 * nor changed. `take` rejects with the driver's error. Source: docs/security.md#DR-4.
 */
export function postgresSnapshots(url: string): DatabaseSnapshots {
  return {
    engine: 'sqlite',
    take: async (path) => {
      const taken = await inTransaction(url, 'REPEATABLE READ, READ ONLY', (client) =>
        copyTo(client, path),
      );
      if (taken.isErr()) await rm(path, { force: true });
      return taken;
    },
  };
}

/** Records in a database that is not migrated. */
export const recordIn = (url: string, ...[task, at]: Parameters<MaintenanceLog['record']>) =>
  inTransaction(url, 'READ COMMITTED', (client) =>
    sqlMaintenanceLog(storesIn(client)).record(task, at),
  );
