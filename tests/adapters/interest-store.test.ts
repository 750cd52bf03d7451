import { openSqlite, sqliteInterestStore, sqliteMailQueue } from '@coachsite/adapters/sqlite';
import {
  interestStoreContract,
  memoryInterestStore,
  memoryMailQueue,
  type OpenedInterestStore,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const stores: readonly [string, () => Promise<OpenedInterestStore>][] = [
  [
    'memory',
    async () => {
      const queue = memoryMailQueue();
      return { store: memoryInterestStore(queue), queue };
    },
  ],
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const queue = sqliteMailQueue(database);
      return { store: sqliteInterestStore(database, queue), queue };
    },
  ],
];

describe.each(stores)('%s interest store', (_name, open) =>
  interestStoreContract({ test, expect }, open),
);
