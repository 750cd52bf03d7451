import type { ReportStore, StoredReport } from '@coachsite/core/error-report';
import { bucketOf } from '../rows/bucket.ts';
import { filterInTurns } from '../rows/slices.ts';
import type { Database } from '../sql/database.ts';
import { oneOf, place, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { fullestFirst } from './fullest-first.ts';

const insert = prepared<StoredReport & { readonly bucket: number }>(
  `INSERT INTO client_errors (id, message, stack, url, user_agent, component_stack, received_at_ms, network_bucket)
   VALUES (:id, :message, :stack, :url, :userAgent, :componentStack, :receivedAt, :bucket)`,
);
const count = prepared<None, { reports: number }>('SELECT count(*) AS reports FROM client_errors');
const cap = fullestFirst({
  table: 'client_errors',
  key: 'id',
  order: sql`received_at_ms, ${place}`,
});
const newest = prepared<{ limit: number }, StoredReport>(
  sql`SELECT id, message, stack, url, user_agent AS "userAgent", component_stack AS "componentStack",
     received_at_ms AS "receivedAt"
   FROM client_errors ORDER BY received_at_ms DESC, ${place} DESC LIMIT :limit`,
);
const remove = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM client_errors WHERE id ${oneOf('ids')}`,
);
const purge = prepared<{ before: number }>(
  'DELETE FROM client_errors WHERE received_at_ms < :before',
);

/** Reports judged in one turn of the event loop: a report that was made to be slow takes a millisecond. */
const perTurn = 10;

/** Error reports in the database; beyond the limit the oldest of the network that sent most are removed. */
export function sqlReportStore(database: Database): ReportStore {
  return {
    add: (report, keep, ip) =>
      database.write(async (on) => {
        // Others at once would not count each other.
        await on.lock('client_errors');
        await insert.run(on, { ...report, bucket: bucketOf(ip) });
        await cap(on, Number((await count.get(on, {}))?.reports ?? 0) - keep);
      }),
    newest: (limit) => newest.all(database, { limit }),
    matching: async (rule) =>
      filterInTurns(await newest.all(database, { limit: Number.MAX_SAFE_INTEGER }), perTurn, rule),
    remove: (ids) => remove.run(database, { ids }),
    purge: (before) => purge.run(database, { before }),
  };
}
