import type { EpochMs } from '@coachsite/core/kernel';
import type { FailedMail, Mail, MailQueue, WaitingMail } from '@coachsite/core/mail';
import type { Database } from './database.ts';
import { workQueue } from './work-queue.ts';

/** The mail queue. Other stores use `add` to queue a mail in the same commit as their own rows. */
export interface SqliteMailQueue extends MailQueue {
  /** Adds a mail to the current commit; call it only inside `database.write`. */
  readonly add: (mail: Mail, now: EpochMs) => void;
}

export function sqliteMailQueue(database: Database): SqliteMailQueue {
  const { sql, write } = database;
  const insert = sql.prepare<[string, string, string, number, number]>(
    `INSERT INTO mail_queue (id, subject, content, enqueued_at_ms, due_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const sent = sql.prepare<[number, string]>(
    `UPDATE mail_queue SET state = 'sent', sent_at_ms = ?, subject = '', content = '' WHERE id = ?`,
  );
  const retry = sql.prepare<[string, number, string]>(
    `UPDATE mail_queue SET failures = failures + 1, reason = ?, due_at_ms = ?
     WHERE id = ? AND state = 'waiting'`,
  );
  const giveUp = sql.prepare<[string, string]>(
    `UPDATE mail_queue SET failures = failures + 1, reason = ?, state = 'failed', content = ''
     WHERE id = ? AND state = 'waiting'`,
  );
  const counts = sql.prepare<[], { waiting: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'failed') AS failed FROM mail_queue`,
  );
  const failed = sql.prepare<[number], FailedMail>(
    `SELECT id, subject, reason, enqueued_at_ms AS enqueuedAt FROM mail_queue
     WHERE state = 'failed' ORDER BY enqueued_at_ms DESC, rowid DESC LIMIT ?`,
  );
  const isAbout = `lower(json_extract(content, '$.to')) = lower(:address)
         OR lower(json_extract(content, '$.replyTo.address')) = lower(:address)`;
  const about = sql.prepare<{ address: string }, WaitingMail>(
    `SELECT json_extract(content, '$.to') AS "to", subject, enqueued_at_ms AS enqueuedAt FROM mail_queue
     WHERE CASE WHEN content = '' THEN FALSE ELSE ${isAbout} END ORDER BY enqueued_at_ms, rowid`,
  );
  const removeAbout = sql.prepare<{ address: string; ids: string }>(
    `DELETE FROM mail_queue WHERE CASE WHEN content = ''
       THEN state = 'failed' AND id IN (SELECT value FROM json_each(:ids))
       ELSE ${isAbout} END`,
  );
  const purge = sql.prepare<[number]>(
    `DELETE FROM mail_queue WHERE state <> 'waiting' AND enqueued_at_ms < ?`,
  );

  const { take, announce, onEnqueued } = workQueue(database, 'mail_queue', "state = 'waiting'");
  const add = (mail: Mail, now: EpochMs) => {
    insert.run(mail.id, mail.subject, JSON.stringify(mail), now, now);
    announce();
  };

  return {
    add,
    enqueue: (mail, now) => write(() => add(mail, now)),
    onEnqueued,
    take: async (now, leaseUntil, limit) =>
      (await take(now, leaseUntil, limit)).map(({ content, failures }) => ({
        mail: JSON.parse(content) as Mail,
        failures,
      })),
    markSent: (id, now) =>
      write(() => {
        sent.run(now, id);
      }),
    markFailed: (id, reason, retryAt) =>
      write(() => {
        if (retryAt === undefined) giveUp.run(reason, id);
        else retry.run(reason, retryAt, id);
      }),
    counts: async () => counts.get() ?? { waiting: 0, failed: 0 },
    failed: async (limit) => failed.all(limit),
    about: async (address) => about.all({ address }),
    removeAbout: (address, messageIds = []) =>
      write(() => removeAbout.run({ address, ids: JSON.stringify(messageIds) }).changes),
    purge: (before) => write(() => purge.run(before).changes),
  };
}
