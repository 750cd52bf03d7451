import {
  type DueLimits,
  type MessageStore,
  mostListedMessages,
  type ToMail,
} from '@coachsite/core/contact';
import { elapsed } from '@coachsite/core/kernel';
import {
  isSent,
  type MessageRow,
  messageColumns,
  toMessage,
  toMessageRow,
} from '../rows/message.ts';
import { allOf, changeInSlices, inSlices } from '../rows/slices.ts';
import type { Database, Transaction } from '../sql/database.ts';
import { lower, place, placed, rowLock, sql } from '../sql/dialect.ts';
import { isNear, type Near, nearTo } from '../sql/near.ts';
import { prepared } from '../sql/statement.ts';
import { inboxOrder } from './inbox-order.ts';
import type { SqlMailQueue } from './mail-queue.ts';
import { type Counted, none, openMessages } from './open-messages.ts';
import { fullRemovalOf, slicedRemoval } from './sliced-removal.ts';

/** Rows read by one statement, and removed in one commit. */
const [readPerTurn, removedPerTurn] = [200, 500];

const waiting = openMessages<Record<never, never>>(
  'contact_messages_waiting',
  "notice = 'waiting'",
  "notice = 'bundled'",
);
const dueSoon = openMessages<DueLimits>(
  'contact_messages_unreminded',
  `status = 'new' AND reminded_at_ms IS NULL AND received_at_ms BETWEEN :lateBefore AND :soonUntil`,
  'reminded_at_ms = :now',
);
const late = openMessages<Pick<DueLimits, 'lateBefore'>>(
  'contact_messages_status',
  "status = 'new' AND received_at_ms < :lateBefore",
  'late_mail_at_ms = :now',
);
const rowColumns = messageColumns.split(',').map((column) => column.trim());
const insert = prepared<MessageRow & { notice: string }>(
  sql`INSERT INTO contact_messages (${messageColumns}, notice)
   VALUES (${rowColumns.map((column) => `:${column}`).join(', ')}, :notice)`,
);
const mailedSince = prepared<Near, { mails: number }>(
  `SELECT count(*) AS mails FROM contact_messages
   WHERE notice = 'mailed' AND ${isNear('received_at_ms')}`,
);
const countWaiting = prepared<
  DueLimits,
  { new: number; late: number; dueSoon: number; oldest: number | null }
>(
  `SELECT count(*) AS new, count(*) FILTER (WHERE received_at_ms < :lateBefore) AS late,
     count(*) FILTER (WHERE received_at_ms BETWEEN :lateBefore AND :soonUntil) AS "dueSoon",
     min(received_at_ms) AS oldest
   FROM contact_messages WHERE status = 'new'`,
);
const find = prepared<{ id: string }, MessageRow>(
  sql`SELECT ${messageColumns} FROM contact_messages WHERE id = :id ${rowLock()}`,
);
const findSent = prepared<MessageRow & Near, MessageRow>(
  sql`SELECT ${messageColumns} FROM contact_messages WHERE ${isSent} ORDER BY received_at_ms, ${place} LIMIT 1`,
);
const replace = prepared<MessageRow>(
  sql`UPDATE contact_messages SET ${rowColumns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = :${column}`)
    .join(', ')} WHERE id = :id`,
);
const remove = prepared<{ id: string }>('DELETE FROM contact_messages WHERE id = :id');
const lastLateMail = prepared<{ now: number }, { at: number | null }>(
  'SELECT max(late_mail_at_ms) AS at FROM contact_messages WHERE late_mail_at_ms <= :now',
);
const isOfSender = sql`lower(email) = ${lower(':email')}`;
const ofSender = prepared<
  { email: string; at: number; place: number; limit: number },
  MessageRow & { readonly place: number }
>(
  sql`SELECT ${placed}, ${messageColumns} FROM contact_messages
   WHERE ${isOfSender} AND (received_at_ms, ${place}) < (:at, :place)
   ORDER BY received_at_ms DESC, ${place} DESC LIMIT :limit`,
);
const removeOfSender = fullRemovalOf<{ email: string }>(
  ['contact_messages', place],
  isOfSender,
  removedPerTurn,
);
const purge = slicedRemoval<{ before: number }>(
  ['contact_messages', place],
  'changed_at_ms < :before',
);

/**
 * Waits for every other new message and every other mail about messages. A message over the allowance waits too: a
 * bundle marks all messages up to the last place that it counted, and must not mark one with a lower place that is
 * stored meanwhile.
 */
const lockNotices = (on: Transaction) => on.lock('notices');

/** `mails` is the queue in the same database: a message and its mail are one transaction. */
export function sqlMessageStore(database: Database, mails: SqlMailQueue): MessageStore {
  const { write } = database;
  const inbox = inboxOrder(database);
  /** Enqueues a mail about all of them, and marks those that it lists. */
  const mailAbout = async <Bound extends object>(
    on: Transaction,
    found: ReturnType<typeof openMessages<Bound>>,
    bound: Bound,
    { toMail, now }: { readonly toMail: ToMail; readonly now: number },
  ): Promise<Counted> => {
    const counted = (await found.count.get(on, bound)) ?? none;
    if (counted.count === 0) return counted;
    const first = await found.first.all(on, bound);
    await mails.add(on, toMail(first.map(toMessage), counted.count), now);
    await found.mark.run(on, { ...bound, ...counted, now });
    return counted;
  };
  /** Marks those that the mail counts and does not list, in further commits. */
  const markOthers = async <Bound extends object>(
    found: ReturnType<typeof openMessages<Bound>>,
    bound: Bound,
    counted: Counted,
    now: number,
  ): Promise<number> => {
    if (counted.count > mostListedMessages)
      await changeInSlices(mostListedMessages, () =>
        found.mark.run(database, { ...bound, ...counted, now }),
      );
    return counted.count;
  };
  return {
    add: (message, toMail, { since, limit }, repeatedSince) =>
      write(async (on) => {
        const row = toMessageRow(message);
        await lockNotices(on);
        const sent =
          repeatedSince === undefined
            ? undefined
            : await findSent.get(on, { ...row, ...nearTo(message.receivedAt, repeatedSince) });
        if (sent) return toMessage(sent);
        const near = nearTo(message.receivedAt, since);
        const isOver = toMail && ((await mailedSince.get(on, near))?.mails ?? 0) >= limit;
        const notice = toMail ? (isOver ? 'waiting' : 'mailed') : 'none';
        await insert.run(on, { ...row, notice });
        if (toMail && !isOver) await mails.add(on, toMail(), message.receivedAt);
        return message;
      }),
    list: ({ limit, offset, ...filter }) => inbox.page(filter, limit, offset),
    slices: inbox.slices,
    counts: inbox.counts,
    waiting: async (limits) => {
      const found = await countWaiting.get(database, limits);
      const { oldest, ...counts } = found ?? { new: 0, late: 0, dueSoon: 0, oldest: null };
      return { ...counts, oldestReceivedAt: oldest ?? undefined };
    },
    update: (id, change) =>
      write(async (on) => {
        const row = await find.get(on, { id });
        if (!row) return undefined;
        const changed = change(toMessage(row));
        await replace.run(on, { ...toMessageRow(changed), id });
        return changed;
      }),
    remove: (id) =>
      write(async (on) => {
        // The mail about it has the same id, and its text.
        await mails.drop(on, id);
        return (await remove.run(on, { id })) > 0;
      }),
    bundle: async (waitingSince, toMail, now) => {
      const counted = await write(async (on) => {
        await lockNotices(on);
        const [oldest] = await waiting.first.all(on, {});
        if (!oldest || elapsed(oldest.received_at_ms, now) < elapsed(waitingSince, now))
          return none;
        return mailAbout(on, waiting, {}, { toMail, now });
      });
      return markOthers(waiting, {}, counted, now);
    },
    remindDueSoon: async (limits, toMail, now) => {
      const counted = await write(async (on) => {
        await lockNotices(on);
        return mailAbout(on, dueSoon, limits, { toMail, now });
      });
      return markOthers(dueSoon, limits, counted, now);
    },
    // Those that the mail lists keep its time; the others need none.
    remindLate: async ({ lateBefore, since }, toMail, now) => {
      const { count } = await write(async (on) => {
        await lockNotices(on);
        const last = (await lastLateMail.get(on, { now }))?.at ?? since;
        return last > since ? none : mailAbout(on, late, { lateBefore }, { toMail, now });
      });
      return count;
    },
    ofSender: async (email) => {
      const rows = inSlices<MessageRow & { readonly place: number }>(readPerTurn, (last) =>
        ofSender.all(database, {
          email,
          at: last?.received_at_ms ?? Number.MAX_SAFE_INTEGER,
          place: last?.place ?? 0,
          limit: readPerTurn,
        }),
      );
      return (await allOf(rows)).map(toMessage);
    },
    removeOfSender: (email) =>
      changeInSlices(removedPerTurn, () => removeOfSender.run(database, { email })),
    purge: (before) => purge(database, { before }),
  };
}
