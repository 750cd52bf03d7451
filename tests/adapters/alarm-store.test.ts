import { sqlAlarmStore } from '@coachsite/adapters/alarm-store';
import type { Database } from '@coachsite/adapters/sql';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue } from '@coachsite/adapters/stores';
import { alarmStoreContract } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const over = (database: Database) => {
  const mails = sqlMailQueue(database);
  return { mails, alarms: sqlAlarmStore(database, mails) };
};
const stores = [
  ['sqlite', async () => over(openSqlite(':memory:'))],
  ['postgres', async () => over(await emptyPostgres())],
] as const;

describe.each(stores)('%s alarm store', (_name, open) =>
  alarmStoreContract({ test, expect }, open),
);
