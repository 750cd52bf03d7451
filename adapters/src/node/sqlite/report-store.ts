import type { ReportStore, StoredReport } from '@coachsite/core/error-report';
import { bucketOf } from '../rows/bucket.ts';
import { filterInTurns } from '../rows/slices.ts';
import type { Database } from './database.ts';
import { fullestFirst } from './fullest-first.ts';

/** Reports judged in one turn of the event loop: a report that was made to be slow takes a millisecond. */
const perTurn = 10;

/** Error reports in the database; beyond the limit the oldest of the network that sent most are removed. */
export function sqliteReportStore({ sql, write }: Database): ReportStore {
  const insert = sql.prepare<[StoredReport & { readonly bucket: number }]>(
    `INSERT INTO client_errors (id, message, stack, url, user_agent, component_stack, received_at_ms,
       network_bucket)
     VALUES (:id, :message, :stack, :url, :userAgent, :componentStack, :receivedAt, :bucket)`,
  );
  const count = sql.prepare<[], number>('SELECT count(*) FROM client_errors').pluck();
  const cap = fullestFirst(sql, { table: 'client_errors', order: 'received_at_ms, rowid' });
  const newest = sql.prepare<[number], StoredReport>(
    `SELECT id, message, stack, url, user_agent AS userAgent, component_stack AS componentStack,
       received_at_ms AS receivedAt
     FROM client_errors ORDER BY received_at_ms DESC, rowid DESC LIMIT ?`,
  );
  const remove = sql.prepare<[string]>(
    'DELETE FROM client_errors WHERE id IN (SELECT value FROM json_each(?))',
  );
  const purge = sql.prepare<[number]>('DELETE FROM client_errors WHERE received_at_ms < ?');

  return {
    add: (report, keep, ip) =>
      write(() => {
        insert.run({ ...report, bucket: bucketOf(ip) });
        cap((count.get() ?? 0) - keep);
      }),
    newest: async (limit) => newest.all(limit),
    matching: async (rule) => filterInTurns(newest.all(-1), perTurn, rule),
    remove: (ids) => write(() => remove.run(JSON.stringify(ids)).changes),
    purge: (before) => write(() => purge.run(before).changes),
  };
}
