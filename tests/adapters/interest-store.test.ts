import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlInterestStore, sqlLaunchStore, sqlMailQueue } from '@coachsite/adapters/stores';
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
      const queue = sqlMailQueue(database);
      const store = sqlInterestStore(database, queue);
      return { store, launches: sqlLaunchStore(database, queue), queue };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const queue = sqlMailQueue(database);
      const store = sqlInterestStore(database, queue);
      return { store, launches: sqlLaunchStore(database, queue), queue };
    },
  ],
];

describe.each(stores)('%s interest store', (_name, open) =>
  interestStoreContract({ test, expect }, open),
);
describe.each(stores)('%s launch store', (_name, open) =>
  launchStoreContract({ test, expect }, open),
);
