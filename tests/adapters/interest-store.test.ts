import {
  postgresInterestStore,
  postgresLaunchStore,
  postgresMailQueue,
} from '@coachsite/adapters/postgres';
import {
  openSqlite,
  sqliteInterestStore,
  sqliteLaunchStore,
  sqliteMailQueue,
} from '@coachsite/adapters/sqlite';
import {
  interestStoreContract,
  launchStoreContract,
  type OpenedInterestStore,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores: readonly [string, () => Promise<OpenedInterestStore>][] = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const queue = sqliteMailQueue(database);
      const store = sqliteInterestStore(database, queue);
      return { store, launches: sqliteLaunchStore(database, queue), queue };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const queue = postgresMailQueue(database);
      const store = postgresInterestStore(database, queue);
      return { store, launches: postgresLaunchStore(database, queue), queue };
    },
  ],
];

describe.each(stores)('%s interest store', (_name, open) =>
  interestStoreContract({ test, expect }, open),
);
describe.each(stores)('%s launch store', (_name, open) =>
  launchStoreContract({ test, expect }, open),
);
