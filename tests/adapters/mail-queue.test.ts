import { migrate, openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue } from '@coachsite/adapters/stores';
import { mailQueueContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqlMailQueue(openSqlite(':memory:'))],
  ['postgres', async () => sqlMailQueue(await emptyPostgres())],
] as const)('%s mail queue', (_name, open) => mailQueueContract({ test, expect }, open));

test('content and recipient of a mail are deleted once it is sent', async () => {
  const database = openSqlite(':memory:');
  const queue = sqlMailQueue(database);
  await queue.enqueue(
    { id: 'a', to: 'who@example.com', subject: 'secret', text: 'secret', html: 'secret' },
    1,
  );
  await queue.markSent('a', 2);
  const rows = JSON.stringify(database.sql.prepare('SELECT * FROM mail_queue').all());
  expect(rows.replaceAll('has_secret', '')).not.toMatch(/secret|who@/);
});

test.each([
  ['address_refused', 'recipient_rejected'],
  ['refused', 'rejected'],
  ['unknown', 'unknown'],
])('a mail given up as %s by an earlier version is now %s', async (earlier, present) => {
  const database = openSqlite(':memory:');
  const queue = sqlMailQueue(database);
  await queue.enqueue({ id: 'a', to: 'ann@example.com', subject: '', text: '', html: '' }, 1);
  await queue.giveUp('a', { problem: 'unknown', reason: '' }, 2);
  database.sql.prepare('UPDATE mail_queue SET problem = ?').run(earlier);
  database.sql.exec("DELETE FROM schema_migrations WHERE name LIKE '%-mail-problem-names.sql'");
  migrate(database);
  expect(await queue.unsent(10)).toMatchObject([{ id: 'a', problem: present }]);
});
