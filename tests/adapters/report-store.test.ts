import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlReportStore } from '@coachsite/adapters/stores';
import { reportStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqlReportStore(openSqlite(':memory:'))],
  ['postgres', async () => sqlReportStore(await emptyPostgres())],
] as const)('%s report store', (_name, open) => reportStoreContract({ test, expect }, open));
