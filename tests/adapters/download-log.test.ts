import { postgresDownloadLog } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteDownloadLog } from '@coachsite/adapters/sqlite';
import { downloadLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const logs = [
  ['sqlite', async () => sqliteDownloadLog(openSqlite(':memory:'))],
  ['postgres', async () => postgresDownloadLog(await emptyPostgres())],
] as const;

describe.each(logs)('%s download log', (_name, open) =>
  downloadLogContract({ test, expect }, open),
);
