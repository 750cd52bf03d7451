import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMaintenanceLog } from '@coachsite/adapters/stores';
import { maintenanceLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqlMaintenanceLog(openSqlite(':memory:'))],
  ['postgres', async () => sqlMaintenanceLog(await emptyPostgres())],
] as const)('%s maintenance log', (_name, open) => maintenanceLogContract({ test, expect }, open));
