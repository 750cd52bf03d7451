import type { DayCount, DownloadLog } from '@coachsite/core/ebook';
import type { Database } from './database.ts';

export function sqliteDownloadLog({ sql, write }: Database): DownloadLog {
  const count = sql.prepare<[string]>(
    `INSERT INTO ebook_download_day (day, downloads) VALUES (?, 1)
     ON CONFLICT (day) DO UPDATE SET downloads = downloads + 1`,
  );
  const perDay = sql.prepare<[], DayCount>(
    'SELECT day, downloads FROM ebook_download_day ORDER BY day',
  );
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    record: (day) => {
      const written = write(() => {
        count.run(day);
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
