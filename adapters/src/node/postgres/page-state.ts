import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';

/** What every page shows of the database, in one statement: pages wait for it. */
const select = prepared<
  None,
  { sizeBytes: number | null; pages: number | null; content: number; pause: number }
>(
  `SELECT size_bytes AS "sizeBytes", pages,
     (SELECT coalesce(max(id), 0) FROM content_version) AS content,
     (SELECT coalesce(max(place), 0) FROM reply_pauses) AS pause
   FROM (SELECT) AS always LEFT JOIN LATERAL
     (SELECT size_bytes, pages FROM ebook_version ORDER BY activation DESC LIMIT 1) AS active ON true`,
);

/** The active e-book, and a text that changes with what is written on the site and the days off. */
export async function readPageState(database: Database) {
  const row = await select.get(database, {});
  const sizeBytes = row?.sizeBytes ?? null;
  return {
    ebook: sizeBytes === null ? undefined : { sizeBytes, pages: row?.pages ?? null },
    // Each change of the days off writes all of them anew, in places that were never used.
    revision: `${row?.content} ${row?.pause}`,
  };
}
