import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlAdminStore, sqlRoleStore, sqlUserStore } from '@coachsite/adapters/stores';
import { adminStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const users = sqlUserStore(database);
      const roles = sqlRoleStore(database);
      return { users, roles, admins: sqlAdminStore(database, users) };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const users = sqlUserStore(database);
      const roles = sqlRoleStore(database);
      return { users, roles, admins: sqlAdminStore(database, users) };
    },
  ],
] as const;

describe.each(stores)('%s admin store', (_name, open) =>
  adminStoreContract({ test, expect }, open),
);
