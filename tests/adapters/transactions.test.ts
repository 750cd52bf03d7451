import { setTimeout as wait } from 'node:timers/promises';
import { type Database, WaitedInTransaction } from '@coachsite/adapters/sql';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlRoleStore, sqlUserStore } from '@coachsite/adapters/stores';
import { idOf, userOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async (): Promise<Database> => openSqlite(':memory:')],
  ['postgres', emptyPostgres],
] as const)('a transaction of %s', (_name, open) => {
  test.each([
    ['a timer', () => wait(1)],
    ['a turn of the event loop', () => new Promise(setImmediate)],
    ['another connection', (database: Database) => sqlRoleStore(database).holders('admin')],
  ])('that waits for %s is undone and fails; those beside it are kept', async (_what, other) => {
    const database = await open();
    const users = sqlUserStore(database);
    const write = (id: string, waits: boolean) =>
      database.write(async (on) => {
        await users.add(on, userOf(idOf(id)));
        if (waits) await other(database);
        await users.add(on, userOf(idOf(`${id}2`)));
      });
    const [first, second, third] = await Promise.allSettled([
      write('u', false),
      write('v', true),
      write('w', false),
    ]);
    expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(second).toMatchObject({ reason: expect.any(WaitedInTransaction) });
    const stored = (await users.list(10)).map(({ id }) => id);
    expect(stored.toSorted()).toEqual(['u', 'u2', 'w', 'w2'].map(idOf).toSorted());
  });

  test('begins another one, which follows it, also while earlier ones wait for too much', async () => {
    const database = await open();
    const users = sqlUserStore(database);
    const turn = () => new Promise(setImmediate);
    const waiting = Array.from({ length: 6 }, () => database.write(() => new Promise(() => null)));
    const ended = Promise.allSettled(waiting);
    await turn();
    let second: Promise<void> | undefined;
    const first = database.write(async (on) => {
      second ??= database.write((other) => users.add(other, userOf(idOf('second'))));
      await users.add(on, userOf(idOf('first')));
    });
    await turn();
    await turn();
    await Promise.all([first, database.write(async () => undefined), ended]);
    await second;
    expect(await users.list(10)).toHaveLength(2);
  });

  test('runs its statements in order, whatever others do at the same time', async () => {
    const database = await open();
    const users = sqlUserStore(database);
    const seen: string[][] = [];
    const add = (id: string) =>
      database.write(async (on) => {
        await users.add(on, userOf(idOf(id)));
        await users.add(on, userOf(idOf(`${id}2`)));
      });
    const look = async () => {
      seen.push((await users.list(100)).map(({ id }) => id));
    };
    await Promise.all(['a', 'b', 'c', 'd'].flatMap((id) => [add(id), look(), look()]));
    // Nobody sees half of a transaction.
    for (const ids of seen) expect(ids.length % 2).toBe(0);
  });
});
