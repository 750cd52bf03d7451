import { type ConsentLog, choicesPerNumber, maxChoices } from '@coachsite/core/consent';
import { bucketOf } from '../rows/bucket.ts';
import { type ConsentRow, toRecord } from '../rows/consent.ts';
import type { Database } from './database.ts';
import { fullestFirst } from './fullest-first.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** The size of the table is checked once per this many writes. */
const trimEvery = 100;

/** Cookie choices in the database, at most `limit`; beyond it the oldest of the network that sent most are removed. */
export function sqliteConsentLog(database: Database, limit = maxChoices): ConsentLog {
  const { sql, write } = database;
  const insert = sql.prepare<[string, string, string, number, number, number, number, number]>(
    `INSERT INTO consent_records
       (id, policy_version, language, functional, analytics, marketing, recorded_at_ms, network_bucket)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const ofNumber = sql.prepare<[string, number], ConsentRow>(
    `SELECT * FROM consent_records WHERE id = ? COLLATE NOCASE
     ORDER BY recorded_at_ms DESC, rowid DESC LIMIT ?`,
  );
  const count = sql.prepare<[], number>('SELECT count(*) FROM consent_records').pluck();
  const trimNumber = sql.prepare<{ id: string; kept: number }>(
    `DELETE FROM consent_records WHERE rowid IN (
       SELECT rowid FROM consent_records WHERE id = :id COLLATE NOCASE
       ORDER BY rowid DESC LIMIT -1 OFFSET :kept)`,
  );
  const trim = fullestFirst(sql, { table: 'consent_records', order: 'rowid' });
  let writes = 0;
  const purge = slicedRemoval<[number]>(database, {
    table: 'consent_records',
    where: 'recorded_at_ms < ?',
  });

  return {
    add: ({ id, policyVersion, language, functional, analytics, marketing }, now, ip) =>
      write(() => {
        const flags = [functional, analytics, marketing].map(Number) as [number, number, number];
        insert.run(id, policyVersion, language, ...flags, now, bucketOf(ip));
        trimNumber.run({ id, kept: choicesPerNumber });
        writes += 1;
        const surplus = writes % trimEvery === 0 ? (count.get() ?? 0) - limit : 0;
        if (surplus > 0) trim(surplus);
      }),
    ofNumber: async (number, limit) => ofNumber.all(number, limit).map(toRecord),
    count: async () => count.get() ?? 0,
    purge,
  };
}
