import type { Sms, SmsQueue } from '@coachsite/core/sms';
import type { Database } from '../sql/database.ts';
import { place, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { workQueue } from './work-queue.ts';

const insert = prepared<{ id: string; to: string; content: string; now: number }>(
  `INSERT INTO sms_queue (id, recipient, content, due_at_ms) VALUES (:id, :to, :content, :now)
   ON CONFLICT (id) DO NOTHING`,
);
const delay = prepared<{ id: string; at: number }>(
  'UPDATE sms_queue SET failures = failures + 1, due_at_ms = :at, unfinished = 0 WHERE id = :id',
);
const postpone = prepared<{ id: string; at: number }>(
  'UPDATE sms_queue SET due_at_ms = :at, unfinished = 0 WHERE id = :id',
);
const remove = prepared<{ id: string }>('DELETE FROM sms_queue WHERE id = :id');
const toNumber = prepared<{ to: string }, { content: string }>(
  sql`SELECT content FROM sms_queue WHERE recipient = :to ORDER BY ${place}`,
);
const removeToNumber = prepared<{ to: string }>('DELETE FROM sms_queue WHERE recipient = :to');
const waiting = prepared<None, { count: number }>('SELECT count(*) AS count FROM sms_queue');

const toSms = ({ content }: { readonly content: string }) => JSON.parse(content) as Sms;

/** The queue of text messages in the database. */
export function sqlSmsQueue(database: Database): SmsQueue {
  const { take, announce, onEnqueued, pause, setPause } = workQueue(database, {
    name: 'sms_queue',
  });
  return {
    enqueue: (sms, now) =>
      database.write(async (on) => {
        const { id, to } = sms;
        await insert.run(on, { id, to, content: JSON.stringify(sms), now });
        announce(on);
      }),
    onEnqueued,
    pause,
    setPause,
    take: async (limit, leaseUntil, now) =>
      (await take(limit, leaseUntil, now)).map((row) => ({
        sms: toSms(row),
        failures: row.failures,
        unfinished: row.unfinished,
      })),
    delay: async (id, at) => void (await delay.run(database, { id, at })),
    postpone: async (id, at) => void (await postpone.run(database, { id, at })),
    remove: async (id) => void (await remove.run(database, { id })),
    toNumber: async (to) => (await toNumber.all(database, { to })).map(toSms),
    removeToNumber: (to) => removeToNumber.run(database, { to }),
    waiting: async () => (await waiting.get(database, {}))?.count ?? 0,
  };
}
