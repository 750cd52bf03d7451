import { openSqlite, sqliteMaintenanceLog } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { maintenanceLogContract } from '../contracts/maintenance-log.ts';
import { memoryMaintenanceLog } from '../support/memory/index.ts';

describe.each([
  ['memory', async () => memoryMaintenanceLog()],
  ['sqlite', async () => sqliteMaintenanceLog(openSqlite(':memory:'))],
] as const)('%s maintenance log', (_name, open) => maintenanceLogContract(open));
