import type { WaitingListId } from '@coachsite/core/catalogue';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  awaitsLaunch,
  type Launch,
  releasable,
  type WriteLaunchMail,
} from '@coachsite/core/notify-me';
import { type InterestRow, interestColumns, toInterest } from '../rows/interest.ts';
import type { Database } from './database.ts';
import type { SqliteMailQueue } from './mail-queue.ts';

/** Launch mails queued or taken back in one commit, so that others are served in between. */
const mailsPerTurn = 50;

/** The interest up to which the mails of a launch are queued, in the order of confirmation. */
interface Reached {
  readonly at: number;
  readonly place: number;
}

export const nowhere: Reached = { at: Number.MIN_SAFE_INTEGER, place: 0 };

/** How the mails of a release are written, and when it is. */
interface Release {
  readonly writeMail: WriteLaunchMail;
  readonly now: EpochMs;
}

/** The mails of launches: those who wait for one, and the mails that are queued for them or taken back. */
export function launchMails({ sql, write }: Database, mails: SqliteMailQueue) {
  const awaits = `program_id = :programId AND confirmed_at_ms IS NOT NULL AND announced_at_ms IS NULL
       AND NOT EXISTS (SELECT 1 FROM mail_queue WHERE id = launch_mail_id)`;
  const awaiting = sql.prepare<
    { programId: string; until: number; at: number; place: number; limit: number },
    InterestRow & { readonly place: number; readonly confirmed_at_ms: number }
  >(
    `SELECT rowid AS place, ${interestColumns} FROM interests
     WHERE ${awaits} AND confirmed_at_ms <= :until AND (confirmed_at_ms, rowid) > (:at, :place)
     ORDER BY confirmed_at_ms, rowid LIMIT :limit`,
  );
  const countAwaiting = sql.prepare<
    { programId: string; after: number; until: number },
    { joined: number; newest: number | null }
  >(
    `SELECT count(*) FILTER (WHERE confirmed_at_ms > :after) AS joined, max(confirmed_at_ms) AS newest
     FROM interests WHERE ${awaits} AND confirmed_at_ms <= :until`,
  );
  const find = sql.prepare<
    [string],
    {
      readonly program_id: string;
      readonly confirmed_until_ms: number;
      readonly per_hour: number | null;
      readonly is_paused: number;
    }
  >(
    'SELECT program_id, confirmed_until_ms, per_hour, is_paused FROM launches WHERE program_id = ?',
  );
  const setReleased = sql.prepare<[number, string]>(
    'UPDATE launches SET released_at_ms = ? WHERE program_id = ?',
  );
  const insertLink = sql.prepare<[string, string, number]>(
    `INSERT INTO interest_links (digest, interest_id, purpose, made_at_ms) VALUES (?, ?, 'unsubscribe', ?)`,
  );
  const setMail = sql.prepare<[string, string]>(
    'UPDATE interests SET launch_mail_id = ? WHERE id = ?',
  );
  // The unary plus disables other indexes: SQLite reads on by rowid instead of sorting a program for each slice.
  const waitingMails = sql.prepare<
    { programId: string; after: number; limit: number },
    { place: number; mailId: string }
  >(
    `SELECT rowid AS place, launch_mail_id AS mailId FROM interests
     WHERE +program_id = :programId AND announced_at_ms IS NULL AND +launch_mail_id IS NOT NULL AND rowid > :after
     ORDER BY rowid LIMIT :limit`,
  );

  /** Queues the mails of up to `limit` interests after the one that was reached; runs inside `write`. */
  const releaseSome = (
    { programId, confirmedUntil: until }: Pick<Launch, 'programId' | 'confirmedUntil'>,
    { limit, reached }: { readonly limit: number; readonly reached: Reached },
    { writeMail, now }: Release,
  ) => {
    const rows = awaiting.all({ programId, until, ...reached, limit });
    for (const interest of rows.map(toInterest).filter(awaitsLaunch)) {
      const { mail, unsubscribeDigest } = writeMail(interest);
      insertLink.run(unsubscribeDigest, interest.id, now);
      setMail.run(mail.id, interest.id);
      mails.add(mail, now);
    }
    setReleased.run(now, programId);
    return rows;
  };

  /** Queues some of those that leave all at once, unless the launch ended or was paused or given a pace meanwhile. */
  const releaseFrom = (
    programId: string,
    reached: Reached,
    release: Release,
  ): { readonly released: number; readonly reached: Reached | undefined } => {
    const row = find.get(programId);
    if (!row || row.is_paused === 1 || row.per_hour !== null)
      return { released: 0, reached: undefined };
    const launch = {
      programId: row.program_id as WaitingListId,
      confirmedUntil: row.confirmed_until_ms,
    };
    const rows = releaseSome(launch, { limit: mailsPerTurn, reached }, release);
    const last = rows.length === mailsPerTurn ? rows.at(-1) : undefined;
    return {
      released: rows.length,
      reached: last && { at: last.confirmed_at_ms, place: last.place },
    };
  };

  return {
    /** How many of those who confirmed until `until` joined after a time, and the newest confirmation of them. */
    countAwaiting: (programId: string, after: EpochMs, until: EpochMs) =>
      countAwaiting.get({ programId, after, until }),

    /** Queues what the pace of a launch allows, which a single commit keeps. Runs inside `write`. */
    releaseAtPace: (
      launch: Launch,
      { held, fresh }: { readonly held: number; readonly fresh: number },
      release: Release,
    ): number => {
      const limit = launch.perHour === undefined ? 0 : releasable(launch, fresh, release.now);
      if (limit === 0 || held === 0) return 0;
      return releaseSome(launch, { limit, reached: nowhere }, release).length;
    },

    /** Queues the first of the mails that leave all at once; runs inside `write`. */
    releaseFirst: (programId: string, release: Release) =>
      releaseFrom(programId, nowhere, release).reached,

    /** Queues all that leave all at once, in slices; returns how many. */
    releaseAll: async (
      programId: string,
      first: Reached | undefined,
      release: Release,
    ): Promise<number> => {
      let released = 0;
      for (let reached = first; reached; ) {
        const from = reached;
        const done = await write(() => releaseFrom(programId, from, release));
        released += done.released;
        reached = done.reached;
      }
      return released;
    },

    /** Takes back the mails that no attempt is under way for. */
    takeBack: async (programId: string): Promise<void> => {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        const rows = await write(() => {
          const slice = waitingMails.all({ programId, after: from, limit: mailsPerTurn });
          for (const { mailId } of slice) mails.withdraw(mailId);
          return slice;
        });
        after = rows.length === mailsPerTurn ? rows.at(-1)?.place : undefined;
      }
    },
  };
}
