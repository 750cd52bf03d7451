import { openSqlite, sqliteReportStore } from '@coachsite/adapters/sqlite';
import { memoryReportStore, reportStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

describe.each([
  ['memory', async () => memoryReportStore()],
  ['sqlite', async () => sqliteReportStore(openSqlite(':memory:'))],
] as const)('%s report store', (_name, open) => reportStoreContract({ test, expect }, open));
