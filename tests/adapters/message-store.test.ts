import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue, sqlMessageStore } from '@coachsite/adapters/stores';
import { messageStoreContract, type OpenedMessageStore } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores: readonly [string, () => Promise<OpenedMessageStore>][] = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const queue = sqlMailQueue(database);
      return { store: sqlMessageStore(database, queue), queue };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const queue = sqlMailQueue(database);
      return { store: sqlMessageStore(database, queue), queue };
    },
  ],
];

describe.each(stores)('%s message store', (_name, open) =>
  messageStoreContract({ test, expect }, open),
);

test('the table has no column for the IP or the user agent of the sender', () => {
  const columns = openSqlite(':memory:').sql.pragma('table_info(contact_messages)') as {
    name: string;
  }[];
  expect(columns.map(({ name }) => name).join(' ')).not.toMatch(/address|ip|agent/);
});
