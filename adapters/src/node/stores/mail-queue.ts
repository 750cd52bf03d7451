import type { EpochMs } from '@coachsite/core/kernel';
import type { Mail, MailQueue, WaitingMail } from '@coachsite/core/mail';
import {
  inOrder,
  type MailRow,
  mailsNaming,
  readMail,
  type SearchedMail,
  toUnsent,
} from '../rows/mail.ts';
import { allOf, changeInSlices, inSlices } from '../rows/slices.ts';
import type { Connection, Database, Transaction } from '../sql/database.ts';
import { among, lower, oneOf, place, placed, position, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { mailOutcomes, mailRetries, mailsPerTurn } from './mail-changes.ts';
import { fullRemovalOf, slicedRemoval } from './sliced-removal.ts';
import { workQueue } from './work-queue.ts';

/** The mail queue, and how the stores of the same database take part in its transactions. */
export interface SqlMailQueue extends MailQueue {
  /** Adds a mail within a transaction. */
  readonly add: (on: Transaction, mail: Mail, now: EpochMs, dueAt?: EpochMs) => Promise<void>;
  /** Removes a mail that was not sent, within a transaction. */
  readonly drop: (on: Connection, id: string) => Promise<unknown>;
  /** Removes a mail that waits and that no attempt is under way for, within a transaction. */
  readonly withdraw: (on: Connection, id: string) => Promise<unknown>;
  /** Calls `record` in the transaction that marks a mail as sent. */
  readonly onSent: (
    record: (on: Transaction, id: string, now: EpochMs) => Promise<unknown>,
  ) => void;
}

/** Mails whose whole content is searched by one statement, which SQLite runs in one turn of the event loop. */
const searchedPerTurn = 50;

type Placed = WaitingMail & { readonly place: number };

const insert = prepared<{
  id: string;
  subject: string;
  content: string;
  recipient: string;
  replyTo: string | null;
  hasSecret: number;
  hasUnsubscribe: number;
  now: number;
  dueAt: number;
}>(
  `INSERT INTO mail_queue (id, subject, content, recipient, reply_to, has_secret, has_unsubscribe,
     enqueued_at_ms, due_at_ms)
   VALUES (:id, :subject, :content, :recipient, :replyTo, :hasSecret, :hasUnsubscribe, :now, :dueAt)
   ON CONFLICT (id) DO NOTHING`,
);
// Never tried, not due, and enqueued ahead of the clock.
const isEarly = `state = 'waiting' AND failures = 0 AND unfinished = 0 AND postponed_at_ms IS NULL
   AND due_at_ms > :now AND enqueued_at_ms > :now`;
const findEarly = prepared<{ now: number }>(sql`SELECT 1 FROM mail_queue WHERE ${isEarly} LIMIT 1`);
const makeDue = prepared<{ now: number }>(
  sql`UPDATE mail_queue SET due_at_ms = :now WHERE ${among(
    place,
    sql`SELECT ${place} FROM mail_queue WHERE ${isEarly}
     LIMIT ${mailsPerTurn} ${rowLock('FOR UPDATE SKIP LOCKED')}`,
  )}`,
);
const wasPassed = prepared<{ id: string; now: number }, { passed: boolean | number | null }>(
  `SELECT postponed_at_ms < (SELECT max(sent_at_ms) FROM mail_queue
     WHERE state = 'sent' AND sent_at_ms <= :now) AS passed FROM mail_queue WHERE id = :id`,
);
const counts = prepared<None, { waiting: number; failed: number }>(
  `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
     count(*) FILTER (WHERE state = 'failed') AS failed FROM mail_queue WHERE state <> 'sent'`,
);
const unsent = prepared<{ state: string; limit: number }, MailRow>(
  sql`SELECT id, state, recipient, subject, problem, reason, failures, enqueued_at_ms, due_at_ms
   FROM mail_queue WHERE state <> 'sent' AND state = :state
   ORDER BY enqueued_at_ms DESC, ${place} DESC LIMIT :limit`,
);
// Without a content there is no address.
const to = sql`lower(recipient) = ${lower(':address')}`;
const isAbout = sql`(${to} OR lower(reply_to) = ${lower(':address')})`;
const about = prepared<{ address: string; after: number; limit: number }, Placed>(
  sql`SELECT ${placed}, recipient AS "to", subject, enqueued_at_ms AS "enqueuedAt" FROM mail_queue
   WHERE ${isAbout} AND ${place} > :after ORDER BY ${place} LIMIT :limit`,
);
const search = prepared<{ address: string; after: number }, SearchedMail>(
  sql`SELECT ${placed}, id, enqueued_at_ms AS "enqueuedAt", CASE
     WHEN state <> 'sent' AND ${position(lower('content'), lower(':address'))} > 0 THEN content
     ELSE '' END AS content
   FROM mail_queue WHERE ${place} > :after ORDER BY ${place} LIMIT ${searchedPerTurn}`,
);
const removeUnsent = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM mail_queue WHERE id ${oneOf('ids')} AND state <> 'sent'`,
);
const removeAbout = fullRemovalOf<{ address: string }>(
  ['mail_queue', place],
  isAbout,
  mailsPerTurn,
);
const removeTo = fullRemovalOf<{ address: string }>(
  ['mail_queue', place],
  sql`${to} AND has_unsubscribe = 0`,
  mailsPerTurn,
);
const removeEmptied = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM mail_queue WHERE id ${oneOf('ids')} AND content = '' AND state = 'failed'`,
);
const drop = prepared<{ id: string }>(`DELETE FROM mail_queue WHERE id = :id AND state <> 'sent'`);
const withdraw = prepared<{ id: string }>(
  `DELETE FROM mail_queue WHERE id = :id AND state = 'waiting' AND unfinished = 0`,
);
const purge = slicedRemoval<{ before: number }>(
  ['mail_queue', place],
  `state <> 'waiting' AND coalesce(sent_at_ms, gave_up_at_ms, enqueued_at_ms) < :before`,
);

/** The queue of mails in the database. Other stores enqueue in their own transaction. */
export function sqlMailQueue(database: Database): SqlMailQueue {
  const { write } = database;
  const records: ((on: Transaction, id: string, now: EpochMs) => Promise<unknown>)[] = [];
  const { take, announce, onEnqueued, pause, setPause } = workQueue(database, {
    name: 'mail_queue',
    waiting: "state = 'waiting'",
  });
  const add = async (on: Transaction, mail: Mail, now: EpochMs, dueAt = now) => {
    await insert.run(on, {
      id: mail.id,
      subject: mail.subject,
      content: JSON.stringify(mail),
      recipient: mail.to,
      replyTo: mail.replyTo?.address ?? null,
      hasSecret: mail.secretUntil === undefined ? 0 : 1,
      hasUnsubscribe: mail.unsubscribeUrl === undefined ? 0 : 1,
      now,
      dueAt,
    });
    announce(on);
  };
  /** The mails that name an address in their text, wherever they go. */
  const naming = async (address: string) => {
    const rows = inSlices<SearchedMail>(searchedPerTurn, (last) =>
      search.all(database, { address, after: last?.place ?? 0 }),
    );
    const found = [];
    for await (const slice of rows) found.push(...mailsNaming(slice, address));
    return found;
  };
  return {
    add,
    drop: (on, id) => drop.run(on, { id }),
    withdraw: (on, id) => withdraw.run(on, { id }),
    onSent: (record) => {
      records.push(record);
    },
    pause,
    setPause,
    enqueue: (mail, now, dueAt) => write((on) => add(on, mail, now, dueAt)),
    onEnqueued,
    take: async (limit, leaseUntil, now) => {
      // Most polls find nothing and must not cost a commit.
      if ((await findEarly.run(database, { now })) > 0) await makeDue.run(database, { now });
      const taken = await take(limit, leaseUntil, now);
      return Promise.all(
        taken.map(async ({ id, content, failures, unfinished }) => ({
          mail: readMail(content),
          failures,
          unfinished,
          wasPassed: Boolean((await wasPassed.get(database, { id, now }))?.passed),
        })),
      );
    },
    markSent: (id, now) =>
      write(async (on) => {
        if ((await mailOutcomes.sent.run(on, { id, now })) === 0) return;
        for (const record of records) await record(on, id, now);
      }),
    retryLater: async (id, failure, at) =>
      void (await mailOutcomes.retry.run(database, { ...failure, id, at })),
    postpone: async (id, failure, until, now) =>
      void (await mailOutcomes.postpone.run(database, { ...failure, id, until, now })),
    giveUp: async (id, failure, now) =>
      void (await mailOutcomes.giveUp.run(database, { ...failure, id, now })),
    retry: (id, now) =>
      write(async (on) => {
        const outcome = await mailRetries.one(on, id, now);
        announce(on);
        return outcome;
      }),
    retryAll: async (now) => {
      let last = 0;
      return changeInSlices(mailsPerTurn, () =>
        write(async (on) => {
          const places = await mailRetries.next(on, last, now);
          announce(on);
          last = places.at(-1) ?? last;
          return places.length;
        }),
      );
    },
    counts: async () => (await counts.get(database, {})) ?? { waiting: 0, failed: 0 },
    unsent: async (limit) => {
      const failed = await unsent.all(database, { state: 'failed', limit });
      const waiting = await unsent.all(database, {
        state: 'waiting',
        limit: limit - failed.length,
      });
      return [...failed, ...waiting].map(toUnsent);
    },
    about: async (address) => {
      const rows = inSlices<Placed>(mailsPerTurn, (last) =>
        about.all(database, { address, after: last?.place ?? 0, limit: mailsPerTurn }),
      );
      return inOrder([...(await allOf(rows)), ...(await naming(address))]);
    },
    removeAbout: async (address, messageIds = []) => {
      let removed = await changeInSlices(mailsPerTurn, () =>
        removeAbout.run(database, { address }),
      );
      const named = (await naming(address)).map(({ id }) => id);
      for (const [all, remove] of [
        [named, removeUnsent],
        [messageIds, removeEmptied],
      ] as const)
        for (let at = 0; at < all.length; at += mailsPerTurn)
          removed += await remove.run(database, { ids: all.slice(at, at + mailsPerTurn) });
      return removed;
    },
    removeTo: (address) => changeInSlices(mailsPerTurn, () => removeTo.run(database, { address })),
    purge: (before) => purge(database, { before }),
  };
}
