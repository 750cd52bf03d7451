import { type ConsentLog, choicesPerNumber, maxChoices } from '@coachsite/core/consent';
import { bucketOf } from '../rows/bucket.ts';
import { type ConsentRow, toRecord } from '../rows/consent.ts';
import type { Database } from '../sql/database.ts';
import { lower, noLimit, place, placed, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { fullestFirst } from './fullest-first.ts';
import { slicedRemoval } from './sliced-removal.ts';

const insert = prepared<ConsentRow, { place: number }>(
  sql`INSERT INTO consent_records
     (id, policy_version, language, functional, analytics, marketing, recorded_at_ms, network_bucket)
   VALUES (:id, :policy_version, :language, :functional, :analytics, :marketing, :recorded_at_ms, :network_bucket)
   RETURNING ${placed}`,
);
const isNumber = sql`lower(id) = ${lower(':id')}`;
const ofNumber = prepared<{ id: string; limit: number }, ConsentRow>(
  sql`SELECT * FROM consent_records WHERE ${isNumber}
   ORDER BY recorded_at_ms DESC, ${place} DESC LIMIT :limit`,
);
const count = prepared<None, { records: number }>(
  'SELECT count(*) AS records FROM consent_records',
);
const trimNumber = prepared<{ id: string; kept: number }>(
  sql`DELETE FROM consent_records WHERE ${place} IN (
     SELECT ${place} FROM consent_records WHERE ${isNumber}
     ORDER BY ${place} DESC LIMIT ${noLimit} OFFSET :kept)`,
);
const trim = fullestFirst({ table: 'consent_records', key: place, order: place });
const purge = slicedRemoval<{ before: number }>(
  ['consent_records', place],
  'recorded_at_ms < :before',
);

/** The size of the table is checked once per this many rows, of all processes together. */
const trimEvery = 100;

/** Cookie choices in the database, at most `limit`; beyond it the oldest of the network that sent most are removed. */
export function sqlConsentLog(database: Database, limit = maxChoices): ConsentLog {
  const records = async () => (await count.get(database, {}))?.records ?? 0;
  return {
    add: async ({ id, policyVersion, language, functional, analytics, marketing }, now, ip) => {
      const added = await database.write(async (on) => {
        await on.lock(`consent ${id.toLowerCase()}`);
        const row = await insert.get(on, {
          id,
          policy_version: policyVersion,
          language,
          functional: Number(functional),
          analytics: Number(analytics),
          marketing: Number(marketing),
          recorded_at_ms: now,
          network_bucket: bucketOf(ip),
        });
        await trimNumber.run(on, { id, kept: choicesPerNumber });
        return row;
      });
      const surplus = added && added.place % trimEvery === 0 ? (await records()) - limit : 0;
      if (surplus > 0) await trim(database, surplus);
    },
    ofNumber: async (id, most) => (await ofNumber.all(database, { id, limit: most })).map(toRecord),
    count: records,
    purge: (before) => purge(database, { before }),
  };
}
