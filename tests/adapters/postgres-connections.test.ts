import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@coachsite/adapters/postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '#adapters/src/node/database-copy/connection.ts';
import { openDatabase } from '#adapters/src/node/postgres/database.ts';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { newRole } from '../support/postgres-role.ts';
import { onServer } from '../support/postgres-schema.ts';

const slow = prepared<object, { done: boolean }>('SELECT pg_sleep(0.02) IS NOT NULL AS done');
const many = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 60 }, (_, index) => act(index)));

test('where the server has fewer connections than the pool may open, statements and transactions wait for each other', async () => {
  const { name, url } = await newRole({}, 'CONNECTION LIMIT 3');
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  const results = await many((index) =>
    index % 3 === 0 ? database.write((on) => slow.get(on, {})) : slow.get(database, {}),
  );
  expect(results).toEqual(Array(60).fill({ done: true }));
  // Once there is place again, the pool is as large as it may be.
  await onServer(`ALTER ROLE ${name} CONNECTION LIMIT -1`);
  const open = prepared<object, { count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE usename = '${name}'`,
  );
  const opened = async () => {
    await many(() => slow.get(database, {}));
    return (await open.get(database, {}))?.count;
  };
  await expect.poll(opened, { interval: 500 }).toBe(10);
});

test('where other programs have every connection, a statement waits until one is given back', async () => {
  const { url } = await newRole({}, 'CONNECTION LIMIT 1');
  const other = new pg.Client(url);
  await other.connect();
  const database = openDatabase(url);
  onTestFinished(() => database.close());
  const waiting = slow.get(database, {});
  await wait(500);
  await other.end();
  expect(await waiting).toEqual({ done: true });
});

test('a copy waits for a place as well', async () => {
  const { url } = await newRole({}, 'CONNECTION LIMIT 1');
  const other = new pg.Client(url);
  await other.connect();
  const copying = inTransaction(url, 'REPEATABLE READ, READ ONLY', async () => 'copied');
  await wait(500);
  await other.end();
  expect(await copying).toBe('copied');
});

test('a pool opens no more connections than it was told', async () => {
  const { name, url } = await newRole();
  const database = await openPostgres(url, undefined, { connections: 2 });
  onTestFinished(() => database.close());
  await many(() => slow.get(database, {}));
  const [open] = await onServer<{ count: string }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE usename = '${name}'`,
  );
  expect(Number(open?.count)).toBe(2);
});
