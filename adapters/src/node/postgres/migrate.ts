import { readdirSync, readFileSync } from 'node:fs';
import { foldEmails, type MigrationStep } from '../rows/fold-emails.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { PostgresDatabase, PostgresTransaction } from './database.ts';

/** The lock of the process that migrates, or copies the site before. */
const lockName = 'migrations';
const directory = new URL('./migrations/', import.meta.url);

/** The numbers of the migrations are those of SQLite's schema, whose state they reach. */
const migrations = () =>
  readdirSync(directory)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));

const makeTable = prepared<None>(
  'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL)',
);
const done = prepared<None, { version: number }>('SELECT version FROM schema_migrations');
const record = prepared<{ version: number; name: string }>(
  'INSERT INTO schema_migrations (version, name) VALUES (:version, :name)',
);

/** Runs before a database that holds a site is migrated; nothing is migrated when it rejects. */
export type BeforeMigration = () => Promise<void>;

/** For as long as the connection lasts. */
const lockSession = prepared<{ key: string }>('SELECT pg_advisory_lock(hashtextextended(:key, 0))');

/** Migrates, unless the schema that it finds is another than `copied`: that one is returned, and nothing is changed. */
/** Runs the steps of a migration that SQL alone cannot do. */
async function runSteps(
  transaction: PostgresTransaction,
  steps: Generator<MigrationStep, void, readonly unknown[]>,
): Promise<void> {
  let rows: readonly unknown[] = [];
  for (let step = steps.next(rows); !step.done; step = steps.next(rows)) {
    const { sql, bound = {} } = step.value;
    rows = await prepared<object, unknown>(sql).all(transaction, bound);
  }
}

async function migrateIn(
  transaction: PostgresTransaction,
  copied: number | undefined,
): Promise<number | undefined> {
  // Also where the connection that had it for its session was lost.
  await transaction.lock(lockName);
  await makeTable.run(transaction, {});
  const versions = (await done.all(transaction, {})).map(({ version }) => version);
  const known = migrations();
  const [schema, newest] = [Math.max(0, ...versions), known.at(-1)?.version ?? 0];
  if (schema > newest)
    throw new Error(
      `The database has schema ${schema}, this program knows ${newest}: update the program`,
    );
  const missing = known.filter(({ version }) => !versions.includes(version));
  if (schema > 0 && missing.length > 0 && schema !== copied) return schema;
  for (const migration of missing) {
    await transaction.script(readFileSync(new URL(migration.name, directory), 'utf8'));
    if (migration.version === 52) await runSteps(transaction, foldEmails({ inColumns: true }));
    await record.run(transaction, migration);
  }
  return undefined;
}

/**
 * Brings the schema up to date in one transaction, while every other process that migrates waits. `before` runs outside
 * of it, as hosts end a transaction that pauses. `database` has one connection, and is closed afterwards, which ends the
 * lock. Rejects when the database is newer than this program.
 */
export async function migrate(
  database: PostgresDatabase,
  before: BeforeMigration = async () => undefined,
): Promise<void> {
  await lockSession.run(database, { key: lockName });
  let copied: number | undefined;
  for (;;) {
    const found = await database.write((transaction) => migrateIn(transaction, copied));
    if (found === undefined) return;
    await before();
    copied = found;
  }
}
