import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

const directory = new URL('./migrations/', import.meta.url);

/** One numbered step of the schema, `NNNN-title.sql`. */
interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

function readMigrations(): readonly Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name,
      sql: readFileSync(new URL(name, directory), 'utf8'),
    }));
}

/**
 * Brings the schema up to date: each missing step in one transaction, recorded in `schema_migrations`.
 * Safe beside another process that migrates the same file. Throws when the database is newer than this program.
 */
export function migrate({ sql }: Database): void {
  const migrations = readMigrations();
  sql.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
  );
  const done = sql.prepare<[], number>('SELECT version FROM schema_migrations').pluck();
  const newest = Math.max(0, ...done.all());
  const known = Math.max(0, ...migrations.map(({ version }) => version));
  if (newest > known) {
    throw new Error(
      `The database has schema ${newest}, this program knows ${known}: update the program`,
    );
  }
  const record = sql.prepare('INSERT INTO schema_migrations (version, name) VALUES (?, ?)');
  const step = sql.transaction((migration: Migration) => {
    if (done.all().includes(migration.version)) return;
    sql.exec(migration.sql);
    record.run(migration.version, migration.name);
  });
  for (const migration of migrations) step.immediate(migration);
}
