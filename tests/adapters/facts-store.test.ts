import { sqlFactsStore } from '@coachsite/adapters/facts-store';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { factsStoreContract } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqlFactsStore(openSqlite(':memory:'))],
  ['postgres', async () => sqlFactsStore(await emptyPostgres())],
] as const;

describe.each(stores)('%s facts store', (_name, open) =>
  factsStoreContract({ test, expect }, open),
);
