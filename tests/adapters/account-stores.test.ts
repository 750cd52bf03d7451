import type { PostgresDatabase } from '@coachsite/adapters/postgres';
import { openSqlite, type SqliteDatabase } from '@coachsite/adapters/sqlite';
import {
  sqlAttemptStore,
  sqlDeviceStore,
  sqlFactorStore,
  sqlFlowStore,
  sqlLockoutStore,
  sqlPasskeyStore,
  sqlRoleStore,
  sqlSecurityLog,
  sqlSessionStore,
  sqlSmsQueue,
  sqlTokenStore,
  sqlUserStore,
} from '@coachsite/adapters/stores';
import type { UserStore } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import {
  attemptStoreContract,
  deviceStoreContract,
  factorStoreContract,
  flowStoreContract,
  idOf,
  lockoutStoreContract,
  passkeyStoreContract,
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
  <Store>(make: (database: SqliteDatabase) => Store) =>
  async () =>
    make(openSqlite(':memory:'));

/** Creates the users that the rows of other stores refer to. */
const sqliteWithUsers =
  <Store>(make: (database: SqliteDatabase, users: UserStore) => Store) =>
  async () => {
    const database = openSqlite(':memory:');
    const users = sqlUserStore(database);
    for (const id of ['u', 'v']) await users.create(userOf(idOf(id)));
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
    const users = sqlUserStore(database);
    for (const id of ['u', 'v']) await users.create(userOf(idOf(id)));
    return make(database, users);
  };

/** Another number of sessions than the specification has. */
const few = { maxPerUser: 5 };

describe('sqlite', () => {
  describe('users', () => userStoreContract({ test, expect }, sqlite(sqlUserStore)));
  describe('roles', () => roleStoreContract({ test, expect }, sqliteWithUsers(sqlRoleStore)));
  describe('devices', () => deviceStoreContract({ test, expect }, sqliteWithUsers(sqlDeviceStore)));
  describe('factors', () => factorStoreContract({ test, expect }, sqliteWithUsers(sqlFactorStore)));
  describe('sessions', () =>
    sessionStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({ users, sessions: sqlSessionStore(database) })),
    ));
  describe('few sessions', () =>
    sessionStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({
        users,
        sessions: sqlSessionStore(database, few.maxPerUser),
      })),
      few,
    ));
  describe('tokens', () =>
    tokenStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({ users, tokens: sqlTokenStore(database) })),
    ));
  describe('passkeys', () =>
    passkeyStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({ users, passkeys: sqlPasskeyStore(database) })),
    ));
  describe('codes', () => flowStoreContract({ test, expect }, sqliteWithUsers(sqlFlowStore)));
  describe('text messages', () => smsQueueContract({ test, expect }, sqlite(sqlSmsQueue)));
  describe('attempts', () => attemptStoreContract({ test, expect }, sqlite(sqlAttemptStore)));
  describe('lockouts', () => lockoutStoreContract({ test, expect }, sqlite(sqlLockoutStore)));
  describe('security log', () =>
    securityLogContract({ test, expect }, sqlite(sqlSecurityLog), async (...limits) =>
      sqlSecurityLog(openSqlite(':memory:'), ...limits),
    ));
});

describe('postgres', () => {
  describe('users', () => userStoreContract({ test, expect }, postgres(sqlUserStore)));
  describe('roles', () => roleStoreContract({ test, expect }, postgresWithUsers(sqlRoleStore)));
  describe('devices', () =>
    deviceStoreContract({ test, expect }, postgresWithUsers(sqlDeviceStore)));
  describe('factors', () =>
    factorStoreContract({ test, expect }, postgresWithUsers(sqlFactorStore)));
  describe('sessions', () =>
    sessionStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({ users, sessions: sqlSessionStore(database) })),
    ));
  describe('few sessions', () =>
    sessionStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({
        users,
        sessions: sqlSessionStore(database, few.maxPerUser),
      })),
      few,
    ));
  describe('tokens', () =>
    tokenStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({ users, tokens: sqlTokenStore(database) })),
    ));
  describe('passkeys', () =>
    passkeyStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({ users, passkeys: sqlPasskeyStore(database) })),
    ));
  describe('codes', () => flowStoreContract({ test, expect }, postgresWithUsers(sqlFlowStore)));
  describe('text messages', () => smsQueueContract({ test, expect }, postgres(sqlSmsQueue)));
  describe('attempts', () => attemptStoreContract({ test, expect }, postgres(sqlAttemptStore)));
  describe('lockouts', () => lockoutStoreContract({ test, expect }, postgres(sqlLockoutStore)));
  describe('security log', () =>
    securityLogContract({ test, expect }, postgres(sqlSecurityLog), async (...limits) =>
      sqlSecurityLog(await emptyPostgres(), ...limits),
    ));
});

test('counters store no IP, e-mail address or identifier in clear text', async () => {
  const database = openSqlite(':memory:');
  const limit = { maxAttempts: 1, windowMs: 1 };
  await sqlAttemptStore(database).attempt('someone@example.com', limit, 0);
  await sqlLockoutStore(database).reserve(
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
  const store = sqlAttemptStore(database);
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

test('deleting a user deletes everything that refers to it', async () => {
  const database = openSqlite(':memory:');
  const users = sqlUserStore(database);
  await users.create(userOf(idOf('u'), 'u@example.com'));
  await sqlRoleStore(database).grant(idOf('u'), 'admin', 1);
  await users.remove(idOf('u'));
  const count = (table: string) =>
    database.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['users', 'identities', 'user_roles'].map(count)).toEqual([0, 0, 0]);
});
