import type { SqliteDatabase } from './database.ts';

/** Writes the first page of the database again as it is, in a commit of its own. Rejects when that fails. */
export function probeWrites({ sql, write }: SqliteDatabase): Promise<void> {
  return write(async () => {
    sql.pragma(`user_version = ${sql.pragma('user_version', { simple: true })}`);
  });
}
