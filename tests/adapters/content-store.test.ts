import { sqlContentStore } from '@coachsite/adapters/content-store';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { contentStoreContract } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqlContentStore(openSqlite(':memory:'))],
  ['postgres', async () => sqlContentStore(await emptyPostgres())],
] as const;

describe.each(stores)('%s content store', (_name, open) =>
  contentStoreContract({ test, expect }, open),
);
