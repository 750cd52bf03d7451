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
  const ofProgram = sql.prepare<[string, number], InterestRow>(
    `SELECT ${interestColumns} FROM interests
     WHERE program_id = ? AND confirmed_at_ms IS NOT NULL AND announced_at_ms IS NULL
       AND NOT EXISTS (SELECT 1 FROM mail_queue WHERE id = launch_mail_id)
     ORDER BY confirmed_at_ms, rowid LIMIT ?`,
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
  const waitingMails = sql
    .prepare<[string], string>(
      `SELECT launch_mail_id FROM interests WHERE program_id = ? AND announced_at_ms IS NULL
         AND launch_mail_id IS NOT NULL`,
    )
    .pluck();

  const rowOf = (programId: string) => list.all().find((row) => row.program_id === programId);

  const awaiting = (programId: string, limit: number) =>
    ofProgram.all(programId, limit).map(toInterest).filter(awaitsLaunch);

  const releaseOne = (row: Row, writeMail: WriteLaunchMail, now: EpochMs) => {
    const launch: Launch = toProgress(row);
    const count = releasable(launch, row.fresh, now);
    if (count === 0 || row.held === 0) return 0;
    const due = awaiting(launch.programId, count).filter(
      ({ confirmedAt }) => confirmedAt <= launch.confirmedUntil,
    );
    for (const interest of due) {
      const { mail, unsubscribeDigest } = writeMail(interest);
      insertLink.run(unsubscribeDigest, interest.id, now);
      setMail.run(mail.id, interest.id);
      mails.add(mail, now);
    }
    setReleased.run(now, launch.programId);
    return due.length;
  };

  const takeBack = (programId: string) => {
    for (const mailId of waitingMails.all(programId)) mails.withdraw(mailId);
  };

  return {
    start: ({ programId, perHour }, writeMail, now) =>
      write(() => {
        const before = rowOf(programId);
        // It is over, and no release has noticed yet.
        if (before && before.held + before.queued === 0) end.run(programId);
        const all = awaiting(programId, -1);
        const joined = all.filter(
          ({ confirmedAt }) => !before || confirmedAt > before.confirmed_until_ms,
        );
        // Confirmations of the future are from before the clock was set back.
        const until = Math.max(now, ...all.slice(-1).map(({ confirmedAt }) => confirmedAt));
        keep.run(programId, now, until, perHour ?? null);
        const row = rowOf(programId);
        if (row) releaseOne(row, writeMail, now);
        return joined.length;
      }),
    release: async (writeMail, now) => {
      // Most calls find nothing and must not cost a commit.
      if (!exist.get()) return 0;
      return write(() => {
        const rows = list.all();
        endEmpty.run();
        for (const row of rows) if (row.held + row.queued === 0) end.run(row.program_id);
        return rows.reduce((count, row) => count + releaseOne(row, writeMail, now), 0);
      });
    },
    underWay: async () =>
      list
        .all()
        .map(toProgress)
        .filter(({ waiting }) => waiting > 0),
    pause: (programId) =>
      write(() => {
        const isFound = setPaused.run(1, programId).changes > 0;
        if (isFound) takeBack(programId);
        return isFound;
      }),
    resume: (programId) => write(() => setPaused.run(0, programId).changes > 0),
    stop: (programId) =>
      write(() => {
        const isFound = end.run(programId).changes > 0;
        if (isFound) takeBack(programId);
        return isFound;
      }),
  };
}
