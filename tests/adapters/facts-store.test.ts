import { postgresFactsStore } from '@coachsite/adapters/postgres-facts';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqliteFactsStore } from '@coachsite/adapters/sqlite-facts';
import { factsStoreContract } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqliteFactsStore(openSqlite(':memory:'))],
  ['postgres', async () => postgresFactsStore(await emptyPostgres())],
] as const;

describe.each(stores)('%s facts store', (_name, open) =>
  factsStoreContract({ test, expect }, open),
);
