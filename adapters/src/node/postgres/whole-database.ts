import { contentRemovals } from '../rows/content.ts';
import type { PostgresDatabase } from './database.ts';
import { type None, prepared } from './statement.ts';

/** Deletes the content of visitors and samples in one commit; admin accounts and the security log stay. */
export function wipeContent({ write }: PostgresDatabase): Promise<void> {
  return write(async (on) => {
    for (const removal of contentRemovals) await on.script(removal);
  });
}

const size = prepared<None, { bytes: number }>(
  'SELECT pg_database_size(current_database()) AS bytes',
);

/** The size of the database on the disk of its server, in bytes. */
export async function databaseBytes(database: PostgresDatabase): Promise<number> {
  return (await size.get(database, {}))?.bytes ?? 0;
}

const rewrite = prepared<None>(
  'UPDATE schema_migrations SET name = name WHERE version = (SELECT min(version) FROM schema_migrations)',
);

/** Writes a row again as it is. Rejects when the database takes no writes, or cannot be reached. */
export async function probeWrites(database: PostgresDatabase): Promise<void> {
  await rewrite.run(database, {});
}
