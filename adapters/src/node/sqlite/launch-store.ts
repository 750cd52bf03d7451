import type { LaunchStore } from '@coachsite/core/notify-me';
import { type LaunchRow, toProgress } from '../rows/launch.ts';
import type { Database } from './database.ts';
import { launchMails, nowhere } from './launch-mails.ts';
import type { SqliteMailQueue } from './mail-queue.ts';

const isWaiting = `announced_at_ms IS NULL AND confirmed_at_ms <= confirmed_until_ms`;

/** `mails` is the queue in the same database: what is released and its mails are one commit. */
export function sqliteLaunchStore(database: Database, mails: SqliteMailQueue): LaunchStore {
  const { sql, write } = database;
  const { countAwaiting, releaseAtPace, releaseFirst, releaseAll, takeBack } = launchMails(
    database,
    mails,
  );
  const list = sql.prepare<[], LaunchRow>(
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
  const keep = sql.prepare<[string, number, number, number | null]>(
    `INSERT INTO launches (program_id, started_at_ms, confirmed_until_ms, per_hour) VALUES (?, ?, ?, ?)
     ON CONFLICT (program_id) DO UPDATE SET confirmed_until_ms = excluded.confirmed_until_ms,
       per_hour = excluded.per_hour, is_paused = 0`,
  );
  const setPaused = sql.prepare<[number, string]>(
    'UPDATE launches SET is_paused = ? WHERE program_id = ?',
  );
  const end = sql.prepare<[string]>('DELETE FROM launches WHERE program_id = ?');
  const endEmpty = sql.prepare(
    'DELETE FROM launches WHERE program_id NOT IN (SELECT program_id FROM interests)',
  );
  const exist = sql.prepare('SELECT 1 FROM launches LIMIT 1');
  const rowOf = (programId: string) => list.all().find((row) => row.program_id === programId);

  return {
    start: async ({ programId, perHour, confirmedUntil }, writeMail, now) => {
      const { joined, reached } = await write(() => {
        const before = rowOf(programId);
        // The launch has ended, and no release has removed it yet.
        if (before && before.held + before.queued === 0) end.run(programId);
        const after = before?.confirmed_until_ms ?? Number.MIN_SAFE_INTEGER;
        const counted = countAwaiting(programId, after, confirmedUntil ?? Number.MAX_SAFE_INTEGER);
        // Confirmations of the future are from before the clock was set back.
        const until = confirmedUntil ?? Math.max(now, counted?.newest ?? now);
        keep.run(programId, now, until, perHour ?? null);
        const row = rowOf(programId);
        if (row) releaseAtPace(toProgress(row), row, { writeMail, now });
        const reached = releaseFirst(programId, { writeMail, now });
        return { joined: counted?.joined ?? 0, reached };
      });
      await releaseAll(programId, reached, { writeMail, now });
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
          atPace: rows
            .map((row) => releaseAtPace(toProgress(row), row, { writeMail, now }))
            .reduce((count, released) => count + released, 0),
          atOnce: rows.filter((row) => row.per_hour === null && row.held > 0),
        };
      });
      let released = atPace;
      for (const { program_id } of atOnce)
        released += await releaseAll(program_id, nowhere, { writeMail, now });
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
