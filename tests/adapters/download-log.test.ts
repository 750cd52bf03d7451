import { openSqlite, sqliteDownloadLog } from '@coachsite/adapters/sqlite';
import { downloadLogContract, memoryDownloadLog } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const logs = [
  ['memory', async () => memoryDownloadLog()],
  ['sqlite', async () => sqliteDownloadLog(openSqlite(':memory:'))],
] as const;

describe.each(logs)('%s download log', (_name, open) =>
  downloadLogContract({ test, expect }, open),
);
