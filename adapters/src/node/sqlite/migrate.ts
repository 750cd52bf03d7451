import { readdirSync, readFileSync } from 'node:fs';
import { foldEmails, type MigrationStep } from '../rows/fold-emails.ts';
import { busyTimeoutMs } from './connection.ts';
import type { SqliteDatabase } from './database.ts';

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

/** The number of the newest migration that this program has. */
export function newestSchema(): number {
  return Math.max(0, ...readMigrations().map(({ version }) => version));
}

/** The number of the last migration of the database; 0 for an empty one. */
export function schemaOf(sql: SqliteDatabase['sql']): number {
  const hasTable = sql
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'")
    .get();
  if (!hasTable) return 0;
  return sql.prepare<[], number>('SELECT max(version) FROM schema_migrations').pluck().get() ?? 0;
}

/** Whether `migrate` would change the database. Throws when the database is newer than this program. */
export function needsMigration({ sql }: Pick<SqliteDatabase, 'sql'>): boolean {
  const [schema, known] = [schemaOf(sql), newestSchema()];
  if (schema > known) {
    throw new Error(
      `The database has schema ${schema}, this program knows ${known}: update the program`,
    );
  }
  if (schema === 0) return true;
  const done = sql.prepare<[], number>('SELECT version FROM schema_migrations').pluck().all();
  return readMigrations().some(({ version }) => !done.includes(version));
}

/**
 * Brings the schema up to date: all missing steps in one transaction, recorded in `schema_migrations`.
 * Safe beside another process that migrates the same file. Throws when the database is newer than this program.
 */
export function migrate(database: Pick<SqliteDatabase, 'sql'>): void {
  if (needsMigration(database)) createAt(database.sql, newestSchema());
}

/** Runs the steps of a migration that SQL alone cannot do. */
function runSteps(
  sql: SqliteDatabase['sql'],
  steps: Generator<MigrationStep, void, readonly unknown[]>,
): void {
  let rows: readonly unknown[] = [];
  for (let step = steps.next(rows); !step.done; step = steps.next(rows)) {
    const statement = sql.prepare<object>(step.value.sql);
    const bound = step.value.bound ?? {};
    rows = statement.reader ? statement.all(bound) : [];
    if (!statement.reader) statement.run(bound);
  }
}

/** Brings the schema up to `version`: that of a database of another engine, which is copied. */
export function createAt(sql: SqliteDatabase['sql'], version: number): void {
  // Before the server serves, so the wait may block.
  sql.pragma(`busy_timeout = ${busyTimeoutMs}`);
  sql.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
  );
  const done = sql.prepare<[], number>('SELECT version FROM schema_migrations').pluck();
  const record = sql.prepare('INSERT INTO schema_migrations (version, name) VALUES (?, ?)');
  const steps = readMigrations().filter((migration) => migration.version <= version);
  const migrateAll = sql.transaction(() => {
    const versions = done.all();
    for (const migration of steps) {
      if (versions.includes(migration.version)) continue;
      sql.exec(migration.sql);
      if (migration.version === 52) runSteps(sql, foldEmails({ inColumns: false }));
      record.run(migration.version, migration.name);
    }
  });
  migrateAll.immediate();
  sql.pragma('busy_timeout = 0');
}
