import type { DownloadLog } from '@coachsite/core/ebook';

export function memoryDownloadLog(): DownloadLog {
  const counts = new Map<string, number>();
  return {
    record: async (day) => {
      counts.set(day, (counts.get(day) ?? 0) + 1);
    },
    perDay: async () =>
      [...counts]
        .map(([day, downloads]) => ({ day, downloads }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}
