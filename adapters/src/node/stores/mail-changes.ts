import type { EpochMs } from '@coachsite/core/kernel';
import type { MailFailure } from '@coachsite/core/mail';
import type { Transaction } from '../sql/database.ts';
import { inOwnOrder, oneOf, place, placed, rowLock, smaller, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

/** Mails read by one statement, or changed in one transaction. */
export const mailsPerTurn = 500;

interface OfMail {
  readonly id: string;
}

const withoutContent = `content = '', recipient = NULL, reply_to = NULL`;
const keptIf = (column: string, none: string) =>
  `${column} = CASE WHEN has_secret = 0 THEN ${column} ELSE ${none} END`;

/** Record the outcome of an attempt. */
export const mailOutcomes = {
  sent: prepared<OfMail & { now: number }>(
    sql`UPDATE mail_queue SET state = 'sent', sent_at_ms = :now, subject = '', ${withoutContent}, unfinished = 0
     WHERE id = :id AND state <> 'sent'`,
  ),
  retry: prepared<OfMail & MailFailure & { at: number }>(
    `UPDATE mail_queue SET failures = failures + 1, problem = :problem, reason = :reason, due_at_ms = :at,
       unfinished = 0 WHERE id = :id AND state = 'waiting'`,
  ),
  postpone: prepared<OfMail & MailFailure & { until: number; now: number }>(
    `UPDATE mail_queue SET problem = :problem, reason = :reason, due_at_ms = :until, postponed_at_ms = :now,
       unfinished = 0 WHERE id = :id AND state = 'waiting'`,
  ),
  giveUp: prepared<OfMail & MailFailure & { now: number }>(
    sql`UPDATE mail_queue SET
       failures = failures + CASE WHEN CAST(:problem AS TEXT) IN ('expired', 'crashed') THEN 0 ELSE 1 END,
       problem = :problem, reason = :reason, state = 'failed', unfinished = 0, gave_up_at_ms = :now,
       ${keptIf('content', "''")}, ${keptIf('recipient', 'NULL')}, ${keptIf('reply_to', 'NULL')}
     WHERE id = :id AND state = 'waiting'`,
  ),
};

const find = prepared<OfMail, { state: string; is_gone: boolean | number }>(
  sql`SELECT state, content = '' AS is_gone FROM mail_queue WHERE id = :id ${rowLock()}`,
);
// A mail that is being sent at the moment is left alone.
const isRetried = `content <> '' AND (state = 'failed' OR unfinished = 0)`;
const makeDue = `UPDATE mail_queue SET state = 'waiting', due_at_ms = :now, failures = 0, unfinished = 0,
   postponed_at_ms = NULL, gave_up_at_ms = NULL`;
const one = prepared<OfMail & { now: number }>(sql`${makeDue} WHERE id = :id AND ${isRetried}`);
const places = prepared<{ after: number }, { place: number }>(
  // In the order of the table: an index of the states would sort all that remain, for each slice.
  sql`SELECT ${placed} FROM mail_queue ${inOwnOrder} WHERE ${place} > :after AND state <> 'sent' AND ${isRetried}
   ORDER BY ${place} LIMIT ${mailsPerTurn} ${rowLock()}`,
);
const some = prepared<{ now: number; places: readonly number[] }>(
  sql`${makeDue} WHERE ${place} ${oneOf('places')}`,
);
const endPause = prepared<{ now: number }>(
  sql`UPDATE queue_pauses SET until_ms = ${smaller('until_ms', ':now')} WHERE queue = 'mail_queue'`,
);

/** Make mails due again at the admin's request, within a transaction. */
export const mailRetries = {
  one: async (on: Transaction, id: string, now: EpochMs) => {
    const mail = await find.get(on, { id });
    if (!mail || mail.state === 'sent') return 'mail_not_found';
    if (mail.is_gone) return 'mail_content_gone';
    await one.run(on, { now, id });
    await endPause.run(on, { now });
    return 'due';
  },
  /** Makes the next mails due after the place of another; returns their places, {@link mailsPerTurn} when there may be more. */
  next: async (on: Transaction, after: number, now: EpochMs): Promise<readonly number[]> => {
    const found = (await places.all(on, { after })).map(({ place }) => place);
    await some.run(on, { now, places: found });
    await endPause.run(on, { now });
    return found;
  },
};
