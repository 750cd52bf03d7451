import { openSqlite, sqliteInterestStore, sqliteMailQueue } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { interestStoreContract, type OpenedInterestStore } from '../contracts/interest-store.ts';
import { memoryInterestStore, memoryMailQueue } from '../support/memory/index.ts';

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

describe.each(stores)('%s interest store', (_name, open) => interestStoreContract(open));
