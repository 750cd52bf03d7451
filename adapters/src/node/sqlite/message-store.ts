import type {
  DueLimits,
  InboxMessage,
  MessageStatus,
  MessageStore,
  ToMail,
} from '@coachsite/core/contact';
import type { Language } from '@coachsite/core/language';
import type { Database } from './database.ts';
import type { SqliteMailQueue } from './mail-queue.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly language: string;
  readonly status: string;
  readonly flagged: number;
  readonly received_at_ms: number;
  readonly answered_at_ms: number | null;
  readonly changed_at_ms: number;
}

const columns = `id, name, email, subject, message, language, status, flagged,
  received_at_ms, answered_at_ms, changed_at_ms`;

const toMessage = (row: Row): InboxMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  language: row.language as Language,
  status: row.status as MessageStatus,
  flagged: row.flagged === 1,
  receivedAt: row.received_at_ms,
  answeredAt: row.answered_at_ms ?? undefined,
  changedAt: row.changed_at_ms,
});

const toRow = (message: InboxMessage): Row => ({
  id: message.id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
  language: message.language,
  status: message.status,
  flagged: message.flagged ? 1 : 0,
  received_at_ms: message.receivedAt,
  answered_at_ms: message.answeredAt ?? null,
  changed_at_ms: message.changedAt,
});

/** Null selects everything. */
interface Filter {
  readonly status: MessageStatus | null;
  /** A JSON array of patterns for LIKE, which must all match. */
  readonly patterns: string;
}

const isFound = `NOT EXISTS (
  SELECT 1 FROM json_each(:patterns) AS pattern
  WHERE name || char(10) || email || char(10) || subject || char(10) || message
    NOT LIKE pattern.value ESCAPE '\\')`;

/** LIKE ignores the case of ASCII letters only, so that any sign matches another letter. */
const toPatterns = (search = '') =>
  JSON.stringify(
    search
      .normalize('NFC')
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\P{ASCII}/gu, '_')}%`),
  );

const emptyCounts = { new: 0, late: 0, dueSoon: 0, oldest: null };

/** `mails` is the queue in the same database: a message and its mail are one commit. */
export function sqliteMessageStore({ sql, write }: Database, mails: SqliteMailQueue): MessageStore {
  const insert = sql.prepare<[Row & { readonly notice: string }]>(
    `INSERT INTO contact_messages (${columns}, notice)
     VALUES (:id, :name, :email, :subject, :message, :language, :status, :flagged,
       :received_at_ms, :answered_at_ms, :changed_at_ms, :notice)`,
  );
  const mailedSince = sql
    .prepare<[number], number>(
      `SELECT count(*) FROM contact_messages WHERE notice = 'mailed' AND received_at_ms > ?`,
    )
    .pluck();
  const list = sql.prepare<[Filter & { limit: number; offset: number }], Row>(
    `SELECT ${columns} FROM contact_messages WHERE ${isFound} AND (:status IS NULL OR status = :status)
     ORDER BY status <> 'new', iif(status = 'new', received_at_ms, -received_at_ms),
       iif(status = 'new', rowid, -rowid)
     LIMIT :limit OFFSET :offset`,
  );
  const count = sql.prepare<
    [Pick<Filter, 'patterns'>],
    { status: MessageStatus; messages: number }
  >(`SELECT status, count(*) AS messages FROM contact_messages WHERE ${isFound} GROUP BY status`);
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
  const find = sql.prepare<[string], Row>(`SELECT ${columns} FROM contact_messages WHERE id = ?`);
  const replace = sql.prepare<[Row]>(
    `UPDATE contact_messages SET name = :name, email = :email, subject = :subject, message = :message,
       language = :language, status = :status, flagged = :flagged, received_at_ms = :received_at_ms,
       answered_at_ms = :answered_at_ms, changed_at_ms = :changed_at_ms WHERE id = :id`,
  );
  const remove = sql.prepare<[string]>('DELETE FROM contact_messages WHERE id = ?');
  const waiting = sql.prepare<[], Row>(
    `SELECT ${columns} FROM contact_messages WHERE notice = 'waiting' ORDER BY received_at_ms, rowid`,
  );
  const bundled = sql.prepare(
    `UPDATE contact_messages SET notice = 'bundled' WHERE notice = 'waiting'`,
  );
  const dueSoon = sql.prepare<[DueLimits], Row>(
    `SELECT ${columns} FROM contact_messages WHERE status = 'new' AND reminded_at_ms IS NULL
       AND received_at_ms BETWEEN :lateBefore AND :soonUntil ORDER BY received_at_ms, rowid`,
  );
  const late = sql.prepare<[Pick<DueLimits, 'lateBefore'>], Row>(
    `SELECT ${columns} FROM contact_messages WHERE status = 'new' AND received_at_ms < :lateBefore
     ORDER BY received_at_ms, rowid`,
  );
  const lastLateMail = sql
    .prepare<[number], number | null>(
      // A mail of the future, by a clock that was wrong, counts for nothing.
      'SELECT max(late_mail_at_ms) FROM contact_messages WHERE late_mail_at_ms <= ?',
    )
    .pluck();
  const markReminded = sql.prepare<[number, string]>(
    'UPDATE contact_messages SET reminded_at_ms = ? WHERE id = ?',
  );
  const markLate = sql.prepare<[number, string]>(
    'UPDATE contact_messages SET late_mail_at_ms = ? WHERE id = ?',
  );
  const remind = (rows: readonly Row[], mark: typeof markLate, toMail: ToMail, now: number) => {
    if (rows.length === 0) return 0;
    mails.add(toMail(rows.map(toMessage)), now);
    for (const { id } of rows) mark.run(now, id);
    return rows.length;
  };
  const ofSender = sql.prepare<[string], Row>(
    `SELECT ${columns} FROM contact_messages WHERE lower(email) = lower(?)
     ORDER BY received_at_ms DESC, rowid DESC`,
  );
  const removeOfSender = sql.prepare<[string]>(
    'DELETE FROM contact_messages WHERE lower(email) = lower(?)',
  );
  const purge = sql.prepare<[number]>('DELETE FROM contact_messages WHERE changed_at_ms < ?');

  return {
    add: (message, mail, { since, limit }) =>
      write(() => {
        const isOver = (mailedSince.get(since) ?? 0) >= limit;
        const notice = mail ? (isOver ? 'waiting' : 'mailed') : 'none';
        insert.run({ ...toRow(message), notice });
        if (mail && !isOver) mails.add(mail, message.receivedAt);
      }),
    list: async ({ status = null, search, limit, offset }) =>
      list.all({ status, patterns: toPatterns(search), limit, offset }).map(toMessage),
    counts: async (search) => {
      const counts: Record<MessageStatus, number> = { new: 0, answered: 0, archived: 0, spam: 0 };
      const found = count.all({ patterns: toPatterns(search) });
      for (const { status, messages } of found) counts[status] = messages;
      return counts;
    },
    waiting: async (limits) => {
      const { oldest = null, ...counts } = countWaiting.get(limits) ?? emptyCounts;
      return { ...counts, oldestReceivedAt: oldest ?? undefined };
    },
    update: (id, change) =>
      write(() => {
        const row = find.get(id);
        if (!row) return undefined;
        const changed = change(toMessage(row));
        replace.run({ ...toRow(changed), id });
        return changed;
      }),
    remove: (id) =>
      write(() => {
        // The mail about it has the same id, and its text.
        mails.drop(id);
        return remove.run(id).changes > 0;
      }),
    bundle: (waitingSince, toMail, now) =>
      write(() => {
        const messages = waiting.all().map(toMessage);
        const [oldest] = messages;
        if (!oldest || oldest.receivedAt > waitingSince) return 0;
        mails.add(toMail(messages), now);
        bundled.run();
        return messages.length;
      }),
    remindDueSoon: (limits, toMail, now) =>
      write(() => remind(dueSoon.all(limits), markReminded, toMail, now)),
    remindLate: ({ lateBefore, since }, toMail, now) =>
      write(() => {
        if ((lastLateMail.get(now) ?? since) > since) return 0;
        return remind(late.all({ lateBefore }), markLate, toMail, now);
      }),
    ofSender: async (email) => ofSender.all(email).map(toMessage),
    removeOfSender: (email) => write(() => removeOfSender.run(email).changes),
    purge: (before) => write(() => purge.run(before).changes),
  };
}
