import { openSqlite, sqliteDownloadLog } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { downloadLogContract } from '../contracts/download-log.ts';
import { memoryDownloadLog } from '../support/memory/index.ts';

const logs = [
  ['memory', async () => memoryDownloadLog()],
  ['sqlite', async () => sqliteDownloadLog(openSqlite(':memory:'))],
] as const;

describe.each(logs)('%s download log', (_name, open) => downloadLogContract(open));
