import type { ReportStore, StoredReport } from '@coachsite/core/error-report';
import { filterInTurns } from '../rows/slices.ts';
import type { PostgresDatabase } from './database.ts';
import { lock, prepared } from './statement.ts';

const insert = prepared<StoredReport>(
  `INSERT INTO client_errors (id, message, stack, url, user_agent, component_stack, received_at_ms)
   VALUES (:id, :message, :stack, :url, :userAgent, :componentStack, :receivedAt)`,
);
const cap = prepared<{ keep: number }>(
  `DELETE FROM client_errors WHERE id IN (
     SELECT id FROM client_errors ORDER BY received_at_ms DESC, place DESC OFFSET :keep)`,
);
const newest = prepared<{ limit: number | null }, StoredReport>(
  `SELECT id, message, stack, url, user_agent AS "userAgent", component_stack AS "componentStack",
     received_at_ms AS "receivedAt"
   FROM client_errors ORDER BY received_at_ms DESC, place DESC LIMIT :limit`,
);
const remove = prepared<{ ids: readonly string[] }>(
  'DELETE FROM client_errors WHERE id = ANY (:ids)',
);
const purge = prepared<{ before: number }>(
  'DELETE FROM client_errors WHERE received_at_ms < :before',
);

/** Reports judged in one turn of the event loop: a report that was made to be slow takes a millisecond. */
const perTurn = 10;

/** Error reports in the database; the oldest are removed first. */
export function postgresReportStore(database: PostgresDatabase): ReportStore {
  return {
    add: (report, keep) =>
      database.write(async (on) => {
        // Others at once would not count each other.
        await lock(on, 'client_errors');
        await insert.run(on, report);
        await cap.run(on, { keep });
      }),
    newest: (limit) => newest.all(database, { limit }),
    matching: async (rule) =>
      filterInTurns(await newest.all(database, { limit: null }), perTurn, rule),
    remove: (ids) => remove.run(database, { ids }),
    purge: (before) => purge.run(database, { before }),
  };
}
