import { type AttemptStore, allowAttempt, waitMs } from '@coachsite/core/rate-limit';
import { attemptKey, expiryOf } from '../rows/counter-keys.ts';
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface AttemptRow {
  readonly times: string;
}

/**
 * Above this many keys, those that expire first are evicted, so that invented keys cannot fill the disk.
 * Source: docs/security.md#LK-12.
 */
const maxKeys = 100_000;
/** Clean-up runs once per this many writes. */
const tidyEvery = 500;

/**
 * Counters in the database. Above `keyLimit` keys, those that expire first are evicted: client rate limits before
 * others, and the limits of accounts, which no stranger can invent, last.
 */
export function sqliteAttemptStore(database: Database, keyLimit = maxKeys): AttemptStore {
  const { sql, write } = database;
  const read = sql.prepare<[Uint8Array], AttemptRow>('SELECT times FROM attempts WHERE key = ?');
  const put = sql.prepare<[Uint8Array, string, number]>(
    `INSERT INTO attempts VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET times = excluded.times, expires_at_ms = excluded.expires_at_ms`,
  );
  const setTimes = sql.prepare<[string, Uint8Array]>('UPDATE attempts SET times = ? WHERE key = ?');
  const remove = sql.prepare<[Uint8Array]>('DELETE FROM attempts WHERE key = ?');
  const removeClientKeys = sql.prepare("DELETE FROM attempts WHERE key < x'80'");
  const sweep = slicedRemoval<[number]>(database, {
    table: 'attempts',
    key: 'key',
    where: 'expires_at_ms <= ?',
  });
  // More than are added meanwhile, and few enough for the request that happens to run it.
  const removeSomeExpired = sql.prepare<[number]>(
    `DELETE FROM attempts WHERE key IN (
       SELECT key FROM attempts WHERE expires_at_ms <= ? LIMIT ${2 * tidyEvery})`,
  );
  const count = sql.prepare<[], number>('SELECT count(*) FROM attempts').pluck();
  const evict = sql.prepare<[number]>(
    `DELETE FROM attempts WHERE key IN (
       SELECT key FROM attempts ORDER BY key >= x'80', key >= x'c0', expires_at_ms LIMIT ?)`,
  );
  let writes = 0;
  const tidy = (now: number) => {
    writes += 1;
    if (writes % tidyEvery !== 0) return;
    removeSomeExpired.run(now);
    const surplus = (count.get() ?? 0) - keyLimit;
    if (surplus > 0) evict.run(surplus);
  };
  const timesOf = (key: Uint8Array) =>
    JSON.parse(read.get(key)?.times ?? '[]') as readonly number[];

  return {
    attempt: (text, limit, now) =>
      write(() => {
        const key = attemptKey(text);
        const before = timesOf(key);
        const { allowed, times } = allowAttempt(before, limit, now);
        // Also when the clock was set back: the window starts anew, once.
        if (allowed || (times !== before && before.some((at) => at > now)))
          put.run(key, JSON.stringify(times), expiryOf(limit, now));
        if (!allowed) return { allowed, retryAfterMs: waitMs(before, limit, now) };
        tidy(now);
        return { allowed };
      }),
    forgive: (text, at) =>
      write(() => {
        const key = attemptKey(text);
        const times = timesOf(key);
        const index = times.lastIndexOf(at);
        if (index >= 0) setTimes.run(JSON.stringify(times.toSpliced(index, 1)), key);
      }),
    clear: (text) => write(() => void remove.run(attemptKey(text))),
    clearClientRateLimits: () => write(() => void removeClientKeys.run()),
    sweep,
  };
}
