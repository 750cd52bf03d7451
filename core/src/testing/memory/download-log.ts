import type { DayCount, DownloadLog } from '../../ebook/index.ts';

/** A `DownloadLog` in memory. */
export function memoryDownloadLog(): DownloadLog {
  const counts = new Map<string, DayCount>();
  return {
    record: async (day, kind) => {
      const { downloads, excluded } = counts.get(day) ?? { downloads: 0, excluded: 0 };
      counts.set(
        day,
        kind === 'download'
          ? { day, downloads: downloads + 1, excluded }
          : { day, downloads, excluded: excluded + 1 },
      );
    },
    perDay: async () => [...counts.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}
