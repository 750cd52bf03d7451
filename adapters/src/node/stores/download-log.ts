import { setTimeout as wait } from 'node:timers/promises';
import type { DayCount, DownloadLog } from '@coachsite/core/ebook';
import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';

const count = prepared<DayCount>(
  `INSERT INTO ebook_download_day (day, downloads, excluded) VALUES (:day, :downloads, :excluded)
   ON CONFLICT (day) DO UPDATE SET downloads = ebook_download_day.downloads + excluded.downloads,
     excluded = ebook_download_day.excluded + excluded.excluded`,
);
const perDay = prepared<None, DayCount>(
  'SELECT day, downloads, excluded FROM ebook_download_day ORDER BY day',
);

/** So long after it stored counts, a log gathers further ones, to store them together, in milliseconds. */
const gatherMs = 20;

/** Downloads by day in the database, each stored at once or, where there are many, with the others of some milliseconds. */
export function sqlDownloadLog(database: Database): DownloadLog {
  let gathered = new Map<string, DayCount>();
  let pause: Promise<unknown> = Promise.resolve();
  let stored: Promise<unknown> = Promise.resolve();
  /** The next write, while it waits. */
  let next: Promise<void> | undefined;

  const store = async () => {
    await pause;
    const counts = [...gathered.values()];
    gathered = new Map();
    next = undefined;
    pause = wait(gatherMs);
    const written = database.write(
      async (on) => {
        for (const each of counts) await count.run(on, each);
      },
      { isSoonDurable: true },
    );
    stored = Promise.allSettled([stored, written]);
    await written;
  };
  return {
    record: (day, kind) => {
      const { downloads, excluded } = gathered.get(day) ?? { downloads: 0, excluded: 0 };
      gathered.set(
        day,
        kind === 'download'
          ? { day, downloads: downloads + 1, excluded }
          : { day, downloads, excluded: excluded + 1 },
      );
      next ??= store();
      return next;
    },
    perDay: async () => {
      // Include the counts of this process that are still under way.
      await Promise.allSettled([next, stored]);
      return perDay.all(database, {});
    },
  };
}
