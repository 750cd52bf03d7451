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

/** Downloads by day in the database. */
export function sqlDownloadLog(database: Database): DownloadLog {
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    record: async (day, kind) => {
      const isCounted = kind === 'download';
      const written = count.run(database, {
        day,
        downloads: isCounted ? 1 : 0,
        excluded: isCounted ? 0 : 1,
      });
      lastWrite = Promise.allSettled([lastWrite, written]);
      await written;
    },
    perDay: async () => {
      // Include the counts of this process that are still under way.
      await lastWrite;
      return perDay.all(database, {});
    },
  };
}
