import { postgresReportStore } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteReportStore } from '@coachsite/adapters/sqlite';
import { reportStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqliteReportStore(openSqlite(':memory:'))],
  ['postgres', async () => postgresReportStore(await emptyPostgres())],
] as const)('%s report store', (_name, open) => reportStoreContract({ test, expect }, open));
