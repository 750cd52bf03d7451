import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@coachsite/adapters/postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '#adapters/src/node/database-copy/connection.ts';
import { openDatabase, type PostgresDatabase } from '#adapters/src/node/postgres/database.ts';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { newRole } from '../support/postgres-role.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { pause } from '../support/two-processes.ts';

/** What a host, or the technician of another program, may have set. */
const unfit = {
  default_transaction_isolation: 'serializable',
  idle_in_transaction_session_timeout: '300ms',
  idle_session_timeout: '300ms',
  lock_timeout: '300ms',
  statement_timeout: '300ms',
  transaction_timeout: '300ms',
};

function opened(...given: Parameters<typeof openDatabase>): PostgresDatabase {
  const database = openDatabase(...given);
  onTestFinished(() => database.close());
  return database;
}

const settings = `SELECT name, setting FROM pg_settings
  WHERE name IN ('default_transaction_isolation', 'idle_in_transaction_session_timeout', 'idle_session_timeout',
    'lock_timeout', 'statement_timeout', 'transaction_timeout', 'standard_conforming_strings')`;
const asRecord = (rows: readonly unknown[]) =>
  Object.fromEntries(
    (rows as { name: string; setting: string }[]).map(({ name, setting }) => [name, setting]),
  );
const settingsOf = async ({ run }: Pick<PostgresDatabase, 'run'>) =>
  asRecord((await run(settings, {})).rows);

const forAll = {
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
  idle_session_timeout: '0',
  transaction_timeout: '0',
};

test('whatever the role has by default, every connection has what the stores need', async () => {
  const { url } = await newRole({ ...unfit, standard_conforming_strings: 'off' });
  const limits = {
    lock_timeout: '10000',
    statement_timeout: '20000',
    idle_in_transaction_session_timeout: '20000',
  };
  expect(await settingsOf(opened(url))).toEqual({ ...forAll, ...limits });
  expect(await settingsOf(opened(`${url}&statement_timeout=7000`))).toEqual({
    ...forAll,
    ...limits,
    statement_timeout: '7000',
  });
  const none = {
    lock_timeout: '0',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  const patient = opened(`${url}&statement_timeout=7000`, { isPatient: true });
  expect(await settingsOf(patient)).toEqual({ ...forAll, ...none });
  // Of a backup, a restore and a move.
  const copying = await inTransaction(url, 'REPEATABLE READ, READ ONLY', async (client) =>
    asRecord((await client.query(settings)).rows),
  );
  expect(copying).toEqual({ ...forAll, ...none, lock_timeout: '10000' });
});

test.each(['repeatable read', 'serializable'])(
  'counting at once succeeds where transactions are %s by default',
  async (isolation) => {
    const { url } = await newRole({ default_transaction_isolation: isolation });
    const database = await openPostgres(url);
    onTestFinished(() => database.close());
    await prepared("INSERT INTO maintenance VALUES ('backup', 0)").run(database, {});
    const count = prepared(
      'UPDATE maintenance SET done_at_ms = done_at_ms + 1 WHERE pg_sleep(0.002) IS NOT NULL',
    );
    await Promise.all(Array.from({ length: 60 }, () => count.run(database, {})));
    const read = prepared<object, { at: number }>('SELECT done_at_ms AS at FROM maintenance');
    expect(await read.get(database, {})).toEqual({ at: 60 });
  },
);

test('the copy before a migration may take longer than the host lets a transaction pause', async () => {
  const { url } = await newRole(unfit);
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  await prepared('DELETE FROM schema_migrations WHERE version > 49').run(database, {});
  await prepared('UPDATE schema_migrations SET version = 48').run(database, {});
  const copy = vi.fn(() => wait(700));
  // The tables are there, so the migration itself fails after its copy.
  await expect(openPostgres(url, copy)).rejects.toThrow('already exists');
  expect(copy).toHaveBeenCalledTimes(1);
});

test('while the copy is made, no transaction is open', async () => {
  const { name, url } = await newRole();
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  await prepared('DELETE FROM schema_migrations WHERE version > 49').run(database, {});
  await prepared('UPDATE schema_migrations SET version = 48').run(database, {});
  const states = prepared<object, { state: string }>(
    `SELECT state FROM pg_stat_activity WHERE usename = '${name}' AND pid <> pg_backend_pid()`,
  );
  let seen: readonly { state: string }[] = [];
  const copy = async () => {
    seen = await states.all(database, {});
  };
  await expect(openPostgres(url, copy)).rejects.toThrow('already exists');
  expect(seen).toEqual([{ state: 'idle' }]);
});

test('of processes that start at once one copies', async () => {
  const url = await newSchema();
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  const versions = prepared<object, { version: number; name: string }>(
    'SELECT version, name FROM schema_migrations WHERE version > 49',
  );
  const put = prepared<{ version: number; name: string }>(
    'INSERT INTO schema_migrations VALUES (:version, :name)',
  );
  const newer = await versions.all(database, {});
  await prepared('DELETE FROM schema_migrations WHERE version > 49').run(database, {});
  const copy = vi.fn(async () => {
    await wait(100);
    // In place of the migration, whose tables are there.
    for (const row of newer) await put.run(database, row);
  });
  const opening = Array.from({ length: 3 }, () => openPostgres(url, copy));
  for (const opened of await Promise.all(opening)) await opened.close();
  expect(copy).toHaveBeenCalledTimes(1);
});

test('a database that another process migrated meanwhile is not migrated again', async () => {
  const url = await newSchema();
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  const versions = prepared<object, { version: number; name: string }>(
    'SELECT version, name FROM schema_migrations ORDER BY version',
  );
  const all = await versions.all(database, {});
  await prepared('DELETE FROM schema_migrations WHERE version > 49').run(database, {});
  const copy = vi.fn(async () => {
    for (const row of all.filter(({ version }) => version > 49)) {
      await prepared<{ version: number; name: string }>(
        'INSERT INTO schema_migrations VALUES (:version, :name)',
      ).run(database, row);
    }
  });
  await (await openPostgres(url, copy)).close();
  expect(copy).toHaveBeenCalledTimes(1);
  expect(await versions.all(database, {})).toEqual(all);
});

test('a start waits for a migration longer than the host lets a statement run', async () => {
  const { url } = await newRole(unfit);
  const first = await openPostgres(url);
  onTestFinished(() => first.close());
  let isOpen = false;
  const other = await first.write(async (on) => {
    await on.lock('migrations');
    const opening = openPostgres(url).then((database) => {
      isOpen = true;
      return database;
    });
    await pause(on, 0.8);
    expect(isOpen).toBe(false);
    return { opening };
  });
  await (await other.opening).close();
});
