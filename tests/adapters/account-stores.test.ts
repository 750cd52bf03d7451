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
import {
  attemptStoreContract,
  factorStoreContract,
  flowStoreContract,
  idOf,
  lockoutStoreContract,
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
    const users = postgresUserStore(database);
    for (const id of ['u', 'v']) await users.create(userOf(idOf(id)));
    return make(database, users);
  };

/** Another number of sessions than the specification has. */
const few = { maxPerUser: 5 };

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
  describe('few sessions', () =>
    sessionStoreContract(
      { test, expect },
      sqliteWithUsers((database, users) => ({
        users,
        sessions: sqliteSessionStore(database, few.maxPerUser),
      })),
      few,
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
  describe('few sessions', () =>
    sessionStoreContract(
      { test, expect },
      postgresWithUsers((database, users) => ({
        users,
        sessions: postgresSessionStore(database, few.maxPerUser),
      })),
      few,
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

test('deleting a user deletes everything that refers to it', async () => {
  const database = openSqlite(':memory:');
  const users = sqliteUserStore(database);
  await users.create(userOf(idOf('u'), 'u@example.com'));
  await sqliteRoleStore(database).grant(idOf('u'), 'admin', 1);
  await users.remove(idOf('u'));
  const count = (table: string) =>
    database.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['users', 'identities', 'user_roles'].map(count)).toEqual([0, 0, 0]);
});
