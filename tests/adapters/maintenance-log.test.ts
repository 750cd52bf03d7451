import { openSqlite, sqliteMaintenanceLog } from '@coachsite/adapters/sqlite';
import { maintenanceLogContract, memoryMaintenanceLog } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

describe.each([
  ['memory', async () => memoryMaintenanceLog()],
  ['sqlite', async () => sqliteMaintenanceLog(openSqlite(':memory:'))],
] as const)('%s maintenance log', (_name, open) => maintenanceLogContract({ test, expect }, open));
