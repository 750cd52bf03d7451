import type { MissedPath, MissedPaths } from '@coachsite/core/redirects';
import type { Database } from '../sql/database.ts';
import { larger, noLimit, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

const add = prepared<MissedPath>(
  sql`INSERT INTO missed_paths (path, misses, last_at_ms) VALUES (:path, :count, :lastAt)
   ON CONFLICT (path) DO UPDATE SET misses = missed_paths.misses + excluded.misses,
     last_at_ms = ${larger('missed_paths.last_at_ms', 'excluded.last_at_ms')}`,
);
const order = 'misses DESC, last_at_ms DESC, path';
const forget = prepared<{ keep: number }>(
  sql`DELETE FROM missed_paths WHERE path IN
     (SELECT path FROM missed_paths ORDER BY ${order} LIMIT ${noLimit} OFFSET :keep)`,
);
const most = prepared<{ limit: number }, MissedPath>(
  sql`SELECT path, misses AS count, last_at_ms AS "lastAt" FROM missed_paths ORDER BY ${order} LIMIT :limit`,
);
const purge = prepared<{ before: number }>('DELETE FROM missed_paths WHERE last_at_ms < :before');

/** Paths that people asked for and no page has, in either database. */
export function sqlMissedPaths(database: Database): MissedPaths {
  return {
    add: (missed, keep) =>
      database.write(async (on) => {
        // Two that add the same paths in another order would wait for each other.
        await on.lock('missed_paths');
        for (const each of missed) await add.run(on, each);
        await forget.run(on, { keep });
      }),
    most: (limit) => most.all(database, { limit }),
    purge: (before) => purge.run(database, { before }),
  };
}
