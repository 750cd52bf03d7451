import { sqlMissedPaths } from '@coachsite/adapters/content-store';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { missedPathsContract } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores = [
  ['sqlite', async () => sqlMissedPaths(openSqlite(':memory:'))],
  ['postgres', async () => sqlMissedPaths(await emptyPostgres())],
] as const;

describe.each(stores)('missed paths in %s', (_name, open) =>
  missedPathsContract({ test, expect }, open),
);
