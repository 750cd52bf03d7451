import { postgresMaintenanceLog } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteMaintenanceLog } from '@coachsite/adapters/sqlite';
import { maintenanceLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqliteMaintenanceLog(openSqlite(':memory:'))],
  ['postgres', async () => postgresMaintenanceLog(await emptyPostgres())],
] as const)('%s maintenance log', (_name, open) => maintenanceLogContract({ test, expect }, open));
