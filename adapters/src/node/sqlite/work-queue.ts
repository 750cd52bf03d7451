import type { EpochMs } from '@coachsite/core/kernel';
import type { Database } from './database.ts';

interface Held {
  readonly content: string;
  readonly failures: number;
  readonly place: number;
}

/**
 * Shared by the queues of mails and text messages: takes due rows under a lease, and announces new ones. `waiting` is
 * the condition of rows that are still to be sent.
 */
export function workQueue(
  { sql, write }: Database,
  table: 'mail_queue' | 'sms_queue',
  waiting = 'TRUE',
) {
  const isDue = sql.prepare<[number]>(
    `SELECT 1 FROM ${table} WHERE ${waiting} AND due_at_ms <= ? LIMIT 1`,
  );
  const hold = sql.prepare<[number, number, number], Held>(
    `UPDATE ${table} SET due_at_ms = ? WHERE id IN (
       SELECT id FROM ${table} WHERE ${waiting} AND due_at_ms <= ? ORDER BY due_at_ms, rowid LIMIT ?)
     RETURNING content, failures, rowid AS place`,
  );
  const listeners = new Set<() => void>();
  return {
    /** Holds up to `limit` due rows until `leaseUntil` and returns them, the longest due first. */
    take: async (now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<readonly Held[]> => {
      // Most polls find nothing and must not cost a commit.
      if (!isDue.get(now)) return [];
      const held = await write(() => hold.all(leaseUntil, now, limit));
      // SQLite returns updated rows in any order.
      return held.toSorted((one, other) => one.place - other.place);
    },
    /** Calls the listeners after the shared commit, so that the rows they take are on disk. */
    announce: () => {
      setImmediate(() => {
        for (const listener of listeners) listener();
      });
    },
    onEnqueued: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
