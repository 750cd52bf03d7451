import type { WaitingListId } from '@coachsite/core/catalogue';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  awaitsLaunch,
  type Launch,
  releasable,
  type WriteLaunchMail,
} from '@coachsite/core/notify-me';
import { type InterestRow, interestColumns, toInterest } from '../rows/interest.ts';
import type { Database, Transaction } from '../sql/database.ts';
import { inOwnOrder, place, placed, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import type { SqlMailQueue } from './mail-queue.ts';

/** Launch mails queued or taken back in one transaction. */
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

interface OfProgram {
  readonly programId: string;
}

const awaits = `program_id = :programId AND confirmed_at_ms IS NOT NULL AND announced_at_ms IS NULL
   AND NOT EXISTS (SELECT 1 FROM mail_queue WHERE id = launch_mail_id) AND confirmed_at_ms <= :until`;
// Somebody who leaves at this moment is waited for, and left out.
const awaiting = prepared<
  OfProgram & Reached & { until: number; limit: number },
  InterestRow & { readonly place: number; readonly confirmed_at_ms: number }
>(
  sql`SELECT ${placed}, ${interestColumns} FROM interests
   WHERE ${awaits} AND (confirmed_at_ms, ${place}) > (:at, :place)
   ORDER BY confirmed_at_ms, ${place} LIMIT :limit ${rowLock('FOR UPDATE OF interests')}`,
);
export const countAwaiting = prepared<
  OfProgram & { after: number; until: number },
  { joined: number; newest: number | null }
>(
  sql`SELECT count(*) FILTER (WHERE confirmed_at_ms > :after) AS joined, max(confirmed_at_ms) AS newest
   FROM interests WHERE ${awaits}`,
);
const find = prepared<
  OfProgram,
  {
    readonly program_id: string;
    readonly confirmed_until_ms: number;
    readonly per_hour: number | null;
    readonly is_paused: number;
  }
>(
  `SELECT program_id, confirmed_until_ms, per_hour, is_paused FROM launches
   WHERE program_id = :programId`,
);
const setReleased = prepared<OfProgram & { now: number }>(
  'UPDATE launches SET released_at_ms = :now WHERE program_id = :programId',
);
const insertLink = prepared<{ digest: string; id: string; now: number }>(
  `INSERT INTO interest_links (digest, interest_id, purpose, made_at_ms)
   VALUES (:digest, :id, 'unsubscribe', :now)`,
);
const setMail = prepared<{ id: string; mailId: string }>(
  'UPDATE interests SET launch_mail_id = :mailId WHERE id = :id',
);
const waitingMails = prepared<
  OfProgram & { after: number; limit: number },
  { place: number; mailId: string }
>(
  // In the order of the table: an index of the programs would sort all of one, for each slice.
  sql`SELECT ${placed}, launch_mail_id AS "mailId" FROM interests ${inOwnOrder}
   WHERE program_id = :programId AND announced_at_ms IS NULL AND launch_mail_id IS NOT NULL
     AND ${place} > :after ORDER BY ${place} LIMIT :limit`,
);

/** Waits for every other release, and every other change of a launch. */
export const lockLaunches = (on: Transaction) => on.lock('launches');

/** The mails of launches: queued for those who wait for one, or taken back. */
export function launchMails({ write }: Database, mails: SqlMailQueue) {
  /** Queues the mails of up to `limit` interests after the one that was reached. */
  const releaseSome = async (
    on: Transaction,
    { programId, confirmedUntil: until }: Pick<Launch, 'programId' | 'confirmedUntil'>,
    { limit, reached }: { readonly limit: number; readonly reached: Reached },
    { writeMail, now }: Release,
  ) => {
    const rows = await awaiting.all(on, { programId, until, ...reached, limit });
    for (const interest of rows.map(toInterest).filter(awaitsLaunch)) {
      const { mail, unsubscribeDigest } = writeMail(interest);
      await insertLink.run(on, { digest: unsubscribeDigest, id: interest.id, now });
      await setMail.run(on, { mailId: mail.id, id: interest.id });
      await mails.add(on, mail, now);
    }
    await setReleased.run(on, { now, programId });
    return rows;
  };

  /** Queues some of those that leave all at once, unless the launch ended or was paused or given a pace meanwhile. */
  const releaseFrom = async (
    on: Transaction,
    programId: string,
    reached: Reached,
    release: Release,
  ): Promise<{ readonly released: number; readonly reached: Reached | undefined }> => {
    const row = await find.get(on, { programId });
    if (!row || row.is_paused === 1 || row.per_hour !== null)
      return { released: 0, reached: undefined };
    const launch = {
      programId: row.program_id as WaitingListId,
      confirmedUntil: row.confirmed_until_ms,
    };
    const rows = await releaseSome(on, launch, { limit: mailsPerTurn, reached }, release);
    const last = rows.length === mailsPerTurn ? rows.at(-1) : undefined;
    return {
      released: rows.length,
      reached: last && { at: last.confirmed_at_ms, place: last.place },
    };
  };

  return {
    /** Queues what the pace of a launch allows, within a transaction. */
    releaseAtPace: async (
      on: Transaction,
      launch: Launch,
      { held, fresh }: { readonly held: number; readonly fresh: number },
      release: Release,
    ): Promise<number> => {
      const limit = launch.perHour === undefined ? 0 : releasable(launch, fresh, release.now);
      if (limit === 0 || held === 0) return 0;
      return (await releaseSome(on, launch, { limit, reached: nowhere }, release)).length;
    },

    /** Queues the first of the mails that leave all at once, within a transaction. */
    releaseFirst: async (on: Transaction, programId: string, release: Release) =>
      (await releaseFrom(on, programId, nowhere, release)).reached,

    /** Queues all that leave all at once, in slices; returns how many. */
    releaseAll: async (
      programId: string,
      first: Reached | undefined,
      release: Release,
    ): Promise<number> => {
      let released = 0;
      for (let reached = first; reached; ) {
        const from = reached;
        const done = await write(async (on) => {
          await lockLaunches(on);
          return releaseFrom(on, programId, from, release);
        });
        released += done.released;
        reached = done.reached;
      }
      return released;
    },

    /** Takes back the mails that no attempt is under way for. */
    takeBack: async (programId: string): Promise<void> => {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        const rows = await write(async (on) => {
          await lockLaunches(on);
          const slice = await waitingMails.all(on, { programId, after: from, limit: mailsPerTurn });
          for (const { mailId } of slice) await mails.withdraw(on, mailId);
          return slice;
        });
        after = rows.length === mailsPerTurn ? rows.at(-1)?.place : undefined;
      }
    },
  };
}
