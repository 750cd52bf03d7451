import type { EpochMs } from '@coachsite/core/kernel';
import type { MailFailure, UnsentMail, WaitingMail } from '@coachsite/core/mail';
import { inOrder, type MailRow, mailsNaming, type SearchedMail, toUnsent } from '../rows/mail.ts';
import { allOf, inSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Mails read in one turn of the event loop, or removed in one commit. */
export const mailsPerTurn = 500;

/** Mails whose whole content is searched in one turn. */
const searchedPerTurn = 50;

/** Mails that were never tried and are not due, enqueued before the clock was set back. */
export function mailsOfTheFuture({ sql }: Database) {
  const isEarly = `state = 'waiting' AND failures = 0 AND unfinished = 0 AND postponed_at_ms IS NULL
     AND due_at_ms > :now AND enqueued_at_ms > :now`;
  const find = sql.prepare<{ now: number }>(`SELECT 1 FROM mail_queue WHERE ${isEarly} LIMIT 1`);
  const makeDue = sql.prepare<{ now: number }>(
    `UPDATE mail_queue SET due_at_ms = :now WHERE rowid IN (
       SELECT rowid FROM mail_queue WHERE ${isEarly} LIMIT ${mailsPerTurn})`,
  );
  return {
    exist: (now: EpochMs) => find.get({ now }) !== undefined,
    makeDue: (now: EpochMs) => makeDue.run({ now }),
  };
}

/** Record the outcome of an attempt. Each runs inside `write`. */
export function mailOutcomes({ sql }: Database) {
  const sent = sql.prepare<[number, string]>(
    `UPDATE mail_queue SET state = 'sent', sent_at_ms = ?, subject = '', content = '', unfinished = 0
     WHERE id = ? AND state <> 'sent'`,
  );
  const retry = sql.prepare<MailFailure & { at: number; id: string }>(
    `UPDATE mail_queue SET failures = failures + 1, problem = :problem, reason = :reason, due_at_ms = :at,
       unfinished = 0 WHERE id = :id AND state = 'waiting'`,
  );
  const postpone = sql.prepare<MailFailure & { until: number; now: number; id: string }>(
    `UPDATE mail_queue SET problem = :problem, reason = :reason, due_at_ms = :until, postponed_at_ms = :now,
       unfinished = 0 WHERE id = :id AND state = 'waiting'`,
  );
  const giveUp = sql.prepare<MailFailure & { now: number; id: string }>(
    `UPDATE mail_queue SET failures = failures + (:problem NOT IN ('expired', 'crashed')),
       problem = :problem, reason = :reason, state = 'failed', unfinished = 0, gave_up_at_ms = :now,
       content = CASE WHEN json_extract(content, '$.secretUntil') IS NULL THEN content ELSE '' END
     WHERE id = :id AND state = 'waiting'`,
  );
  return {
    sent: (id: string, now: EpochMs) => sent.run(now, id).changes > 0,
    retry: (id: string, failure: MailFailure, at: EpochMs) => retry.run({ ...failure, at, id }),
    postpone: (id: string, failure: MailFailure, until: EpochMs, now: EpochMs) =>
      postpone.run({ ...failure, until, now, id }),
    giveUp: (id: string, failure: MailFailure, now: EpochMs) => giveUp.run({ ...failure, now, id }),
  };
}

/** Makes mails due again at the admin's request. Each runs inside `write`. */
export function mailRetries({ sql }: Database) {
  const find = sql.prepare<[string], { state: string; isGone: number }>(
    `SELECT state, content = '' AS isGone FROM mail_queue WHERE id = ?`,
  );
  // A mail that is being sent at the moment is left alone.
  const isRetried = `content <> '' AND (state = 'failed' OR unfinished = 0)`;
  const makeDue = `UPDATE mail_queue SET state = 'waiting', due_at_ms = :now, failures = 0, unfinished = 0,
       postponed_at_ms = NULL, gave_up_at_ms = NULL`;
  const one = sql.prepare<{ now: number; id: string }>(
    `${makeDue} WHERE id = :id AND ${isRetried}`,
  );
  const places = sql
    .prepare<{ after: number }, number>(
      // In the order of the table: an index of the states would sort all that remain, for each slice.
      `SELECT rowid FROM mail_queue NOT INDEXED
       WHERE rowid > :after AND state <> 'sent' AND ${isRetried} ORDER BY rowid LIMIT ${mailsPerTurn}`,
    )
    .pluck();
  const some = sql.prepare<{ now: number; places: string }>(
    `${makeDue} WHERE rowid IN (SELECT value FROM json_each(:places))`,
  );
  const endPause = sql.prepare<[number]>(
    `UPDATE queue_pauses SET until_ms = min(until_ms, ?) WHERE queue = 'mail_queue'`,
  );
  return {
    one: (id: string, now: EpochMs) => {
      const mail = find.get(id);
      if (!mail || mail.state === 'sent') return 'mail_not_found';
      if (mail.isGone) return 'mail_content_gone';
      one.run({ now, id });
      endPause.run(now);
      return 'due';
    },
    /** Makes the next mails due after the place of another; returns their places, {@link mailsPerTurn} when there may be more. */
    next: (after: number, now: EpochMs): readonly number[] => {
      const found = places.all({ after });
      some.run({ now, places: JSON.stringify(found) });
      endPause.run(now);
      return found;
    },
  };
}

/** What the admin and a person may read of the mails, and what is removed. */
export function mailLists(database: Database) {
  const { sql } = database;
  // Each half is found by its index; only what has a content is in one.
  const to = `content <> '' AND lower(json_extract(content, '$.to')) = lower(:address)`;
  const replyTo = `content <> '' AND lower(json_extract(content, '$.replyTo.address')) = lower(:address)`;
  const isAbout = `rowid IN (SELECT rowid FROM mail_queue WHERE ${to}
    UNION SELECT rowid FROM mail_queue WHERE ${replyTo})`;
  const counts = sql.prepare<[], { waiting: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'failed') AS failed FROM mail_queue WHERE state <> 'sent'`,
  );
  // The first condition lets the index be used.
  const unsent = sql.prepare<{ state: UnsentMail['state']; limit: number }, MailRow>(
    `SELECT id, state, CASE WHEN content = '' THEN NULL ELSE json_extract(content, '$.to') END AS recipient,
            subject, problem, reason, failures, enqueued_at_ms, due_at_ms FROM mail_queue
     WHERE state <> 'sent' AND state = :state ORDER BY enqueued_at_ms DESC, rowid DESC LIMIT :limit`,
  );
  const about = sql.prepare<
    { address: string; after: number; limit: number },
    WaitingMail & { readonly place: number }
  >(
    `SELECT rowid AS place, json_extract(content, '$.to') AS "to", subject, enqueued_at_ms AS enqueuedAt
     FROM mail_queue WHERE ${isAbout} AND rowid > :after ORDER BY rowid LIMIT :limit`,
  );
  const search = sql.prepare<{ address: string; after: number }, SearchedMail>(
    `SELECT rowid AS place, id, enqueued_at_ms AS enqueuedAt, CASE
       WHEN state <> 'sent' AND instr(lower(content), lower(:address)) > 0 THEN content ELSE '' END AS content
     FROM mail_queue WHERE rowid > :after ORDER BY rowid LIMIT ${searchedPerTurn}`,
  );
  /** The mails that name an address in their text, wherever they go. */
  const naming = async (address: string) => {
    const rows = inSlices<SearchedMail>(searchedPerTurn, (last) =>
      search.all({ address, after: last?.place ?? 0 }),
    );
    const found = [];
    for await (const slice of rows) found.push(...mailsNaming(slice, address));
    return found;
  };
  const removeUnsent = sql.prepare<[string]>(
    `DELETE FROM mail_queue WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'sent'`,
  );
  const removeAbout = sql.prepare<{ address: string; limit: number }>(
    `DELETE FROM mail_queue WHERE rowid IN (
       SELECT rowid FROM mail_queue WHERE ${isAbout} LIMIT :limit)`,
  );
  const removeEmptied = sql.prepare<[string]>(
    `DELETE FROM mail_queue WHERE id IN (SELECT value FROM json_each(?)) AND content = '' AND state = 'failed'`,
  );
  const removeTo = sql.prepare<{ address: string; limit: number }>(
    `DELETE FROM mail_queue WHERE rowid IN (
       SELECT rowid FROM mail_queue WHERE ${to} AND json_extract(content, '$.unsubscribeUrl') IS NULL LIMIT :limit)`,
  );
  const drop = sql.prepare<[string]>(`DELETE FROM mail_queue WHERE id = ? AND state <> 'sent'`);
  const withdraw = sql.prepare<[string]>(
    `DELETE FROM mail_queue WHERE id = ? AND state = 'waiting' AND unfinished = 0`,
  );
  const purge = slicedRemoval<[number]>(database, {
    table: 'mail_queue',
    where: `state <> 'waiting' AND coalesce(sent_at_ms, gave_up_at_ms, enqueued_at_ms) < ?`,
  });
  // A time in the future was recorded before the clock was set back.
  const latestSent = sql
    .prepare<[number], number | null>(
      `SELECT max(sent_at_ms) FROM mail_queue WHERE state = 'sent' AND sent_at_ms <= ?`,
    )
    .pluck();
  const postponedAt = sql
    .prepare<[string], number | null>('SELECT postponed_at_ms FROM mail_queue WHERE id = ?')
    .pluck();
  return {
    counts: () => counts.get() ?? { waiting: 0, failed: 0 },
    unsent: (limit: number) => {
      const failed = unsent.all({ state: 'failed', limit });
      const waiting = unsent.all({ state: 'waiting', limit: limit - failed.length });
      return [...failed, ...waiting].map(toUnsent);
    },
    about: async (address: string): Promise<readonly WaitingMail[]> => {
      const rows = inSlices<WaitingMail & { readonly place: number }>(mailsPerTurn, (last) =>
        about.all({ address, after: last?.place ?? 0, limit: mailsPerTurn }),
      );
      return inOrder([...(await allOf(rows)), ...(await naming(address))]);
    },
    naming,
    /** Removes unsent mails; returns how many. */
    removeUnsent: (ids: readonly string[]) => removeUnsent.run(JSON.stringify(ids)).changes,
    /** Removes some of the mails about an address; returns how many, {@link mailsPerTurn} when there may be more. */
    removeAbout: (address: string) => removeAbout.run({ address, limit: mailsPerTurn }).changes,
    /** Removes given-up mails without content. */
    removeEmptied: (ids: readonly string[]) => removeEmptied.run(JSON.stringify(ids)).changes,
    removeTo: (address: string) => removeTo.run({ address, limit: mailsPerTurn }).changes,
    drop: (id: string) => drop.run(id),
    withdraw: (id: string) => withdraw.run(id),
    purge,
    /** Whether a mail was postponed, and another one was sent since. */
    wasPassed: (id: string, now: EpochMs) =>
      (latestSent.get(now) ?? 0) > (postponedAt.get(id) ?? Number.MAX_VALUE),
  };
}
