import type { MissedPath, MissedPaths } from '../../redirects/index.ts';
import { byValue } from '../memory/by-value.ts';

const mostFirst = (a: MissedPath, b: MissedPath) =>
  b.count - a.count || b.lastAt - a.lastAt || (a.path < b.path ? -1 : 1);

/** `MissedPaths` in memory. */
export function memoryMissedPaths(): MissedPaths {
  let rows: readonly MissedPath[] = [];
  return byValue({
    add: async (missed, keep) => {
      for (const { path, count, lastAt } of missed) {
        const known = rows.find((row) => row.path === path);
        const added = {
          path,
          count: count + (known?.count ?? 0),
          lastAt: Math.max(lastAt, known?.lastAt ?? 0),
        };
        rows = [...rows.filter((row) => row !== known), added];
      }
      rows = rows.toSorted(mostFirst).slice(0, keep);
    },
    most: async (limit) => rows.toSorted(mostFirst).slice(0, limit),
    purge: async (before) => {
      const kept = rows.filter(({ lastAt }) => lastAt >= before);
      const removed = rows.length - kept.length;
      rows = kept;
      return removed;
    },
  });
}
