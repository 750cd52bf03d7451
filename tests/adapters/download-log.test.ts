import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlDownloadLog } from '@coachsite/adapters/stores';
import { downloadLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const logs = [
  ['sqlite', async () => sqlDownloadLog(openSqlite(':memory:'))],
  ['postgres', async () => sqlDownloadLog(await emptyPostgres())],
] as const;

describe.each(logs)('%s download log', (_name, open) =>
  downloadLogContract({ test, expect }, open),
);
