import {
  currentRecord,
  type LockoutPolicy,
  type LockoutRecord,
  type LockoutStore,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';
import { lockoutKey } from '../rows/counter-keys.ts';
import { changeInSlices } from '../rows/slices.ts';
import type { Database, Transaction } from '../sql/database.ts';
import { among, rowLock, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';
import { removalOf, slicedRemoval } from './sliced-removal.ts';

/**
 * Above this many keys, the oldest are evicted, those that are not locked first, so that invented addresses can neither
 * fill the disk nor end a lock. Source: docs/security.md#LK-12.
 */
const maxKeys = 100_000;
/** Clean-up runs once per this many writes of a process. */
const tidyEvery = 500;
/** The largest number of the column of failures. */
const mostFailures = 2 ** 31 - 1;
/** Locks ahead of the clock that one commit moves. */
const movedPerCommit = 500;

// A guess is counted before it is checked, which takes longer than it takes the disk.
const soon = { isSoonDurable: true } as const;

interface Keyed {
  readonly key: Uint8Array;
}

// What ends the count waits until this failure is in it.
const read = prepared<Keyed, { failures: number; last_failure_at_ms: number }>(
  sql`SELECT failures, last_failure_at_ms FROM lockouts WHERE key = :key ${rowLock()}`,
);
const put = prepared<Keyed & LockoutRecord>(
  `INSERT INTO lockouts VALUES (:key, :count, :lastFailureAt) ON CONFLICT (key) DO UPDATE
   SET failures = :count, last_failure_at_ms = :lastFailureAt`,
);
const moveSomeToNow = prepared<{ now: number }>(
  sql`UPDATE lockouts SET last_failure_at_ms = :now WHERE ${among(
    'key',
    sql`SELECT key FROM lockouts WHERE last_failure_at_ms > :now
     LIMIT ${movedPerCommit} ${rowLock('FOR UPDATE SKIP LOCKED')}`,
  )}`,
);
const release = prepared<Keyed>(
  'UPDATE lockouts SET failures = failures - 1 WHERE key = :key AND failures > 1',
);
const removeLast = prepared<Keyed>('DELETE FROM lockouts WHERE key = :key AND failures <= 1');
const remove = prepared<Keyed, { failures: number; last_failure_at_ms: number }>(
  'DELETE FROM lockouts WHERE key = :key RETURNING failures, last_failure_at_ms',
);
const sweep = slicedRemoval<{ before: number }>(
  ['lockouts', 'key'],
  'last_failure_at_ms < :before',
);
const count = prepared<None, { keys: number }>('SELECT count(*) AS keys FROM lockouts');
const oldest = 'ORDER BY last_failure_at_ms';
const evictUnlocked = removalOf<{ maxFailures: number; surplus: number }>(
  ['lockouts', 'key'],
  `failures < :maxFailures ${oldest}`,
  ':surplus',
);
const evictOldest = removalOf<{ surplus: number }>(
  ['lockouts', 'key'],
  `TRUE ${oldest}`,
  ':surplus',
);

async function tidy(
  on: Transaction,
  { maxFailures }: LockoutPolicy,
  keyLimit: number,
): Promise<void> {
  // Two at once would count the same surplus, and both evict it: then locks may go although others would do.
  await on.lock('surplus of lockouts');
  const surplus = ((await count.get(on, {}))?.keys ?? 0) - keyLimit;
  if (surplus <= 0) return;
  const evicted = await evictUnlocked.run(on, {
    maxFailures: Math.min(Math.ceil(maxFailures), mostFailures),
    surplus,
  });
  if (evicted < surplus) await evictOldest.run(on, { surplus: surplus - evicted });
}

const toRecord = (
  row: { readonly failures: number; readonly last_failure_at_ms: number } | undefined,
): LockoutRecord | undefined =>
  row && { count: row.failures, lastFailureAt: row.last_failure_at_ms };

/** Failed sign-ins in the database, under hashed keys, one for all processes; at most `keyLimit` keys. */
export function sqlLockoutStore(database: Database, keyLimit = maxKeys): LockoutStore {
  const { write } = database;
  let writes = 0;
  return {
    reserve: async (text, policy, now) => {
      const key = lockoutKey(text);
      const { isClockBack, reservation } = await write(async (on) => {
        await on.lock('lockouts', key);
        const stored = toRecord(await read.get(on, { key }));
        const current = currentRecord(stored, policy, now);
        const isClockBack =
          current !== undefined && current.lastFailureAt !== stored?.lastFailureAt;
        const until = lockedUntil(current, policy);
        const next = until === undefined ? recordFailure(current, policy, now) : current;
        if (next && next !== stored) await put.run(on, { key, ...next });
        const reservation =
          until === undefined
            ? { locked: false as const, failures: next?.count ?? 0 }
            : { locked: true as const, retryAfterMs: until - now };
        return { isClockBack, reservation };
      }, soon);
      // Every other lock ends its full duration after this request, too.
      if (isClockBack)
        await changeInSlices(movedPerCommit, () => moveSomeToNow.run(database, { now }));
      if (reservation.locked) return reservation;
      writes += 1;
      if (writes % tidyEvery === 0) await write((on) => tidy(on, policy, keyLimit));
      return reservation;
    },
    release: (text) =>
      write(async (on) => {
        const key = lockoutKey(text);
        await on.lock('lockouts', key);
        if ((await release.run(on, { key })) === 0) await removeLast.run(on, { key });
      }),
    clear: async (text) => toRecord(await remove.get(database, { key: lockoutKey(text) })),
    sweep: (before) => sweep(database, { before }),
  };
}
