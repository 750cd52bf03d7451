import { dayMs, type EpochMs } from '@coachsite/core/kernel';
import type { PausableQueue, QueuePause } from '@coachsite/core/queue';
import type { Database } from './database.ts';

interface Held {
  readonly id: string;
  readonly content: string;
  readonly failures: number;
  readonly unfinished: number;
  readonly place: number;
}

/** Which rows are still to be sent, and what the table has beside the columns that both queues share. */
interface QueueTable {
  readonly name: 'mail_queue' | 'sms_queue';
  /** The condition of rows that are still to be sent. */
  readonly waiting?: string;
}

/** No message is ever due further ahead than this, in milliseconds, unless the clock was set back. */
const longestWaitMs = 2 * dayMs;

/** The pause of one queue. */
function queuePause({ sql, write }: Database, name: QueueTable['name']): PausableQueue {
  const find = sql.prepare<[string], QueuePause>(
    'SELECT problem, failures, until_ms AS until FROM queue_pauses WHERE queue = ?',
  );
  const keep = sql.prepare<[string, string, number, number]>(
    `INSERT INTO queue_pauses (queue, problem, failures, until_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (queue) DO UPDATE SET problem = excluded.problem, failures = excluded.failures,
       until_ms = excluded.until_ms`,
  );
  const end = sql.prepare<[string]>('DELETE FROM queue_pauses WHERE queue = ?');
  return {
    pause: async () => find.get(name),
    setPause: (pause) =>
      write(() => {
        if (pause) keep.run(name, pause.problem, pause.failures, pause.until);
        else end.run(name);
      }),
  };
}

/** Shared by the queues of mails and text messages: takes due rows under a lease, pauses, and announces new ones. */
export function workQueue(database: Database, { name, waiting = 'TRUE' }: QueueTable) {
  const { sql, write } = database;
  const isDue = `${waiting} AND (due_at_ms <= :now OR due_at_ms > :now + ${longestWaitMs})`;
  const findDue = sql.prepare<{ now: number }>(`SELECT 1 FROM ${name} WHERE ${isDue} LIMIT 1`);
  const hold = (condition: string) =>
    sql.prepare<{ now: number; leaseUntil: number; limit: number }, Held>(
      `UPDATE ${name} SET due_at_ms = :leaseUntil, unfinished = unfinished + 1 WHERE id IN (
         SELECT id FROM ${name} WHERE ${isDue} AND ${condition} ORDER BY due_at_ms, rowid LIMIT :limit)
       RETURNING id, content, failures, unfinished - 1 AS unfinished, rowid AS place`,
    );
  const holdNew = hold('unfinished = 0');
  const holdSuspect = hold('unfinished > 0');
  const listeners = new Set<() => void>();
  return {
    ...queuePause(database, name),
    /**
     * Holds the `limit` rows that are due for longest until `leaseUntil` and returns them in the order in which they were
     * added. A row whose last attempt never ended may have ended the process, so it comes after the others and alone.
     */
    take: async (limit: number, leaseUntil: EpochMs, now: EpochMs): Promise<readonly Held[]> => {
      // Most polls find nothing and must not cost a commit.
      if (!findDue.get({ now })) return [];
      const held = await write(() => {
        const found = holdNew.all({ now, leaseUntil, limit });
        return found.length > 0 ? found : holdSuspect.all({ now, leaseUntil, limit: 1 });
      });
      // SQLite returns updated rows in any order.
      return held.toSorted((one, other) => one.place - other.place);
    },
    /** Calls the listeners after the shared commit, so that they find its rows; taking them waits for the disk. */
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
