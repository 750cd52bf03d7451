import { openSqlite, sqliteMailQueue } from '@coachsite/adapters/sqlite';
import { mailQueueContract, memoryMailQueue } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

describe.each([
  ['memory', async () => memoryMailQueue()],
  ['sqlite', async () => sqliteMailQueue(openSqlite(':memory:'))],
] as const)('%s mail queue', (_name, open) => mailQueueContract({ test, expect }, open));

test('content and recipient of a mail are deleted once it is sent', async () => {
  const database = openSqlite(':memory:');
  const queue = sqliteMailQueue(database);
  await queue.enqueue(
    { id: 'a', to: 'who@example.com', subject: 'secret', text: 'secret', html: 'secret' },
    1,
  );
  await queue.markSent('a', 2);
  const rows = JSON.stringify(database.sql.prepare('SELECT * FROM mail_queue').all());
  expect(rows).not.toMatch(/secret|who@/);
});
