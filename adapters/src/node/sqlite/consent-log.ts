import type { ConsentLog } from '@coachsite/core/consent';
import type { Database } from './database.ts';

export function sqliteConsentLog({ sql, write }: Database): ConsentLog {
  const insert = sql.prepare<[string, string, string, number, number, number, number]>(
    `INSERT INTO consent_records
       (id, policy_version, language, functional, analytics, marketing, recorded_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = sql.prepare<[], number>('SELECT count(*) FROM consent_records').pluck();
  const purge = sql.prepare<[number]>('DELETE FROM consent_records WHERE recorded_at_ms < ?');

  return {
    add: ({ id, policyVersion, language, functional, analytics, marketing }, now) =>
      write(() => {
        const flags = [functional, analytics, marketing].map(Number) as [number, number, number];
        insert.run(id, policyVersion, language, ...flags, now);
      }),
    count: async () => count.get() ?? 0,
    purge: (before) => write(() => purge.run(before).changes),
  };
}
