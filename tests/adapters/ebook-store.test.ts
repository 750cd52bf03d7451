import { openSqlite, sqliteEbookStore } from '@coachsite/adapters/sqlite';
import { ebookStoreContract, memoryEbookStore } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const stores = [
  ['memory', async () => memoryEbookStore()],
  ['sqlite', async () => sqliteEbookStore(openSqlite(':memory:'))],
] as const;

describe.each(stores)('%s e-book store', (_name, open) =>
  ebookStoreContract({ test, expect }, open),
);
