import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { foldEmails, type MigrationStep } from '../rows/fold-emails.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { PostgresDatabase, PostgresTransaction } from './database.ts';
import { makeLeases, postgresLocks } from './shared-locks.ts';

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

/** How often the process that copies is waited for again, in milliseconds. */
const askedAgainMs = 200;

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

/** Migrates, unless the schema that it finds is another than `copied`: that one is returned, and nothing is changed. */
async function migrateIn(
  transaction: PostgresTransaction,
  copied: number | undefined,
): Promise<number | undefined> {
  await transaction.lock(lockName);
  await makeTable.run(transaction, {});
  await makeLeases.run(transaction, {});
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
 * of it, as hosts end a transaction that pauses, in one process at a time. Rejects when the database is newer than this
 * program.
 */
export async function migrate(
  database: PostgresDatabase,
  before: BeforeMigration = async () => undefined,
): Promise<void> {
  const locks = postgresLocks(database);
  let [isHeld, copied]: [boolean, number | undefined] = [false, undefined];
  try {
    for (;;) {
      const found = await database.write((transaction) => migrateIn(transaction, copied));
      if (found === undefined) return;
      if (isHeld) {
        await before();
        copied = found;
      } else {
        // Another process may have migrated before this one had the lock.
        isHeld = await locks.take(lockName);
        if (!isHeld) await wait(askedAgainMs);
      }
    }
  } finally {
    await locks.close();
  }
}
