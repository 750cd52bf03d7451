import type { EpochMs } from '@coachsite/core/kernel';
import type { Mail, MailQueue } from '@coachsite/core/mail';
import { readMail } from '../rows/mail.ts';
import { changeInSlices } from '../rows/slices.ts';
import type { Database } from './database.ts';
import {
  mailLists,
  mailOutcomes,
  mailRetries,
  mailsOfTheFuture,
  mailsPerTurn,
} from './mail-queue-rows.ts';
import { workQueue } from './work-queue.ts';

/** The mail queue, and how the stores of the same database take part in its commits. */
export interface SqliteMailQueue extends MailQueue {
  /** Adds a mail to the current commit; call it only inside `database.write`. */
  readonly add: (mail: Mail, now: EpochMs, dueAt?: EpochMs) => void;
  /** Removes a mail that was not sent in the current commit; call it only inside `database.write`. */
  readonly drop: (id: string) => void;
  /** Removes a mail that waits and that no attempt is under way for in the current commit; only inside `database.write`. */
  readonly withdraw: (id: string) => void;
  /** Calls `record` in the commit that marks a mail as sent. */
  readonly onSent: (record: (id: string, now: EpochMs) => void) => void;
}

/** The queue of mails in the database. Other stores enqueue in their own commit. */
export function sqliteMailQueue(database: Database): SqliteMailQueue {
  const { sql, write } = database;
  const insert = sql.prepare<[string, string, string, number, number]>(
    `INSERT INTO mail_queue (id, subject, content, enqueued_at_ms, due_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
  );
  const outcomes = mailOutcomes(database);
  const retries = mailRetries(database);
  const lists = mailLists(database);
  const future = mailsOfTheFuture(database);
  const records: ((id: string, now: EpochMs) => void)[] = [];

  const { take, announce, onEnqueued, pause, setPause } = workQueue(database, {
    name: 'mail_queue',
    waiting: "state = 'waiting'",
  });
  const add = (mail: Mail, now: EpochMs, dueAt = now) => {
    insert.run(mail.id, mail.subject, JSON.stringify(mail), now, dueAt);
    announce();
  };
  const writeOnly = (work: () => unknown) =>
    write(() => {
      work();
    });

  return {
    add,
    drop: lists.drop,
    withdraw: lists.withdraw,
    onSent: (record) => {
      records.push(record);
    },
    pause,
    setPause,
    enqueue: (mail, now, dueAt) => write(() => add(mail, now, dueAt)),
    onEnqueued,
    take: async (limit, leaseUntil, now) => {
      if (future.exist(now)) await writeOnly(() => future.makeDue(now));
      const taken = await take(limit, leaseUntil, now);
      return taken.map(({ id, content, failures, unfinished }) => ({
        mail: readMail(content),
        failures,
        unfinished,
        wasPassed: lists.wasPassed(id, now),
      }));
    },
    markSent: (id, now) =>
      writeOnly(() => {
        if (outcomes.sent(id, now)) for (const record of records) record(id, now);
      }),
    retryLater: (id, failure, at) => writeOnly(() => outcomes.retry(id, failure, at)),
    postpone: (id, failure, until, now) =>
      writeOnly(() => outcomes.postpone(id, failure, until, now)),
    giveUp: (id, failure, now) => writeOnly(() => outcomes.giveUp(id, failure, now)),
    retry: (id, now) =>
      write(() => {
        const outcome = retries.one(id, now);
        announce();
        return outcome;
      }),
    retryAll: async (now) => {
      let last = 0;
      return changeInSlices(mailsPerTurn, async () => {
        const places = await write(() => retries.next(last, now));
        announce();
        last = places.at(-1) ?? last;
        return places.length;
      });
    },
    counts: async () => lists.counts(),
    unsent: async (limit) => lists.unsent(limit),
    about: lists.about,
    removeAbout: async (address, messageIds = []) => {
      let removed = await changeInSlices(mailsPerTurn, () =>
        write(() => lists.removeAbout(address)),
      );
      const named = (await lists.naming(address)).map(({ id }) => id);
      for (const [ids, remove] of [
        [named, lists.removeUnsent],
        [messageIds, lists.removeEmptied],
      ] as const) {
        for (let at = 0; at < ids.length; at += mailsPerTurn) {
          removed += await write(() => remove(ids.slice(at, at + mailsPerTurn)));
        }
      }
      return removed;
    },
    removeTo: (address) => changeInSlices(mailsPerTurn, () => write(() => lists.removeTo(address))),
    purge: lists.purge,
  };
}
