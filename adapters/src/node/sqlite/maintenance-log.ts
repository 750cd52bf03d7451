import type { MaintenanceLog } from '@coachsite/core/backup';
import type { Database } from './database.ts';

/** When maintenance was last done, in the database. */
export function sqliteMaintenanceLog({ sql, write }: Database): MaintenanceLog {
  const last = sql
    .prepare<[string], number>('SELECT done_at_ms FROM maintenance WHERE task = ?')
    .pluck();
  const record = sql.prepare<[string, number]>(
    `INSERT INTO maintenance (task, done_at_ms) VALUES (?, ?)
     ON CONFLICT (task) DO UPDATE SET done_at_ms = excluded.done_at_ms`,
  );
  return {
    lastAt: async (task) => last.get(task),
    record: (task, at) =>
      write(() => {
        record.run(task, at);
      }),
  };
}
