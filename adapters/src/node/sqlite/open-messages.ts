import { mostListedMessages } from '@coachsite/core/contact';
import { type MessageRow, messageColumns } from '../rows/message.ts';
import type { Database } from './database.ts';

/** How many messages a mail is about. */
export interface Counted {
  readonly count: number;
  /** The highest row, and when the newest was received: those that come later are about another mail. */
  readonly last: number | null;
  readonly newest: number | null;
}

/** No message. */
export const none: Counted = { count: 0, last: null, newest: null };

/**
 * The messages that fulfil a condition, those received first on top, and how the first of them are marked. `index` is
 * that of the condition: by another one, each slice would pass all that were marked before.
 */
export function openMessages<Bound extends object>(
  sql: Database['sql'],
  index: string,
  is: string,
  mark: string,
) {
  const inOrder = `FROM contact_messages INDEXED BY ${index} WHERE ${is} ORDER BY received_at_ms, rowid LIMIT ${mostListedMessages}`;
  const first = sql.prepare<[Bound], MessageRow>(`SELECT ${messageColumns} ${inOrder}`);
  const count = sql.prepare<[Bound], Counted>(
    `SELECT count(*) AS count, max(rowid) AS last, max(received_at_ms) AS newest
     FROM contact_messages INDEXED BY ${index} WHERE ${is}`,
  );
  // A message that comes may get the row of one that was removed.
  const isCounted = `${is} AND rowid <= :last AND received_at_ms <= :newest`;
  const markFirst = sql.prepare<[Bound & Omit<Counted, 'count'> & { readonly now: number }]>(
    `UPDATE contact_messages SET ${mark} WHERE rowid IN (SELECT rowid ${inOrder.replace(is, isCounted)})`,
  );
  return {
    first: (bound: Bound) => first.all(bound),
    count: (bound: Bound) => count.get(bound) ?? none,
    mark: (bound: Bound, { last, newest }: Counted, now: number) =>
      markFirst.run({ ...bound, last, newest, now }).changes,
  };
}
