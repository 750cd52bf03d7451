import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue, sqlMessageStore, sqlPauseStore } from '@coachsite/adapters/stores';
import { test } from 'vitest';
import { expectStopwatches } from '../support/pause-commands.ts';
import { emptyPostgres } from '../support/postgres-schema.ts';

test('sqlite: days off in any order stop the time to reply, and what is late stays late', async () => {
  await expectStopwatches(async () => {
    const database = openSqlite(':memory:');
    const messages = sqlMessageStore(database, sqlMailQueue(database));
    return { messages, pauses: sqlPauseStore(database) };
  }, 20);
});

test('postgres: days off in any order stop the time to reply, and what is late stays late', async () => {
  await expectStopwatches(async () => {
    const database = await emptyPostgres();
    const messages = sqlMessageStore(database, sqlMailQueue(database));
    return { messages, pauses: sqlPauseStore(database) };
  }, 20);
});
