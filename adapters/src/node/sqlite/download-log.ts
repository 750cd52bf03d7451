import type { DayCount, DownloadKind, DownloadLog } from '@coachsite/core/ebook';
import type { Database } from './database.ts';

/** Downloads by day in the database. */
export function sqliteDownloadLog({ sql, write }: Database): DownloadLog {
  const count = sql.prepare<[{ day: string; downloads: number; excluded: number }]>(
    `INSERT INTO ebook_download_day (day, downloads, excluded) VALUES (:day, :downloads, :excluded)
     ON CONFLICT (day) DO UPDATE SET downloads = downloads + :downloads, excluded = excluded + :excluded`,
  );
  const toCount = (day: string, kind: DownloadKind) =>
    kind === 'download' ? { day, downloads: 1, excluded: 0 } : { day, downloads: 0, excluded: 1 };
  const perDay = sql.prepare<[], DayCount>(
    'SELECT day, downloads, excluded FROM ebook_download_day ORDER BY day',
  );
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    record: (day, kind) => {
      const written = write(() => {
        count.run(toCount(day, kind));
      });
      lastWrite = written.catch(() => undefined);
      return written;
    },
    perDay: async () => {
      // Include a count that still waits for its commit.
      await lastWrite;
      return perDay.all();
    },
  };
}
