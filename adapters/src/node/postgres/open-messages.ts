import { mostListedMessages } from '@coachsite/core/contact';
import { type MessageRow, messageColumns } from '../rows/message.ts';
import { prepared } from './statement.ts';

/** How many messages a mail is about. */
export interface Counted {
  readonly count: number;
  /** The highest place: those that come later are about another mail. */
  readonly last: number | null;
}

/** No message. */
export const none: Counted = { count: 0, last: null };

/** The messages that fulfil a condition, those received first on top, and how the first of them are marked. */
export function openMessages<Bound extends object>(is: string, mark: string) {
  const inOrder = `ORDER BY received_at_ms, place LIMIT ${mostListedMessages}`;
  return {
    first: prepared<Bound, MessageRow>(
      `SELECT ${messageColumns} FROM contact_messages WHERE ${is} ${inOrder}`,
    ),
    count: prepared<Bound, Counted>(
      `SELECT count(*) AS count, max(place) AS last FROM contact_messages WHERE ${is}`,
    ),
    mark: prepared<Bound & { now: number; last: number | null }>(
      `UPDATE contact_messages SET ${mark} WHERE place IN (
         SELECT place FROM contact_messages WHERE ${is} AND place <= :last ${inOrder})`,
    ),
  };
}
