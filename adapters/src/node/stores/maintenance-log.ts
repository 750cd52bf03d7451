import type { MaintenanceLog } from '@coachsite/core/backup';
import type { Database } from '../sql/database.ts';
import { prepared } from '../sql/statement.ts';

const last = prepared<{ task: string }, { done_at_ms: number }>(
  'SELECT done_at_ms FROM maintenance WHERE task = :task',
);
const record = prepared<{ task: string; at: number }>(
  `INSERT INTO maintenance (task, done_at_ms) VALUES (:task, :at)
   ON CONFLICT (task) DO UPDATE SET done_at_ms = :at`,
);

/** When maintenance was last done, in the database. */
export function sqlMaintenanceLog(database: Database): MaintenanceLog {
  return {
    lastAt: async (task) => (await last.get(database, { task }))?.done_at_ms,
    record: async (task, at) => void (await record.run(database, { task, at })),
  };
}
