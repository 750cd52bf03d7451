import { mostListedMessages } from '@coachsite/core/contact';
import { type MessageRow, messageColumns } from '../rows/message.ts';
import { by, place, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

/** How many messages a mail is about. */
export interface Counted {
  readonly count: number;
  /** The highest place, and the newest time of receipt: messages that come later belong to another mail. */
  readonly last: number | null;
  readonly newest: number | null;
}

/** No message. */
export const none: Counted = { count: 0, last: null, newest: null };

/**
 * The messages that fulfil a condition, oldest first, and the statement that marks the first of them. `mark` is the SQL
 * that sets the mark. `index` is the index of the condition: by another one, each slice would read again all that were
 * marked before.
 */
export function openMessages<Bound extends object>(index: string, condition: string, mark: string) {
  const from = sql`FROM contact_messages ${by(index)} WHERE ${condition}`;
  const inOrder = sql`ORDER BY received_at_ms, ${place} LIMIT ${mostListedMessages}`;
  return {
    first: prepared<Bound, MessageRow>(sql`SELECT ${messageColumns} ${from} ${inOrder}`),
    count: prepared<Bound, Counted>(
      sql`SELECT count(*) AS count, max(${place}) AS last, max(received_at_ms) AS newest ${from}`,
    ),
    // In SQLite a message that comes may get the place of one that was removed.
    mark: prepared<Bound & Omit<Counted, 'count'> & { now: number }>(
      sql`UPDATE contact_messages SET ${mark} WHERE ${place} IN (
         SELECT ${place} ${from} AND ${place} <= :last AND received_at_ms <= :newest ${inOrder})`,
    ),
  };
}
