import { dayMs, type EpochMs } from '@coachsite/core/kernel';
import type { PausableQueue, QueuePause } from '@coachsite/core/queue';
import type { Database, Transaction } from '../sql/database.ts';
import { place, placed, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

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

/** No message is due further ahead than this, in milliseconds, by a right clock. */
const longestWaitMs = 2 * dayMs;

interface OfQueue {
  readonly queue: QueueTable['name'];
}

const findPause = prepared<OfQueue, QueuePause>(
  'SELECT problem, failures, until_ms AS until FROM queue_pauses WHERE queue = :queue',
);
const keepPause = prepared<OfQueue & QueuePause>(
  `INSERT INTO queue_pauses (queue, problem, failures, until_ms) VALUES (:queue, :problem, :failures, :until)
   ON CONFLICT (queue) DO UPDATE SET problem = :problem, failures = :failures, until_ms = :until`,
);
const endPause = prepared<OfQueue>('DELETE FROM queue_pauses WHERE queue = :queue');

/** The pause of one queue, for all processes. */
const queuePause = (database: Database, queue: QueueTable['name']): PausableQueue => ({
  pause: () => findPause.get(database, { queue }),
  setPause: async (pause) => {
    if (pause) await keepPause.run(database, { queue, ...pause });
    else await endPause.run(database, { queue });
  },
});

/** Shared by the queues of mails and text messages: takes due rows under a lease, pauses, and announces new ones. */
export function workQueue(database: Database, { name, waiting = 'TRUE' }: QueueTable) {
  const isDue = sql`${waiting} AND (due_at_ms <= :now OR due_at_ms > CAST(:now AS BIGINT) + ${longestWaitMs})`;
  const findDue = prepared<{ now: number }>(sql`SELECT 1 FROM ${name} WHERE ${isDue} LIMIT 1`);
  // Rows that another process is taking are skipped, so that no two hold one.
  const hold = (condition: string) =>
    prepared<{ now: number; leaseUntil: number; limit: number }, Held>(
      sql`WITH due AS MATERIALIZED (
         SELECT id FROM ${name} WHERE ${isDue} AND ${condition} ORDER BY due_at_ms, ${place}
         LIMIT :limit ${rowLock('FOR UPDATE SKIP LOCKED')})
       UPDATE ${name} SET due_at_ms = :leaseUntil, unfinished = unfinished + 1
       FROM due WHERE ${name}.id = due.id
       RETURNING ${name}.id, content, failures, unfinished - 1 AS unfinished, ${placed}`,
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
      if ((await findDue.run(database, { now })) === 0) return [];
      const found = await holdNew.all(database, { now, leaseUntil, limit });
      const held =
        found.length > 0 ? found : await holdSuspect.all(database, { now, leaseUntil, limit: 1 });
      return held.toSorted((one, other) => one.place - other.place);
    },
    /** Calls the listeners of this process after the commit; other processes find its rows when they look. */
    announce: (on: Transaction) =>
      on.onCommitted(() => {
        for (const listener of listeners) listener();
      }),
    onEnqueued: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
