import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  openPostgres,
  type PostgresClock,
  type PostgresDatabase,
  postgresClock,
  postgresLocks,
  probeWrites,
} from '@coachsite/adapters/postgres';
import type { Connection } from '@coachsite/adapters/sql';
import { sqlUserStore } from '@coachsite/adapters/stores';
import type { CanonicalEmail } from '@coachsite/core/account';
import { clockContract, userOf } from '@coachsite/core/testing';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#adapters/src/node/postgres/database.ts';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { cuttable } from '../support/cuttable.ts';
import { emptyPostgres, newSchema, onServer } from '../support/postgres-schema.ts';
import { pause, until } from '../support/two-processes.ts';

const count = (table: string) => {
  const statement = prepared<object, { rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
  return async (on: Connection) => (await statement.get(on, {}))?.rows;
};

const migrations = readdirSync('adapters/src/node/postgres/migrations').length;

async function opened(url: string) {
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  return database;
}

test('of processes that start at once one migrates', async () => {
  const url = await newSchema();
  const databases = await Promise.all([opened(url), opened(url), opened(url)]);
  for (const database of databases) {
    expect(await count('schema_migrations')(database)).toBe(migrations);
    expect(await count('users')(database)).toBe(0);
  }
});

test('a database that is newer than the program is rejected, and left alone', async () => {
  const url = await newSchema();
  const database = await opened(url);
  await prepared("INSERT INTO schema_migrations VALUES (9999, 'later')").run(database, {});
  await expect(openPostgres(url)).rejects.toThrow(
    /^The database has schema 9999, this program knows \d+: update the program$/,
  );
  expect(await count('users')(database)).toBe(0);
});

test('a site is copied before it is migrated, by one process, and not migrated without a copy', async () => {
  const url = await newSchema();
  const copy = vi.fn(async () => undefined);
  for (const _ of ['empty', 'up to date']) await (await openPostgres(url, copy)).close();
  expect(copy).not.toHaveBeenCalled();
  const database = await opened(url);
  await prepared('DELETE FROM schema_migrations WHERE version > 49').run(database, {});
  await prepared('UPDATE schema_migrations SET version = 48').run(database, {});
  const full = openPostgres(url, () => Promise.reject(new Error('the disk is full')));
  await expect(full).rejects.toThrow('the disk is full');
  // The tables are there, so the migration itself fails after its copy.
  await expect(openPostgres(url, copy)).rejects.toThrow('already exists');
  expect(copy).toHaveBeenCalledTimes(1);
});

test('a statement by itself that ends in a deadlock is tried again', async () => {
  const database = await emptyPostgres();
  const put = prepared<{ task: string }>('INSERT INTO maintenance VALUES (:task, 0)');
  for (const task of ['backup', 'clean_up']) await put.run(database, { task });
  const set = prepared<{ task: string; at: number }>(
    'UPDATE maintenance SET done_at_ms = :at WHERE task = :task',
  );
  // Takes the rows in the order in which they were added.
  const next = prepared<object>('UPDATE maintenance SET done_at_ms = done_at_ms + 1');
  const written = database.write(async (on) => {
    await set.run(on, { task: 'clean_up', at: 10 });
    const alone = next.run(database, {});
    // It holds the first row by now, and waits for the second; the server ends it in a second.
    await pause(on, 0.2);
    await set.run(on, { task: 'backup', at: 10 });
    return { alone };
  });
  expect(await (await written).alone).toBe(2);
  const times = prepared<object, { at: number }>('SELECT done_at_ms AS at FROM maintenance');
  expect(await times.all(database, {})).toEqual([{ at: 11 }, { at: 11 }]);
});

test('a write that throws is rolled back alone, and no listener is called', async () => {
  const database = await emptyPostgres();
  const users = sqlUserStore(database);
  const committed = vi.fn();
  const add = (id: string, isBroken: boolean) =>
    database.write(async (on) => {
      await users.add(on, userOf(id));
      on.onCommitted(() => committed(id));
      if (isBroken) throw new Error('broken');
    });
  const results = await Promise.allSettled([add('u', false), add('v', true), add('w', false)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await count('users')(database)).toBe(2);
  expect(committed.mock.calls.flat().toSorted()).toEqual(['u', 'w']);
});

test('of two transactions that wait for each other one is tried again', async () => {
  const database = await emptyPostgres();
  const users = sqlUserStore(database);
  const held: string[] = [];
  const both = (id: string, first: string, second: string) =>
    database.write(async (on) => {
      await on.lock(first);
      held.push(first);
      await until(on, async () => new Set(held).size === 2);
      await on.lock(second);
      await users.add(on, userOf(id));
    });
  await Promise.all([both('u', 'one', 'other'), both('v', 'other', 'one')]);
  expect(await count('users')(database)).toBe(2);
  expect(held).toHaveLength(3);
});

test('numbers are numbers, and a NUL in a text ends no request', async () => {
  const database = await emptyPostgres();
  const users = sqlUserStore(database);
  const [at, email] = [Number.MAX_SAFE_INTEGER, '\0' as CanonicalEmail];
  await users.create({ ...userOf('u'), createdAt: at, passwordHash: 'a\0b' });
  expect(await users.byId('u')).toMatchObject({ createdAt: at, passwordHash: 'a\uFFFDb' });
  expect(await users.byEmail(email)).toBeUndefined();
});

test('a connection that is lost rejects what runs on it, and the next statement has another', async () => {
  const url = new URL(await newSchema());
  url.searchParams.set('application_name', url.searchParams.get('options') ?? '');
  const name = url.searchParams.get('application_name');
  const database = await opened(url.href);
  const users = sqlUserStore(database);
  const lose = () =>
    onServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${name}'`,
    );
  const written = database.write(async (on) => {
    await users.add(on, userOf('u'));
    // Ends its own connection.
    await prepared<object>('SELECT pg_terminate_backend(pg_backend_pid())')
      .run(on, {})
      .catch(() => undefined);
    await users.add(on, userOf('v'));
  });
  await expect(written).rejects.toThrow();
  await users.create(userOf('w'));
  await lose();
  await expect.poll(() => count('users')(database)).toBe(1);
});

test('a server that vanished is given up, and the next statement has another connection', async () => {
  const line = await cuttable(await newSchema());
  onTestFinished(line.stop);
  const database = await opened(line.url);
  const users = sqlUserStore(database);
  await users.create(userOf('u'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const read = async () => {
    line.silence();
    await users.byId('u');
  };
  const write = () =>
    database.write(async (on) => {
      await users.add(on, userOf('v'));
      line.silence();
      await users.add(on, userOf('w'));
    });
  for (const act of [read, write]) {
    let isOver = false;
    const rejected = expect(act()).rejects.toMatchObject({ code: 'POSTGRES_LOST' });
    void rejected.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await wait(1);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await rejected;
    expect(await count('users')(database)).toBe(1);
  }
});

describe('locks', () => {
  const ends = prepared<object, { left: number }>(
    'SELECT ends_at_ms - (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS left FROM leases',
  );
  const pass = prepared<{ ms: number }>('UPDATE leases SET ends_at_ms = ends_at_ms - :ms');

  async function twoHolders() {
    const database = await opened(await newSchema());
    const holders = [postgresLocks(database), postgresLocks(database)] as const;
    onTestFinished(async () => {
      await Promise.all(holders.map(({ close }) => close()));
    });
    return { database, holders };
  }

  test('are held for as long as their work takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { database, holders } = await twoHolders();
    const [one, other] = holders;
    expect(await one.take('sign-in')).toBe(true);
    await pass.run(database, { ms: 10_000 });
    expect(await other.take('sign-in')).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    const left = async () => (await ends.get(database, {}))?.left;
    await expect.poll(left).toBeGreaterThan(10_000);
    expect(await other.take('sign-in')).toBe(false);
    await one.free('sign-in');
    expect(await other.take('sign-in')).toBe(true);
  });

  test('of a process that ended are free after a while, and not freed by it any more', async () => {
    const { database, holders } = await twoHolders();
    const [one, other] = holders;
    for (const name of ['sign-in', 'left']) expect(await one.take(name)).toBe(true);
    await pass.run(database, { ms: 15_001 });
    expect(await other.take('sign-in')).toBe(true);
    await one.free('sign-in');
    expect(await one.take('sign-in')).toBe(false);
    // Nor does anything stay of names that nobody takes again.
    await other.free('sign-in');
    expect(await ends.all(database, {})).toEqual([]);
  });
});

test('a database that cannot be reached rejects', async () => {
  const database = openDatabase('postgresql://nobody@localhost/none?host=/nowhere');
  onTestFinished(() => database.close());
  await expect(sqlUserStore(database).byId('u')).rejects.toMatchObject({
    code: 'POSTGRES_ENOENT',
  });
  await expect(openPostgres('postgresql://nobody@localhost/none?host=/nowhere')).rejects.toThrow();
});

test('what the database rejects is an error with its code, and without values of rows', async () => {
  const database = await emptyPostgres();
  const users = sqlUserStore(database);
  const email = 'ann@example.com' as CanonicalEmail;
  await users.create({ ...userOf('u'), email });
  const again = prepared<{ email: string }>(
    `INSERT INTO users (id, email, is_anonymous, metadata, created_at_ms, updated_at_ms)
     VALUES ('v', :email, 0, '{}', 1, 1)`,
  ).run(database, { email });
  const taken = await again.catch((error: unknown) => error);
  expect(taken).toMatchObject({ code: 'POSTGRES_23505', violated: 'users_email' });
  const invalid = prepared<{ email: string }>('SELECT :email::bigint').run(database, { email });
  const rejected = await invalid.catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'POSTGRES_22P02' });
  for (const error of [taken, rejected]) {
    const kept = [error, Object.getOwnPropertyDescriptors(error)].map((part) =>
      JSON.stringify(part, (_, value) => (value instanceof Error ? String(value) : value)),
    );
    expect(kept.join()).not.toContain('ann@');
  }
});

test('a database that only reads takes no writes, and its probe says so', async () => {
  const url = new URL(await newSchema());
  await probeWrites(await opened(url.href));
  const options = url.searchParams.get('options');
  url.searchParams.set('options', `${options} -c default_transaction_read_only=on`);
  const reading = openDatabase(url.href);
  onTestFinished(() => reading.close());
  await expect(probeWrites(reading)).rejects.toMatchObject({ code: 'POSTGRES_25006' });
});

describe('clock', () => {
  let clock: PostgresClock;
  beforeAll(async () => {
    const database = await openPostgres(await newSchema());
    clock = await postgresClock(database);
    return async () => {
      clock.stop();
      await database.close();
    };
  });

  clockContract({ test, expect }, () => clock);

  test('says the time of the database, whatever that of the process is', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const select = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at';
    const [before] = await onServer<{ at: number }>(select);
    const said = clock.now();
    const [after] = await onServer<{ at: number }>(select);
    // The reading of the clock took part of a round trip.
    expect(said).toBeGreaterThan(Number(before?.at) - 1000);
    expect(said).toBeLessThan(Number(after?.at) + 1000);
  });

  test('is not moved by a reading that waited for the database', async () => {
    const database = await opened(await newSchema());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let isHeld = false;
    let readings = 0;
    const held: PostgresDatabase = {
      ...database,
      run: async (text, bound) => {
        if (isHeld) vi.advanceTimersByTime(8_000);
        const read = await database.run(text, bound);
        readings += 1;
        return read;
      },
    };
    const followed = await postgresClock(held);
    onTestFinished(followed.stop);
    const before = followed.now() - performance.now();
    isHeld = true;
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => readings).toBeGreaterThan(1);
    expect(followed.now() - performance.now()).toBeCloseTo(before, -1);
  });
});

test('a sign-in without the password that is asked for leaves no connection open', async () => {
  // The messages AuthenticationSASL and AuthenticationSASLContinue of PostgreSQL's protocol.
  const asked = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x0c\0\0\0\x0br=ab'];
  const hasEnded = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    const next = asked.values();
    socket.on('data', () => socket.write(next.next().value ?? '', 'latin1'));
    socket.on('close', () => hasEnded.resolve());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const database = openDatabase(`postgres://coach@127.0.0.1:${port}/site`);
  await expect(count('users')(database)).rejects.toThrow('password must be a string');
  await database.close();
  await hasEnded.promise;
});
