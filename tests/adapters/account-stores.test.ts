import {
  type PostgresDatabase,
  postgresAttemptStore,
  postgresFactorStore,
  postgresFlowStore,
  postgresLockoutStore,
  postgresRoleStore,
  postgresSecurityLog,
  postgresSessionStore,
  postgresSmsQueue,
  postgresTokenStore,
  postgresUserStore,
} from '@coachsite/adapters/postgres';
import {
  type Database,
  openSqlite,
  sqliteAttemptStore,
  sqliteFactorStore,
  sqliteFlowStore,
  sqliteLockoutStore,
  sqliteRoleStore,
  sqliteSecurityLog,
  sqliteSessionStore,
  sqliteSmsQueue,
  sqliteTokenStore,
  sqliteUserStore,
} from '@coachsite/adapters/sqlite';
import type { UserStore } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import { accountKey, clientRateLimitPrefix } from '@coachsite/core/rate-limit';
import {
  attemptStoreContract,
  factorStoreContract,
  flowStoreContract,
  lockoutStoreContract,
  memoryAttemptStore,
  memoryFactorStore,
  memoryFlowStore,
  memoryLockoutStore,
  memoryRoleStore,
  memorySecurityLog,
  memorySessionStore,
  memorySmsQueue,
  memoryTokenStore,
  memoryUserStore,
  roleStoreContract,
  securityLogContract,
  sessionStoreContract,
  smsQueueContract,
  tokenStoreContract,
  userOf,
  userStoreContract,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const sqlite =
  <Store>(make: (database: Database) => Store) =>
  async () =>
    make(openSqlite(':memory:'));

/** Creates the users that the rows of other stores refer to. */
const sqliteWithUsers =
  <Store>(make: (database: Database, users: UserStore) => Store) =>
  async () => {
    const database = openSqlite(':memory:');
    const users = sqliteUserStore(database);
    for (const id of ['u', 'v']) await users.create(userOf(id));
    return make(database, users);
  };

const postgres =
  <Store>(make: (database: PostgresDatabase) => Store) =>
  async () =>
    make(await emptyPostgres());

const postgresWithUsers =
  <Store>(make: (database: PostgresDatabase, users: UserStore) => Store) =>
  async () => {
    const database = await emptyPostgres();
    const users = postgresUserStore(database);
    for (const id of ['u', 'v']) await users.create(userOf(id));
    return make(database, users);
  };

const memoryMembers = async () => {
  const users = memoryUserStore();
  for (const id of ['u', 'v']) await users.create(userOf(id));
  return users;
};

describe('memory', () => {
  describe('users', () => userStoreContract({ test, expect }, async () => memoryUserStore()));
  describe('roles', () => roleStoreContract({ test, expect }, async () => memoryRoleStore()));
  describe('factors', () => factorStoreContract({ test, expect }, async () => memoryFactorStore()));
  describe('sessions', () =>
    sessionStoreContract({ test, expect }, async () => {
      const users = await memoryMembers();
      return { users, sessions: memorySessionStore(users) };
    }));
  describe('tokens', () =>
    tokenStoreContract({ test, expect }, async () => {
      const users = await memoryMembers();
      return { users, tokens: memoryTokenStore(users) };
    }));
  describe('codes', () => flowStoreContract({ test, expect }, async () => memoryFlowStore()));
  describe('text messages', () => smsQueueContract({ test, expect }, async () => memorySmsQueue()));
  describe('attempts', () =>
    attemptStoreContract({ test, expect }, async () => memoryAttemptStore()));
  describe('lockouts', () =>
    lockoutStoreContract({ test, expect }, async () => memoryLockoutStore()));
  describe('security log', () =>
    securityLogContract(
      { test, expect },
      async () => memorySecurityLog(),
      async (...limits) => memorySecurityLog(...limits),
    ));
});

describe('sqlite', () => {
  describe('users', () => userStoreContract({ test, expect }, sqlite(sqliteUserStore)));
  describe('roles', () => roleStoreContract({ test, expect }, sqliteWithUsers(sqliteRoleStore)));
  describe('factors', () =>
    factorStoreContract({ test, expect }, sqliteWithUsers(sqliteFactorStore)));
  describe('sessions', () =>
    sessionStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({ users, sessions: sqliteSessionStore(database) })),
    ));
  describe('tokens', () =>
    tokenStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({ users, tokens: sqliteTokenStore(database) })),
    ));
  describe('codes', () => flowStoreContract({ test, expect }, sqliteWithUsers(sqliteFlowStore)));
  describe('text messages', () => smsQueueContract({ test, expect }, sqlite(sqliteSmsQueue)));
  describe('attempts', () => attemptStoreContract({ test, expect }, sqlite(sqliteAttemptStore)));
  describe('lockouts', () => lockoutStoreContract({ test, expect }, sqlite(sqliteLockoutStore)));
  describe('security log', () =>
    securityLogContract({ test, expect }, sqlite(sqliteSecurityLog), async (...limits) =>
      sqliteSecurityLog(openSqlite(':memory:'), ...limits),
    ));
});

describe('postgres', () => {
  describe('users', () => userStoreContract({ test, expect }, postgres(postgresUserStore)));
  describe('roles', () =>
    roleStoreContract({ test, expect }, postgresWithUsers(postgresRoleStore)));
  describe('factors', () =>
    factorStoreContract({ test, expect }, postgresWithUsers(postgresFactorStore)));
  describe('sessions', () =>
    sessionStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({ users, sessions: postgresSessionStore(database) })),
    ));
  describe('tokens', () =>
    tokenStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({ users, tokens: postgresTokenStore(database) })),
    ));
  describe('codes', () =>
    flowStoreContract({ test, expect }, postgresWithUsers(postgresFlowStore)));
  describe('text messages', () => smsQueueContract({ test, expect }, postgres(postgresSmsQueue)));
  describe('attempts', () =>
    attemptStoreContract({ test, expect }, postgres(postgresAttemptStore)));
  describe('lockouts', () =>
    lockoutStoreContract({ test, expect }, postgres(postgresLockoutStore)));
  describe('security log', () =>
    securityLogContract({ test, expect }, postgres(postgresSecurityLog), async (...limits) =>
      postgresSecurityLog(await emptyPostgres(), ...limits),
    ));
});

test('counters store no IP, e-mail address or identifier in clear text', async () => {
  const database = openSqlite(':memory:');
  const limit = { maxAttempts: 1, windowMs: 1 };
  await sqliteAttemptStore(database).attempt('someone@example.com', limit, 0);
  await sqliteLockoutStore(database).reserve(
    'someone@example.com',
    { ...defaultLockout, lockoutMs: 1 },
    0,
  );
  const rows = ['attempts', 'lockouts'].flatMap((table) =>
    database.sql.prepare(`SELECT hex(key) AS key FROM ${table}`).all(),
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('someone').toString('hex').toUpperCase());
});

test('five thousand invented identifiers take less than two MiB and are removed by a sweep', async () => {
  const database = openSqlite(':memory:');
  const store = sqliteAttemptStore(database);
  const limit = { maxAttempts: 5, windowMs: 1000 };
  const size = () =>
    (database.sql.pragma('page_count', { simple: true }) as number) *
    (database.sql.pragma('page_size', { simple: true }) as number);
  const before = size();
  await Promise.all(Array.from({ length: 5000 }, (_, i) => store.attempt(`id-${i}`, limit, i)));
  expect(size() - before).toBeLessThan(2 * 1024 * 1024);
  await store.sweep(10_000);
  expect(database.sql.prepare('SELECT count(*) FROM attempts').pluck().get()).toBe(0);
});

/** Above their limit, tables are cut once per so many writes. */
const tidyEvery = 500;
const rowsIn = (database: ReturnType<typeof openSqlite>, table: string) =>
  database.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

test('many client rate limits evict no count of the server', async () => {
  const database = openSqlite(':memory:');
  const store = sqliteAttemptStore(database, 100);
  const guard = { maxAttempts: 1, windowMs: 1000 };
  const client = { maxAttempts: 1, windowMs: 60_000 };
  const guards = [accountKey('second_factor', 'u'), 'ip:verify:192.0.2.1'];
  for (const key of guards) await store.attempt(key, guard, 0);
  const keys = Array.from({ length: 2000 }, (_, i) => `${clientRateLimitPrefix}${i}`);
  await Promise.all(keys.map((key) => store.attempt(key, client, 1)));
  expect(rowsIn(database, 'attempts')).toBeLessThanOrEqual(100 + tidyEvery);
  for (const key of guards) expect((await store.attempt(key, guard, 2)).allowed).toBe(false);
  expect((await store.attempt(keys[0] ?? '', client, 2)).allowed).toBe(true);
});

test('counts of many networks evict no count of an account', async () => {
  const store = sqliteAttemptStore(openSqlite(':memory:'), 100);
  const limit = { maxAttempts: 1, windowMs: 1000 };
  await store.attempt(accountKey('second_factor', 'u'), limit, 0);
  const keys = Array.from({ length: 1000 }, (_, i) => `ip:verify:2001:db8:${i}::/64`);
  await Promise.all(keys.map((key) => store.attempt(key, { ...limit, windowMs: 60_000 }, 1)));
  expect((await store.attempt(accountKey('second_factor', 'u'), limit, 2)).allowed).toBe(false);
});

test('failures for many invented addresses end no lock, and fill no table', async () => {
  const database = openSqlite(':memory:');
  const store = sqliteLockoutStore(database, 100);
  for (let i = 0; i < 5; i += 1)
    await store.reserve('locked@example.com', { ...defaultLockout, lockoutMs: 60_000 }, 0);
  const keys = Array.from({ length: 2000 }, (_, i) => `${i}@example.com`);
  await Promise.all(
    keys.map((key) => store.reserve(key, { ...defaultLockout, lockoutMs: 60_000 }, 1)),
  );
  expect(rowsIn(database, 'lockouts')).toBeLessThanOrEqual(100 + tidyEvery);
  expect(
    (await store.reserve('locked@example.com', { ...defaultLockout, lockoutMs: 60_000 }, 2)).locked,
  ).toBe(true);
});

test('what clients report is kept up to ten thousand rows, and never instead of what the server records', async () => {
  const database = openSqlite(':memory:');
  const log = sqliteSecurityLog(database);
  const record = (source: 'client' | 'server', id: string) =>
    log.record({
      id,
      at: 1,
      source,
      actionType: 'auth_failure',
      severity: 'medium',
      userId: undefined,
      ip: '192.0.2.1',
      userAgent: '',
      details: {},
    });
  await record('server', 'first');
  database.sql.exec(`
    WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 12000)
    INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, ip, user_agent, details)
    SELECT n, 1, 'client', 'auth_failure', 'medium', NULL, '', '', '{}' FROM row`);
  await Promise.all(Array.from({ length: 200 }, (_, i) => record('client', `new-${i}`)));
  expect(rowsIn(database, "security_events WHERE source = 'client'")).toBeLessThanOrEqual(10_100);
  expect(rowsIn(database, "security_events WHERE id IN ('first', 'new-0')")).toBe(2);
});

test('deleting a user deletes everything that refers to it', async () => {
  const database = openSqlite(':memory:');
  const users = sqliteUserStore(database);
  await users.create(userOf('u', 'u@example.com'));
  await sqliteRoleStore(database).grant('u', 'admin', 1);
  await users.remove('u');
  const count = (table: string) =>
    database.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['users', 'identities', 'user_roles'].map(count)).toEqual([0, 0, 0]);
});
