import type { Clock } from '@coachsite/core/kernel';
import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';

/** How often the clock of the database is asked, in milliseconds. Quartz drifts by less than a millisecond in that time. */
const askedEveryMs = 30_000;
/** A reading that took longer, as when it waited for a connection, says too little about the time, in milliseconds. */
const longestReadingMs = 500;

const ask = prepared<None, { at: number }>(
  'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
);

/** The clock of the database, and how to stop following it. */
export interface PostgresClock extends Clock {
  /** Stops following it. */
  readonly stop: () => void;
}

/**
 * The clock of the database, which is one for all processes whatever those of their machines say. It is asked twice a
 * minute and counted on in between by a clock that nobody can set; while the database is away, that goes on. Rejects
 * when it cannot be asked at first. Source: docs/security.md#DR-10.
 */
export async function postgresClock(database: Database): Promise<PostgresClock> {
  let ahead: number | undefined;
  const measure = async () => {
    const before = performance.now();
    const row = await ask.get(database, {});
    const after = performance.now();
    if (!row || (ahead !== undefined && after - before > longestReadingMs)) return;
    // The database read its clock somewhere between.
    ahead = row.at - (before + after) / 2;
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), askedEveryMs);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + (ahead ?? 0)),
    stop: () => clearInterval(timer),
  };
}
