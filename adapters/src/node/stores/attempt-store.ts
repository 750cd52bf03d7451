import { type AttemptStore, allowAttempt, waitMs } from '@coachsite/core/rate-limit';
import { attemptKey, expiryOf } from '../rows/counter-keys.ts';
import type { Database, Transaction } from '../sql/database.ts';
import { bytes, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { removalOf, slicedRemoval } from './sliced-removal.ts';

/**
 * Above this many keys, those that expire first are evicted, so that invented keys cannot fill the disk.
 * Source: docs/security.md#LK-12.
 */
const maxKeys = 100_000;
/** Clean-up runs once per this many writes of a process. */
const tidyEvery = 500;

interface Keyed {
  readonly key: Uint8Array;
}

// What ends the count waits until this attempt is in it.
const read = prepared<Keyed, { times: string }>(
  sql`SELECT times FROM attempts WHERE key = :key ${rowLock()}`,
);
const put = prepared<Keyed & { times: string; expiresAt: number }>(
  `INSERT INTO attempts VALUES (:key, :times, :expiresAt)
   ON CONFLICT (key) DO UPDATE SET times = :times, expires_at_ms = :expiresAt`,
);
const setTimes = prepared<Keyed & { times: string }>(
  'UPDATE attempts SET times = :times WHERE key = :key',
);
const remove = prepared<Keyed>('DELETE FROM attempts WHERE key = :key');
const removeClientKeys = prepared<None>(sql`DELETE FROM attempts WHERE key < ${bytes('80')}`);
const isExpired = 'expires_at_ms <= :now';
const sweep = slicedRemoval<{ now: number }>(['attempts', 'key'], isExpired);
// More than are added meanwhile, and few enough for the request that happens to run it.
const removeSomeExpired = removalOf<{ now: number }>(['attempts', 'key'], isExpired, 2 * tidyEvery);
const count = prepared<None, { keys: number }>('SELECT count(*) AS keys FROM attempts');
const evict = removalOf<{ surplus: number }>(
  ['attempts', 'key'],
  sql`TRUE ORDER BY key >= ${bytes('80')}, key >= ${bytes('c0')}, expires_at_ms`,
  ':surplus',
);

async function tidy(on: Transaction, now: number, keyLimit: number): Promise<void> {
  // Two at once would count the same surplus, and both evict it.
  await on.lock('surplus of attempts');
  await removeSomeExpired.run(on, { now });
  const surplus = ((await count.get(on, {}))?.keys ?? 0) - keyLimit;
  if (surplus > 0) await evict.run(on, { surplus });
}

/** The times of a key, which no other transaction changes until the end of this one. */
async function timesOf(on: Transaction, key: Uint8Array): Promise<readonly number[]> {
  await on.lock('attempts', key);
  return JSON.parse((await read.get(on, { key }))?.times ?? '[]') as readonly number[];
}

/**
 * Counters in the database, shared by all processes. Above `keyLimit` keys, those that expire first are evicted, in
 * this order: client rate limits; others; and last the limits of accounts, which no stranger can invent.
 */
export function sqlAttemptStore(database: Database, keyLimit = maxKeys): AttemptStore {
  const { write } = database;
  let writes = 0;
  return {
    attempt: async (text, limit, now) => {
      const key = attemptKey(text);
      const result = await write(async (on) => {
        const before = await timesOf(on, key);
        const { allowed, times } = allowAttempt(before, limit, now);
        // Also where times were ahead of the clock: the window starts anew, once.
        if (allowed || (times !== before && before.some((at) => at > now)))
          await put.run(on, { key, times: JSON.stringify(times), expiresAt: expiryOf(limit, now) });
        return allowed ? { allowed } : { allowed, retryAfterMs: waitMs(before, limit, now) };
      });
      if (!result.allowed) return result;
      writes += 1;
      if (writes % tidyEvery === 0) await write((on) => tidy(on, now, keyLimit));
      return result;
    },
    forgive: (text, at) =>
      write(async (on) => {
        const key = attemptKey(text);
        const times = await timesOf(on, key);
        const index = times.lastIndexOf(at);
        if (index < 0) return;
        await setTimes.run(on, { key, times: JSON.stringify(times.toSpliced(index, 1)) });
      }),
    clear: async (text) => void (await remove.run(database, { key: attemptKey(text) })),
    clearClientRateLimits: async () => void (await removeClientKeys.run(database, {})),
    sweep: (now) => sweep(database, { now }),
  };
}
