import {
  postgresMailQueue,
  postgresMessageStore,
  postgresPauseStore,
} from '@coachsite/adapters/postgres';
import {
  openSqlite,
  sqliteMailQueue,
  sqliteMessageStore,
  sqlitePauseStore,
} from '@coachsite/adapters/sqlite';
import { test } from 'vitest';
import { expectStopwatches } from '../support/pause-commands.ts';
import { emptyPostgres } from '../support/postgres-schema.ts';

test('sqlite: days off in any order stop the time to reply, and what is late stays late', async () => {
  await expectStopwatches(async () => {
    const database = openSqlite(':memory:');
    const messages = sqliteMessageStore(database, sqliteMailQueue(database));
    return { messages, pauses: sqlitePauseStore(database) };
  }, 20);
});

test('postgres: days off in any order stop the time to reply, and what is late stays late', async () => {
  await expectStopwatches(async () => {
    const database = await emptyPostgres();
    const messages = postgresMessageStore(database, postgresMailQueue(database));
    return { messages, pauses: postgresPauseStore(database) };
  }, 20);
});
