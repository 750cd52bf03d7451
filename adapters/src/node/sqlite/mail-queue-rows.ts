import type { EpochMs } from '@coachsite/core/kernel';
import type { Mail, MailFailure, MailProblem, UnsentMail, WaitingMail } from '@coachsite/core/mail';
import type { Database } from './database.ts';

interface Row {
  readonly id: string;
  readonly state: UnsentMail['state'];
  readonly recipient: string | null;
  readonly subject: string;
  readonly problem: string;
  readonly reason: string;
  readonly failures: number;
  readonly enqueued_at_ms: number;
  readonly due_at_ms: number;
}

/** A mail that was given up before its problem was recorded has a reason only. */
const problemOf = ({ problem, reason }: Row): MailProblem | undefined =>
  problem === '' ? (reason === '' ? undefined : 'unknown') : (problem as MailProblem);

const toUnsent = (row: Row): UnsentMail => ({
  id: row.id,
  state: row.state,
  to: row.recipient ?? undefined,
  subject: row.subject,
  problem: problemOf(row),
  reason: row.reason,
  failures: row.failures,
  enqueuedAt: row.enqueued_at_ms,
  nextTryAt: row.state === 'waiting' ? row.due_at_ms : undefined,
});

/** Mails that were never tried and are not due: they were enqueued before the clock was set back. */
export function mailsOfTheFuture({ sql }: Database) {
  const isEarly = `state = 'waiting' AND failures = 0 AND unfinished = 0 AND postponed_at_ms IS NULL
     AND due_at_ms > :now`;
  const find = sql.prepare<{ now: number }>(`SELECT 1 FROM mail_queue WHERE ${isEarly} LIMIT 1`);
  const makeDue = sql.prepare<{ now: number }>(
    `UPDATE mail_queue SET due_at_ms = :now WHERE ${isEarly}`,
  );
  return {
    exist: (now: EpochMs) => find.get({ now }) !== undefined,
    makeDue: (now: EpochMs) => makeDue.run({ now }),
  };
}

/** What becomes of a mail after an attempt. Each runs inside `write`. */
export function mailOutcomes({ sql }: Database) {
  const sent = sql.prepare<[number, string]>(
    `UPDATE mail_queue SET state = 'sent', sent_at_ms = ?, subject = '', content = '', unfinished = 0
     WHERE id = ? AND state = 'waiting'`,
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
  const due = (condition: string) =>
    `UPDATE mail_queue SET state = 'waiting', due_at_ms = :now, failures = 0, unfinished = 0,
       postponed_at_ms = NULL, gave_up_at_ms = NULL
     WHERE content <> '' AND (state = 'failed' OR unfinished = 0) AND ${condition}`;
  const one = sql.prepare<{ now: number; id: string }>(due('id = :id'));
  const all = sql.prepare<{ now: number }>(due('TRUE'));
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
    all: (now: EpochMs) => {
      const { changes } = all.run({ now });
      endPause.run(now);
      return changes;
    },
  };
}

/** What the admin and a person may read of the mails, and what is removed. */
export function mailLists({ sql }: Database) {
  const isAbout = `lower(json_extract(content, '$.to')) = lower(:address)
         OR lower(json_extract(content, '$.replyTo.address')) = lower(:address)`;
  const counts = sql.prepare<[], { waiting: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'failed') AS failed FROM mail_queue WHERE state <> 'sent'`,
  );
  const unsent = sql.prepare<[number], Row>(
    `SELECT id, state, CASE WHEN content = '' THEN NULL ELSE json_extract(content, '$.to') END AS recipient,
            subject, problem, reason, failures, enqueued_at_ms, due_at_ms FROM mail_queue
     -- Found by the index alone, so that the contents of all other mails are not read.
     WHERE rowid IN (SELECT rowid FROM mail_queue WHERE state <> 'sent'
       ORDER BY state = 'waiting', enqueued_at_ms DESC, rowid DESC LIMIT ?)
     ORDER BY state = 'waiting', enqueued_at_ms DESC, rowid DESC`,
  );
  const about = sql.prepare<{ address: string }, WaitingMail>(
    `SELECT json_extract(content, '$.to') AS "to", subject, enqueued_at_ms AS enqueuedAt FROM mail_queue
     WHERE CASE WHEN content = '' THEN FALSE ELSE ${isAbout} END ORDER BY enqueued_at_ms, rowid`,
  );
  const removeAbout = sql.prepare<{ address: string; ids: string }>(
    `DELETE FROM mail_queue WHERE CASE WHEN content = ''
       THEN state = 'failed' AND id IN (SELECT value FROM json_each(:ids))
       ELSE ${isAbout} END`,
  );
  const removeTo = sql.prepare<[string]>(
    `DELETE FROM mail_queue
     WHERE CASE WHEN content = '' THEN FALSE ELSE lower(json_extract(content, '$.to')) = lower(?)
       AND json_extract(content, '$.unsubscribeUrl') IS NULL END`,
  );
  const drop = sql.prepare<[string]>(`DELETE FROM mail_queue WHERE id = ? AND state <> 'sent'`);
  const withdraw = sql.prepare<[string]>(
    `DELETE FROM mail_queue WHERE id = ? AND state = 'waiting' AND unfinished = 0`,
  );
  const purge = sql.prepare<[number]>(
    `DELETE FROM mail_queue
     WHERE state <> 'waiting' AND coalesce(sent_at_ms, gave_up_at_ms, enqueued_at_ms) < ?`,
  );
  // What the future sent is from before the clock was set back.
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
    unsent: (limit: number) => unsent.all(limit).map(toUnsent),
    about: (address: string) => about.all({ address }),
    removeAbout: (address: string, ids: readonly string[]) =>
      removeAbout.run({ address, ids: JSON.stringify(ids) }).changes,
    removeTo: (address: string) => removeTo.run(address).changes,
    drop: (id: string) => drop.run(id),
    withdraw: (id: string) => withdraw.run(id),
    purge: (before: EpochMs) => purge.run(before).changes,
    /** Whether a mail was postponed, and another one was sent since. */
    wasPassed: (id: string, now: EpochMs) =>
      (latestSent.get(now) ?? 0) > (postponedAt.get(id) ?? Number.MAX_VALUE),
  };
}

/** A mail as it is kept. */
export const readMail = (content: string): Mail => JSON.parse(content) as Mail;
