import { postgresMailQueue, postgresMessageStore } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteMailQueue, sqliteMessageStore } from '@coachsite/adapters/sqlite';
import { messageStoreContract, type OpenedMessageStore } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const stores: readonly [string, () => Promise<OpenedMessageStore>][] = [
  [
    'sqlite',
    async () => {
      const database = openSqlite(':memory:');
      const queue = sqliteMailQueue(database);
      return { store: sqliteMessageStore(database, queue), queue };
    },
  ],
  [
    'postgres',
    async () => {
      const database = await emptyPostgres();
      const queue = postgresMailQueue(database);
      return { store: postgresMessageStore(database, queue), queue };
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
