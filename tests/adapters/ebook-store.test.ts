import { openSqlite, sqliteEbookStore } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { ebookStoreContract } from '../contracts/ebook-store.ts';
import { memoryEbookStore } from '../support/memory/index.ts';

const stores = [
  ['memory', async () => memoryEbookStore()],
  ['sqlite', async () => sqliteEbookStore(openSqlite(':memory:'))],
] as const;

describe.each(stores)('%s e-book store', (_name, open) => ebookStoreContract(open));
