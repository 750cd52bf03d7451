import { openDatabase, type SqliteDatabase } from './database.ts';
import { migrate } from './migrate.ts';

export { openDatabase, type SqliteDatabase } from './database.ts';
export { checkIntegrity } from './integrity.ts';
export { migrate, needsMigration, newestSchema } from './migrate.ts';
export { probeWrites } from './probe-writes.ts';
export { type ProcessLock, takeProcessLock } from './process-lock.ts';
export { readSnapshot, sqliteSnapshots } from './snapshots.ts';
export { type WatchedWrites, watchWrites } from './watch-writes.ts';

/**
 * Opens the file, migrates it at once, without a copy, and returns the connection. The stores are built from it, one
 * factory per port.
 */
export function openSqlite(path: string): SqliteDatabase {
  const database = openDatabase(path);
  migrate(database);
  return database;
}
