import {
  postgresAdminStore,
  postgresRoleStore,
  postgresUserStore,
} from '@coachsite/adapters/postgres';
import {
  openSqlite,
  sqliteAdminStore,
  sqliteRoleStore,
  sqliteUserStore,
} from '@coachsite/adapters/sqlite';
import { adminStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const users = sqliteUserStore(database);
      const roles = sqliteRoleStore(database);
      return { users, roles, admins: sqliteAdminStore(database, users) };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const users = postgresUserStore(database);
      const roles = postgresRoleStore(database);
      return { users, roles, admins: postgresAdminStore(database, users) };
    },
  ],
] as const;

describe.each(stores)('%s admin store', (_name, open) =>
  adminStoreContract({ test, expect }, open),
);
