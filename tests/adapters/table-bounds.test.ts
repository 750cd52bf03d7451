import { openSqlite } from '@coachsite/adapters/sqlite';
import {
  sqlAttemptStore,
  sqlConsentLog,
  sqlLockoutStore,
  sqlSecurityLog,
} from '@coachsite/adapters/stores';
import { defaultLockout } from '@coachsite/core/defaults';
import { accountKey, clientRateLimitPrefix } from '@coachsite/core/rate-limit';
import type { SecurityEvent, SecurityLog } from '@coachsite/core/security-log';
import { describe, expect, test } from 'vitest';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import { emptyPostgres } from '../support/postgres-schema.ts';

/** The columns and values of events that clients report, for one row of `numbers`. */
const reported = `id, at_ms, source, action_type, severity, user_id, ip, user_agent, details`;
const report = `'old-' || n, 1, 'client', 'auth_failure', 'medium', NULL, '', '', '{}'`;

/** The stores of a new database, each with its limit. */
const databases = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const { sql } = database;
      return {
        attempts: (limit: number) => sqlAttemptStore(database, limit),
        lockouts: (limit: number) => sqlLockoutStore(database, limit),
        consents: (limit: number) => sqlConsentLog(database, limit),
        log: () => sqlSecurityLog(database),
        count: async (rows: string) =>
          sql.prepare<[], number>(`SELECT count(*) FROM ${rows}`).pluck().get() ?? 0,
        addReports: async (count: number) =>
          void sql.exec(`
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
            INSERT INTO security_events (${reported}) SELECT ${report} FROM numbers`),
      };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      return {
        attempts: (limit: number) => sqlAttemptStore(database, limit),
        lockouts: (limit: number) => sqlLockoutStore(database, limit),
        consents: (limit: number) => sqlConsentLog(database, limit),
        log: () => sqlSecurityLog(database),
        count: async (rows: string) => {
          const all = prepared<object, { number: number }>(
            `SELECT count(*) AS number FROM ${rows}`,
          );
          return Number((await all.get(database, {}))?.number);
        },
        addReports: async (count: number) =>
          void (await prepared(
            `INSERT INTO security_events (${reported}, is_public)
             SELECT ${report}, 0 FROM generate_series(1, ${count}) AS numbers (n)`,
          ).run(database, {})),
      };
    },
  ],
] as const;

/** Above their limit, tables are cut once per so many writes. */
const tidyEvery = 500;
const most = 100 + tidyEvery;

describe.each(databases)('a flood in %s', (_name, open) => {
  test('of client rate limits evicts no count of the server', async () => {
    const { attempts, count } = await open();
    const store = attempts(100);
    const guard = { maxAttempts: 1, windowMs: 1000 };
    const client = { maxAttempts: 1, windowMs: 60_000 };
    const guards = [accountKey('second_factor', 'u'), 'ip:verify:192.0.2.1'];
    for (const key of guards) await store.attempt(key, guard, 0);
    const keys = Array.from({ length: 1200 }, (_, i) => `${clientRateLimitPrefix}${i}`);
    await Promise.all(keys.map((key) => store.attempt(key, client, 1)));
    expect(await count('attempts')).toBeLessThanOrEqual(most);
    for (const key of guards) expect((await store.attempt(key, guard, 2)).allowed).toBe(false);
  });

  test('of networks evicts no count of an account', async () => {
    const { attempts, count } = await open();
    const store = attempts(100);
    const limit = { maxAttempts: 1, windowMs: 1000 };
    await store.attempt(accountKey('second_factor', 'u'), limit, 0);
    const keys = Array.from({ length: 1200 }, (_, i) => `ip:verify:2001:db8:${i}::/64`);
    await Promise.all(keys.map((key) => store.attempt(key, { ...limit, windowMs: 60_000 }, 1)));
    expect(await count('attempts')).toBeLessThanOrEqual(most);
    expect((await store.attempt(accountKey('second_factor', 'u'), limit, 2)).allowed).toBe(false);
  });

  test('of failures for invented addresses ends no lock', async () => {
    const { lockouts, count } = await open();
    const store = lockouts(100);
    const policy = { ...defaultLockout, lockoutMs: 60_000 };
    for (let i = 0; i < 5; i += 1) await store.reserve('locked@example.com', policy, 0);
    const keys = Array.from({ length: 1200 }, (_, i) => `${i}@example.com`);
    await Promise.all(keys.map((key) => store.reserve(key, policy, 1)));
    expect(await count('lockouts')).toBeLessThanOrEqual(most);
    expect((await store.reserve('locked@example.com', policy, 2)).locked).toBe(true);
  });

  test('of addresses that are all locked stops at the limit, and the oldest locks end', async () => {
    const { lockouts, count } = await open();
    const store = lockouts(100);
    const policy = { maxFailures: 1, lockoutMs: 60_000 };
    await store.reserve('first', policy, 0);
    const keys = Array.from({ length: 1200 }, (_, i) => `${i}@example.com`);
    await Promise.all(keys.map((key) => store.reserve(key, policy, 1)));
    expect(await count('lockouts')).toBeLessThanOrEqual(most);
    expect((await store.reserve('first', policy, 2)).locked).toBe(false);
  });

  test('of what clients report stops at ten thousand rows, never instead of what the server records', async () => {
    const { log, addReports, count } = await open();
    const recording = log();
    const record = (source: 'client' | 'server', id: string, ip = '192.0.2.1') =>
      recording.record({
        id,
        at: 1,
        source,
        actionType: 'auth_failure',
        severity: 'medium',
        userId: undefined,
        ip,
        userAgent: '',
        details: {},
      });
    await record('server', 'first');
    await addReports(12_000);
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => record('client', `new-${i}`, `192.0.2.${i}`)),
    );
    expect(await count("security_events WHERE source = 'client'")).toBeLessThanOrEqual(10_100);
    expect(await count("security_events WHERE id IN ('first', 'new-0')")).toBe(2);
  });

  test('by one network evicts its own rows first, not those from before a release that kept networks', async () => {
    const { log, addReports, count } = await open();
    const recording = log();
    await addReports(9950);
    const report = { source: 'client', actionType: 'auth_failure', severity: 'medium' } as const;
    const from = { at: 1, userId: undefined, ip: '192.0.2.1', userAgent: '', details: {} };
    for (let i = 0; i < 401; i += 1) await recording.record({ id: `n-${i}`, ...report, ...from });
    expect(await count("security_events WHERE id = 'old-1'")).toBe(1);
    expect(await count("security_events WHERE source = 'client'")).toBeLessThanOrEqual(10_100);
  });

  test('of cookie choices stops at the limit, and the oldest records are removed', async () => {
    const { consents } = await open();
    const log = consents(250);
    const choice = {
      policyVersion: '1',
      language: 'nl',
      functional: true,
      analytics: true,
    } as const;
    for (let at = 1; at <= 600; at += 1)
      await log.add({ ...choice, marketing: false, id: `number-${at}` }, at);
    // The size is looked at once per a hundred records.
    expect(await log.count()).toBeLessThanOrEqual(250 + 100);
    expect(await log.ofNumber('number-250', 1)).toEqual([]);
    expect(await log.ofNumber('number-600', 1)).toHaveLength(1);
  });
});

test('what admins did takes no place of other events, after a restart either', async () => {
  const database = openSqlite(':memory:');
  const recordBy = async (
    log: SecurityLog,
    actionType: SecurityEvent['actionType'],
    count: number,
  ) => {
    for (let i = 0; i < count; i += 1)
      await log.record({
        id: `${actionType}-${i}`,
        at: 1,
        source: 'server',
        actionType,
        severity: 'medium',
        userId: undefined,
        ip: '192.0.2.1',
        userAgent: '',
        details: {},
      });
  };
  await recordBy(sqlSecurityLog(database), 'role_change', 200);
  const reopened = sqlSecurityLog(database, 100);
  await recordBy(reopened, 'auth_failure', 50);
  expect(await reopened.list({ limit: 1000 })).toHaveLength(250);
  await database.close();
});
