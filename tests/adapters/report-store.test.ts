import { openSqlite, sqliteReportStore } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { reportStoreContract } from '../contracts/report-store.ts';
import { memoryReportStore } from '../support/memory/index.ts';

describe.each([
  ['memory', async () => memoryReportStore()],
  ['sqlite', async () => sqliteReportStore(openSqlite(':memory:'))],
] as const)('%s report store', (_name, open) => reportStoreContract(open));
