import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlEbookStore } from '@coachsite/adapters/stores';
import { ebookStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqlEbookStore(openSqlite(':memory:'))],
  ['postgres', async () => sqlEbookStore(await emptyPostgres())],
] as const;

describe.each(stores)('%s e-book store', (_name, open) =>
  ebookStoreContract({ test, expect }, open),
);
