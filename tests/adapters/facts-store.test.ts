import { openSqlite, sqliteFactsStore } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { factsStoreContract } from '../contracts/facts-store.ts';
import { memoryFactsStore } from '../support/memory/index.ts';

const stores = [
  ['memory', async () => memoryFactsStore()],
  ['sqlite', async () => sqliteFactsStore(openSqlite(':memory:'))],
] as const;

describe.each(stores)('%s facts store', (_name, open) => factsStoreContract(open));
