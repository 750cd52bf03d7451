import type { Sms, SmsQueue } from '@coachsite/core/sms';
import type { Database } from './database.ts';
import { workQueue } from './work-queue.ts';

/** The queue of text messages in the database. */
export function sqliteSmsQueue(database: Database): SmsQueue {
  const { sql, write } = database;
  const insert = sql.prepare<[string, string, number]>(
    `INSERT INTO sms_queue (id, content, due_at_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const delay = sql.prepare<[number, string]>(
    'UPDATE sms_queue SET failures = failures + 1, due_at_ms = ?, unfinished = 0 WHERE id = ?',
  );
  const postpone = sql.prepare<[number, string]>(
    'UPDATE sms_queue SET due_at_ms = ?, unfinished = 0 WHERE id = ?',
  );
  const remove = sql.prepare<[string]>('DELETE FROM sms_queue WHERE id = ?');
  const toNumber = sql.prepare<[string], { content: string }>(
    `SELECT content FROM sms_queue WHERE json_extract(content, '$.to') = ? ORDER BY rowid`,
  );
  const removeToNumber = sql.prepare<[string]>(
    `DELETE FROM sms_queue WHERE json_extract(content, '$.to') = ?`,
  );
  const waiting = sql.prepare<[], number>('SELECT count(*) FROM sms_queue').pluck();
  const { take, announce, onEnqueued, pause, setPause } = workQueue(database, {
    name: 'sms_queue',
  });
  return {
    enqueue: (sms, now) =>
      write(() => {
        insert.run(sms.id, JSON.stringify(sms), now);
        announce();
      }),
    onEnqueued,
    pause,
    setPause,
    take: async (limit, leaseUntil, now) =>
      (await take(limit, leaseUntil, now)).map(({ content, failures, unfinished }) => ({
        sms: JSON.parse(content) as Sms,
        failures,
        unfinished,
      })),
    delay: (id, retryAt) =>
      write(() => {
        delay.run(retryAt, id);
      }),
    postpone: (id, until) =>
      write(() => {
        postpone.run(until, id);
      }),
    remove: (id) =>
      write(() => {
        remove.run(id);
      }),
    toNumber: async (to) => toNumber.all(to).map(({ content }) => JSON.parse(content) as Sms),
    removeToNumber: (to) => write(() => removeToNumber.run(to).changes),
    waiting: async () => waiting.get() ?? 0,
  };
}
