import type { Sms, SmsQueue } from '@coachsite/core/sms';
import type { Database } from './database.ts';

export function sqliteSmsQueue({ sql, write }: Database): SmsQueue {
  const insert = sql.prepare<[string, string, number]>(
    `INSERT INTO sms_queue (id, content, due_at_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const isDue = sql.prepare<[number]>('SELECT 1 FROM sms_queue WHERE due_at_ms <= ? LIMIT 1');
  const hold = sql.prepare<
    [number, number, number],
    { content: string; failures: number; place: number }
  >(
    `UPDATE sms_queue SET due_at_ms = ? WHERE id IN (
       SELECT id FROM sms_queue WHERE due_at_ms <= ? ORDER BY due_at_ms, rowid LIMIT ?)
     RETURNING content, failures, rowid AS place`,
  );
  const delay = sql.prepare<[number, string]>(
    'UPDATE sms_queue SET failures = failures + 1, due_at_ms = ? WHERE id = ?',
  );
  const remove = sql.prepare<[string]>('DELETE FROM sms_queue WHERE id = ?');
  const toNumber = sql.prepare<[string], { content: string }>(
    `SELECT content FROM sms_queue WHERE json_extract(content, '$.to') = ? ORDER BY rowid`,
  );
  const removeToNumber = sql.prepare<[string]>(
    `DELETE FROM sms_queue WHERE json_extract(content, '$.to') = ?`,
  );
  const waiting = sql.prepare<[], number>('SELECT count(*) FROM sms_queue').pluck();
  const listeners = new Set<() => void>();
  return {
    enqueue: (sms, now) =>
      write(() => {
        insert.run(sms.id, JSON.stringify(sms), now);
        // The turn after the shared commit: what the listener then takes is on disk.
        setImmediate(() => {
          for (const listener of listeners) listener();
        });
      }),
    onEnqueued: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    take: async (now, leaseUntil, limit) => {
      // Most looks find nothing: they must not cost a commit each.
      if (!isDue.get(now)) return [];
      const held = await write(() => hold.all(leaseUntil, now, limit));
      // SQLite returns updated rows in any order.
      const rows = held.toSorted((one, other) => one.place - other.place);
      return rows.map(({ content, failures }) => ({ sms: JSON.parse(content) as Sms, failures }));
    },
    delay: (id, retryAt) =>
      write(() => {
        delay.run(retryAt, id);
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
