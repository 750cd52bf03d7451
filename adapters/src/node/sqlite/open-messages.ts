import { mostListedMessages } from '@coachsite/core/contact';
import { type MessageRow, messageColumns } from '../rows/message.ts';
import type { Database } from './database.ts';

/** How many messages a mail is about. */
export interface Counted {
  readonly count: number;
  /** The highest row: those that come later are about another mail. */
  readonly last: number | null;
}

/** No message. */
export const none: Counted = { count: 0, last: null };

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
    `SELECT count(*) AS count, max(rowid) AS last FROM contact_messages INDEXED BY ${index} WHERE ${is}`,
  );
  const markFirst = sql.prepare<[Bound & { readonly now: number; readonly last: number | null }]>(
    `UPDATE contact_messages SET ${mark} WHERE rowid IN (SELECT rowid ${inOrder.replace(is, `${is} AND rowid <= :last`)})`,
  );
  return {
    first: (bound: Bound) => first.all(bound),
    count: (bound: Bound) => count.get(bound) ?? none,
    mark: (bound: Bound, { last }: Counted, now: number) =>
      markFirst.run({ ...bound, last, now }).changes,
  };
}
