import type { ProgramId } from '@coachsite/core/catalogue';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  awaitsLaunch,
  type Launch,
  type LaunchProgress,
  type LaunchStore,
  releasable,
  toLaunchPace,
  type WriteLaunchMail,
} from '@coachsite/core/notify-me';
import type { Database } from './database.ts';
import { type InterestRow, interestColumns, toInterest } from './interest-store.ts';
import type { SqliteMailQueue } from './mail-queue.ts';

interface Row {
  readonly program_id: string;
  readonly started_at_ms: number;
  readonly confirmed_until_ms: number;
  readonly per_hour: number | null;
  readonly released_at_ms: number | null;
  readonly is_paused: number;
  readonly sent: number;
  /** Interests without a mail. */
  readonly held: number;
  /** Interests whose mail waits in the queue, and those of them whose mail has not failed yet. */
  readonly queued: number;
  readonly fresh: number;
  readonly failed: number;
}

const toProgress = (row: Row): LaunchProgress => ({
  programId: row.program_id as ProgramId,
  startedAt: row.started_at_ms,
  confirmedUntil: row.confirmed_until_ms,
  perHour: row.per_hour === null ? undefined : toLaunchPace(row.per_hour),
  releasedAt: row.released_at_ms ?? undefined,
  isPaused: row.is_paused === 1,
  sent: row.sent,
  waiting: row.held + row.queued,
  failed: row.failed,
});

/** Launch mails queued or taken back in one commit, so that others are served in between. */
const mailsPerTurn = 50;

const isWaiting = `announced_at_ms IS NULL AND confirmed_at_ms <= confirmed_until_ms`;

/** `mails` is the queue in the same database: what is released and its mails are one commit. */
export function sqliteLaunchStore({ sql, write }: Database, mails: SqliteMailQueue): LaunchStore {
  const list = sql.prepare<[], Row>(
    `SELECT launches.*,
       count(*) FILTER (WHERE announced_at_ms >= started_at_ms) AS sent,
       count(*) FILTER (WHERE ${isWaiting} AND mail.id IS NULL) AS held,
       count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'waiting') AS queued,
       count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'waiting' AND mail.failures = 0) AS fresh,
       count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'failed') AS failed
     FROM launches JOIN interests USING (program_id)
       LEFT JOIN mail_queue mail ON announced_at_ms IS NULL AND mail.id = launch_mail_id
     GROUP BY program_id ORDER BY program_id`,
  );
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
    { programId: string; after: number },
    { joined: number; newest: number | null }
  >(
    `SELECT count(*) FILTER (WHERE confirmed_at_ms > :after) AS joined, max(confirmed_at_ms) AS newest
     FROM interests WHERE ${awaits}`,
  );
  const keep = sql.prepare<[string, number, number, number | null]>(
    `INSERT INTO launches (program_id, started_at_ms, confirmed_until_ms, per_hour) VALUES (?, ?, ?, ?)
     ON CONFLICT (program_id) DO UPDATE SET confirmed_until_ms = excluded.confirmed_until_ms,
       per_hour = excluded.per_hour, is_paused = 0`,
  );
  const setReleased = sql.prepare<[number, string]>(
    'UPDATE launches SET released_at_ms = ? WHERE program_id = ?',
  );
  const setPaused = sql.prepare<[number, string]>(
    'UPDATE launches SET is_paused = ? WHERE program_id = ?',
  );
  const end = sql.prepare<[string]>('DELETE FROM launches WHERE program_id = ?');
  const endEmpty = sql.prepare(
    'DELETE FROM launches WHERE program_id NOT IN (SELECT program_id FROM interests)',
  );
  const exist = sql.prepare('SELECT 1 FROM launches LIMIT 1');
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

  const rowOf = (programId: string) => list.all().find((row) => row.program_id === programId);
  const find = sql.prepare<
    [string],
    Pick<Row, 'program_id' | 'confirmed_until_ms' | 'per_hour' | 'is_paused'>
  >(
    'SELECT program_id, confirmed_until_ms, per_hour, is_paused FROM launches WHERE program_id = ?',
  );

  interface Reached {
    readonly at: number;
    readonly place: number;
  }
  const nowhere: Reached = { at: Number.MIN_SAFE_INTEGER, place: 0 };

  /** Queues the mails of up to `limit` interests after the one that was reached; runs inside `write`. */
  const releaseSome = (
    { programId, confirmedUntil: until }: Pick<Launch, 'programId' | 'confirmedUntil'>,
    limit: number,
    reached: Reached,
    writeMail: WriteLaunchMail,
    now: EpochMs,
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

  /** At a pace, which a single commit keeps. Runs inside `write`. */
  const releaseAtPace = (row: Row, writeMail: WriteLaunchMail, now: EpochMs) => {
    const launch: Launch = toProgress(row);
    const count = launch.perHour === undefined ? 0 : releasable(launch, row.fresh, now);
    if (count === 0 || row.held === 0) return 0;
    return releaseSome(launch, count, nowhere, writeMail, now).length;
  };

  /** Some of those that leave all at once, unless the launch ended or was paused or given a pace meanwhile. */
  const releaseFrom = (
    programId: string,
    reached: Reached,
    writeMail: WriteLaunchMail,
    now: EpochMs,
  ): { readonly released: number; readonly reached: Reached | undefined } => {
    const row = find.get(programId);
    if (!row || row.is_paused === 1 || row.per_hour !== null)
      return { released: 0, reached: undefined };
    const launch = {
      programId: row.program_id as ProgramId,
      confirmedUntil: row.confirmed_until_ms,
    };
    const rows = releaseSome(launch, mailsPerTurn, reached, writeMail, now);
    const last = rows.length === mailsPerTurn ? rows.at(-1) : undefined;
    return {
      released: rows.length,
      reached: last && { at: last.confirmed_at_ms, place: last.place },
    };
  };
  const releaseAll = async (
    programId: string,
    first: Reached | undefined,
    writeMail: WriteLaunchMail,
    now: EpochMs,
  ) => {
    let released = 0;
    for (let reached = first; reached; ) {
      const from = reached;
      const done = await write(() => releaseFrom(programId, from, writeMail, now));
      released += done.released;
      reached = done.reached;
    }
    return released;
  };

  /** Takes back the mails that no attempt is under way for. */
  const takeBack = async (programId: string) => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const rows = await write(() => {
        const slice = waitingMails.all({ programId, after: from, limit: mailsPerTurn });
        for (const { mailId } of slice) mails.withdraw(mailId);
        return slice;
      });
      after = rows.length === mailsPerTurn ? rows.at(-1)?.place : undefined;
    }
  };

  return {
    start: async ({ programId, perHour }, writeMail, now) => {
      const { joined, reached } = await write(() => {
        const before = rowOf(programId);
        // The launch has ended, and no release has removed it yet.
        if (before && before.held + before.queued === 0) end.run(programId);
        const after = before?.confirmed_until_ms ?? Number.MIN_SAFE_INTEGER;
        const counted = countAwaiting.get({ programId, after });
        // Confirmations of the future are from before the clock was set back.
        keep.run(programId, now, Math.max(now, counted?.newest ?? now), perHour ?? null);
        const row = rowOf(programId);
        if (row) releaseAtPace(row, writeMail, now);
        const first = releaseFrom(programId, nowhere, writeMail, now);
        return { joined: counted?.joined ?? 0, reached: first.reached };
      });
      await releaseAll(programId, reached, writeMail, now);
      return joined;
    },
    release: async (writeMail, now) => {
      // Most calls find nothing and must not cost a commit.
      if (!exist.get()) return 0;
      const { atPace, atOnce } = await write(() => {
        const rows = list.all();
        endEmpty.run();
        for (const row of rows) if (row.held + row.queued === 0) end.run(row.program_id);
        return {
          atPace: rows.reduce((count, row) => count + releaseAtPace(row, writeMail, now), 0),
          atOnce: rows.filter((row) => row.per_hour === null && row.held > 0),
        };
      });
      let released = atPace;
      for (const { program_id } of atOnce)
        released += await releaseAll(program_id, nowhere, writeMail, now);
      return released;
    },
    underWay: async () =>
      list
        .all()
        .map(toProgress)
        .filter(({ waiting }) => waiting > 0),
    pause: async (programId) => {
      const isFound = await write(() => setPaused.run(1, programId).changes > 0);
      if (isFound) await takeBack(programId);
      return isFound;
    },
    resume: (programId) => write(() => setPaused.run(0, programId).changes > 0),
    stop: async (programId) => {
      const isFound = await write(() => end.run(programId).changes > 0);
      if (isFound) await takeBack(programId);
      return isFound;
    },
  };
}
