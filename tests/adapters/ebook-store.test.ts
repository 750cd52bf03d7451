import { postgresEbookStore } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteEbookStore } from '@coachsite/adapters/sqlite';
import { ebookStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqliteEbookStore(openSqlite(':memory:'))],
  ['postgres', async () => postgresEbookStore(await emptyPostgres())],
] as const;

describe.each(stores)('%s e-book store', (_name, open) =>
  ebookStoreContract({ test, expect }, open),
);
