import type { LaunchStore } from '@coachsite/core/notify-me';
import { type LaunchRow, toProgress } from '../rows/launch.ts';
import type { Connection, Database } from '../sql/database.ts';
import { sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { countAwaiting, launchMails, lockLaunches, nowhere } from './launch-mails.ts';
import type { SqlMailQueue } from './mail-queue.ts';

const isWaiting = 'announced_at_ms IS NULL AND confirmed_at_ms <= confirmed_until_ms';
const list = prepared<None, LaunchRow>(
  sql`SELECT launches.*,
     count(*) FILTER (WHERE announced_at_ms >= started_at_ms) AS sent,
     count(*) FILTER (WHERE ${isWaiting} AND mail.id IS NULL) AS held,
     count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'waiting') AS queued,
     count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'waiting' AND mail.failures = 0) AS fresh,
     count(*) FILTER (WHERE ${isWaiting} AND mail.state = 'failed') AS failed
   FROM launches JOIN interests USING (program_id)
     LEFT JOIN mail_queue mail ON announced_at_ms IS NULL AND mail.id = launch_mail_id
   GROUP BY launches.program_id ORDER BY launches.program_id`,
);
const keep = prepared<{
  programId: string;
  now: number;
  until: number;
  perHour: number | null;
}>(
  `INSERT INTO launches (program_id, started_at_ms, confirmed_until_ms, per_hour)
   VALUES (:programId, :now, :until, :perHour)
   ON CONFLICT (program_id) DO UPDATE SET confirmed_until_ms = :until, per_hour = :perHour, is_paused = 0`,
);
const setPaused = prepared<{ programId: string; isPaused: number }>(
  'UPDATE launches SET is_paused = :isPaused WHERE program_id = :programId',
);
const end = prepared<{ programId: string }>('DELETE FROM launches WHERE program_id = :programId');
const endEmpty = prepared<None>(
  'DELETE FROM launches WHERE program_id NOT IN (SELECT program_id FROM interests)',
);
const exist = prepared<None>('SELECT 1 FROM launches LIMIT 1');

const rowOf = async (on: Connection, programId: string) =>
  (await list.all(on, {})).find((row) => row.program_id === programId);

/** `mails` is the queue in the same database: what is released and its mails are one transaction. */
export function sqlLaunchStore(database: Database, mails: SqlMailQueue): LaunchStore {
  const { write } = database;
  const { releaseAtPace, releaseFirst, releaseAll, takeBack } = launchMails(database, mails);
  return {
    start: async ({ programId, perHour, confirmedUntil }, writeMail, now) => {
      const { joined, reached } = await write(async (on) => {
        await lockLaunches(on);
        const before = await rowOf(on, programId);
        // The launch has ended, and no release has removed it yet.
        if (before && before.held + before.queued === 0) await end.run(on, { programId });
        const counted = await countAwaiting.get(on, {
          programId,
          after: before?.confirmed_until_ms ?? Number.MIN_SAFE_INTEGER,
          until: confirmedUntil ?? Number.MAX_SAFE_INTEGER,
        });
        // Those confirmed ahead of the clock wait too.
        const until = confirmedUntil ?? Math.max(now, counted?.newest ?? now);
        await keep.run(on, { programId, now, until, perHour: perHour ?? null });
        const row = await rowOf(on, programId);
        if (row) await releaseAtPace(on, toProgress(row), row, { writeMail, now });
        const reached = await releaseFirst(on, programId, { writeMail, now });
        return { joined: counted?.joined ?? 0, reached };
      });
      await releaseAll(programId, reached, { writeMail, now });
      return joined;
    },
    release: async (writeMail, now) => {
      // Most calls find nothing, and wait for no lock.
      if ((await exist.run(database, {})) === 0) return 0;
      const { atPace, atOnce } = await write(async (on) => {
        await lockLaunches(on);
        const rows = await list.all(on, {});
        await endEmpty.run(on, {});
        let atPace = 0;
        for (const row of rows) {
          if (row.held + row.queued === 0) await end.run(on, { programId: row.program_id });
          atPace += await releaseAtPace(on, toProgress(row), row, { writeMail, now });
        }
        return { atPace, atOnce: rows.filter((row) => row.per_hour === null && row.held > 0) };
      });
      let released = atPace;
      for (const { program_id } of atOnce)
        released += await releaseAll(program_id, nowhere, { writeMail, now });
      return released;
    },
    underWay: async () =>
      (await list.all(database, {})).map(toProgress).filter(({ waiting }) => waiting > 0),
    pause: async (programId) => {
      const isFound = (await setPaused.run(database, { isPaused: 1, programId })) > 0;
      if (isFound) await takeBack(programId);
      return isFound;
    },
    resume: async (programId) => (await setPaused.run(database, { isPaused: 0, programId })) > 0,
    stop: async (programId) => {
      const isFound = (await end.run(database, { programId })) > 0;
      if (isFound) await takeBack(programId);
      return isFound;
    },
  };
}
