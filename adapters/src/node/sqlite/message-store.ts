import {
  type DueLimits,
  type MessageStore,
  mostListedMessages,
  type ToMail,
} from '@coachsite/core/contact';
import {
  type Around,
  around,
  isSent,
  type MessageRow,
  messageColumns,
  toMessage,
  toMessageRow,
} from '../rows/message.ts';
import { isNear } from '../rows/near.ts';
import { allOf, changeInSlices, inSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';
import { inboxOrder } from './inbox-order.ts';
import type { SqliteMailQueue } from './mail-queue.ts';
import { type Counted, none, openMessages } from './open-messages.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Rows read in one turn of the event loop, and removed in one commit. */
const [readPerTurn, removedPerTurn] = [200, 500];

const emptyCounts = { new: 0, late: 0, dueSoon: 0, oldest: null };

/** `mails` is the queue in the same database: a message and its mail are one commit. */
export function sqliteMessageStore(database: Database, mails: SqliteMailQueue): MessageStore {
  const { sql, write } = database;
  const insert = sql.prepare<[MessageRow & { readonly notice: string }]>(
    `INSERT INTO contact_messages (${messageColumns}, notice)
     VALUES (:id, :name, :email, :subject, :message, :language, :status, :flagged,
       :received_at_ms, :answered_at_ms, :changed_at_ms, :notice)`,
  );
  const mailedSince = sql
    .prepare<[number, number], number>(
      // One as far ahead was received before the clock was set back.
      `SELECT count(*) FROM contact_messages WHERE notice = 'mailed' AND received_at_ms > ? AND received_at_ms < ?`,
    )
    .pluck();
  const inbox = inboxOrder<MessageRow>({ sql }, messageColumns, toMessage);
  const countWaiting = sql.prepare<
    DueLimits,
    { new: number; late: number; dueSoon: number; oldest: number | null }
  >(
    `SELECT count(*) AS new,
       count(*) FILTER (WHERE received_at_ms < :lateBefore) AS late,
       count(*) FILTER (WHERE received_at_ms BETWEEN :lateBefore AND :soonUntil) AS dueSoon,
       min(received_at_ms) AS oldest
     FROM contact_messages WHERE status = 'new'`,
  );
  const find = sql.prepare<[string], MessageRow>(
    `SELECT ${messageColumns} FROM contact_messages WHERE id = ?`,
  );
  const findSent = sql.prepare<[MessageRow & Around], MessageRow>(
    `SELECT ${messageColumns} FROM contact_messages WHERE ${isSent} ORDER BY received_at_ms LIMIT 1`,
  );
  const replace = sql.prepare<[MessageRow]>(
    `UPDATE contact_messages SET name = :name, email = :email, subject = :subject, message = :message,
       language = :language, status = :status, flagged = :flagged, received_at_ms = :received_at_ms,
       answered_at_ms = :answered_at_ms, changed_at_ms = :changed_at_ms WHERE id = :id`,
  );
  const remove = sql.prepare<[string]>('DELETE FROM contact_messages WHERE id = ?');
  const isWaiting = "notice = 'waiting'";
  const isUnreminded = `status = 'new' AND reminded_at_ms IS NULL
       AND received_at_ms BETWEEN :lateBefore AND :soonUntil`;
  const isLate = "status = 'new' AND received_at_ms < :lateBefore";
  const waiting = openMessages<Record<never, never>>(
    sql,
    'contact_messages_waiting',
    isWaiting,
    "notice = 'bundled'",
  );
  const dueSoon = openMessages<DueLimits>(
    sql,
    'contact_messages_unreminded',
    isUnreminded,
    'reminded_at_ms = :now',
  );
  const late = openMessages<Pick<DueLimits, 'lateBefore'>>(
    sql,
    'contact_messages_status',
    isLate,
    'late_mail_at_ms = :now',
  );
  const lastLateMail = sql
    .prepare<[number], number | null>(
      // A time in the future, recorded by a wrong clock, is ignored.
      'SELECT max(late_mail_at_ms) FROM contact_messages WHERE late_mail_at_ms <= ?',
    )
    .pluck();
  /** Enqueues a mail about all of them, and marks those that it lists. */
  const mailAbout = <Bound extends object>(
    found: ReturnType<typeof openMessages<Bound>>,
    bound: Bound,
    toMail: ToMail,
    now: number,
  ): Counted => {
    const counted = found.count(bound);
    if (counted.count === 0) return counted;
    mails.add(toMail(found.first(bound).map(toMessage), counted.count), now);
    found.mark(bound, counted, now);
    return counted;
  };
  /** Marks those that the mail counts and does not list: in further commits, so that requests are served in between. */
  const markOthers = async <Bound extends object>(
    found: ReturnType<typeof openMessages<Bound>>,
    bound: Bound,
    counted: Counted,
    now: number,
  ): Promise<number> => {
    if (counted.count > mostListedMessages)
      await changeInSlices(mostListedMessages, () => write(() => found.mark(bound, counted, now)));
    return counted.count;
  };
  const ofSender = sql.prepare<
    { email: string; at: number; place: number; limit: number },
    MessageRow & { readonly place: number }
  >(
    `SELECT rowid AS place, ${messageColumns} FROM contact_messages
     WHERE lower(email) = lower(:email) AND (received_at_ms, rowid) < (:at, :place)
     ORDER BY received_at_ms DESC, rowid DESC LIMIT :limit`,
  );
  const removeOfSender = sql.prepare<[string, number]>(
    `DELETE FROM contact_messages WHERE rowid IN (
       SELECT rowid FROM contact_messages WHERE lower(email) = lower(?) LIMIT ?)`,
  );
  const purge = slicedRemoval<[number]>(database, {
    table: 'contact_messages',
    where: 'changed_at_ms < ?',
  });

  return {
    add: (message, toMail, { since, limit }, repeatedSince) =>
      write(() => {
        const row = toMessageRow(message);
        const sent =
          repeatedSince === undefined
            ? undefined
            : findSent.get({ ...row, ...around(message.receivedAt, repeatedSince) });
        if (sent) return toMessage(sent);
        const isOver = (mailedSince.get(since, 2 * message.receivedAt - since) ?? 0) >= limit;
        const notice = toMail ? (isOver ? 'waiting' : 'mailed') : 'none';
        insert.run({ ...row, notice });
        if (toMail && !isOver) mails.add(toMail(), message.receivedAt);
        return message;
      }),
    list: ({ limit, offset, ...filter }) => inbox.page(filter, limit, offset),
    slices: inbox.slices,
    counts: inbox.counts,
    waiting: async (limits) => {
      const { oldest = null, ...counts } = countWaiting.get(limits) ?? emptyCounts;
      return { ...counts, oldestReceivedAt: oldest ?? undefined };
    },
    update: (id, change) =>
      write(() => {
        const row = find.get(id);
        if (!row) return undefined;
        const changed = change(toMessage(row));
        replace.run({ ...toMessageRow(changed), id });
        return changed;
      }),
    remove: (id) =>
      write(() => {
        // The mail about it has the same id, and its text.
        mails.drop(id);
        return remove.run(id).changes > 0;
      }),
    bundle: async (waitingSince, toMail, now) => {
      const counted = await write(() => {
        const [oldest] = waiting.first({});
        if (!oldest || isNear(oldest.received_at_ms, waitingSince, now)) return none;
        return mailAbout(waiting, {}, toMail, now);
      });
      return markOthers(waiting, {}, counted, now);
    },
    remindDueSoon: async (limits, toMail, now) => {
      const counted = await write(() => mailAbout(dueSoon, limits, toMail, now));
      return markOthers(dueSoon, limits, counted, now);
    },
    // Those that the mail lists keep its time; the others need none.
    remindLate: async ({ lateBefore, since }, toMail, now) => {
      const { count } = await write(() =>
        (lastLateMail.get(now) ?? since) > since
          ? none
          : mailAbout(late, { lateBefore }, toMail, now),
      );
      return count;
    },
    ofSender: async (email) => {
      const rows = inSlices<MessageRow & { readonly place: number }>(readPerTurn, (last) =>
        ofSender.all({
          email,
          at: last?.received_at_ms ?? Number.MAX_SAFE_INTEGER,
          place: last?.place ?? 0,
          limit: readPerTurn,
        }),
      );
      return (await allOf(rows)).map(toMessage);
    },
    removeOfSender: (email) =>
      changeInSlices(removedPerTurn, () =>
        write(() => removeOfSender.run(email, removedPerTurn).changes),
      ),
    purge,
  };
}
