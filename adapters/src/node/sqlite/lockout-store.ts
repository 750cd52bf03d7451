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
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface LockoutRow {
  readonly failures: number;
  readonly last_failure_at_ms: number;
}

/**
 * Above this many keys, the oldest are evicted, those that are not locked first, so that invented addresses can neither
 * fill the disk nor end a lock. Source: docs/security.md#LK-12.
 */
const maxKeys = 100_000;
/** Clean-up runs once per this many writes. */
const tidyEvery = 500;
/** Locks that one commit moves after the clock was set back. */
const movedPerCommit = 500;

/** Failed sign-ins in the database, under hashed keys; at most `keyLimit` keys. */
export function sqliteLockoutStore(database: Database, keyLimit = maxKeys): LockoutStore {
  const { sql, write } = database;
  const read = sql.prepare<[Uint8Array], LockoutRow>(
    'SELECT failures, last_failure_at_ms FROM lockouts WHERE key = ?',
  );
  const put = sql.prepare<[Uint8Array, number, number]>(
    `INSERT INTO lockouts VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
     SET failures = excluded.failures, last_failure_at_ms = excluded.last_failure_at_ms`,
  );
  const release = sql.prepare<[Uint8Array]>(
    'UPDATE lockouts SET failures = failures - 1 WHERE key = ? AND failures > 0',
  );
  const removeEmpty = sql.prepare<[Uint8Array]>(
    'DELETE FROM lockouts WHERE key = ? AND failures = 0',
  );
  const moveSomeToNow = sql.prepare<{ now: number }>(
    `UPDATE lockouts SET last_failure_at_ms = :now WHERE key IN (
       SELECT key FROM lockouts WHERE last_failure_at_ms > :now LIMIT ${movedPerCommit})`,
  );
  const remove = sql.prepare<[Uint8Array]>('DELETE FROM lockouts WHERE key = ?');
  const sweep = slicedRemoval<[number]>(database, {
    table: 'lockouts',
    key: 'key',
    where: 'last_failure_at_ms < ?',
  });

  const count = sql.prepare<[], number>('SELECT count(*) FROM lockouts').pluck();
  // In the order of an index: sorting all keys would delay every sign-in of that moment.
  const evictUnlocked = sql.prepare<[number, number]>(
    `DELETE FROM lockouts WHERE key IN (
       SELECT key FROM lockouts WHERE failures < ? ORDER BY last_failure_at_ms LIMIT ?)`,
  );
  const evictOldest = sql.prepare<[number]>(
    `DELETE FROM lockouts WHERE key IN (
       SELECT key FROM lockouts ORDER BY last_failure_at_ms LIMIT ?)`,
  );
  let writes = 0;
  const tidy = ({ maxFailures }: LockoutPolicy) => {
    writes += 1;
    if (writes % tidyEvery !== 0) return;
    const surplus = (count.get() ?? 0) - keyLimit;
    if (surplus <= 0) return;
    const { changes } = evictUnlocked.run(maxFailures, surplus);
    if (changes < surplus) evictOldest.run(surplus - changes);
  };

  const recordOf = (key: Uint8Array): LockoutRecord | undefined => {
    const row = read.get(key);
    return row && { count: row.failures, lastFailureAt: row.last_failure_at_ms };
  };

  return {
    reserve: async (text, policy, now) => {
      const key = lockoutKey(text);
      let isClockBack = false;
      const reservation = await write(() => {
        const stored = recordOf(key);
        const current = currentRecord(stored, policy, now);
        isClockBack = current !== undefined && current.lastFailureAt !== stored?.lastFailureAt;
        if (current && isClockBack) put.run(key, current.count, current.lastFailureAt);
        const until = lockedUntil(current, policy);
        if (until !== undefined) return { locked: true as const, retryAfterMs: until - now };
        const { count: failures, lastFailureAt } = recordFailure(current, policy, now);
        put.run(key, failures, lastFailureAt);
        tidy(policy);
        return { locked: false as const, failures };
      });
      // Every other lock ends its full duration after this request, too.
      if (isClockBack)
        await changeInSlices(movedPerCommit, () => write(() => moveSomeToNow.run({ now }).changes));
      return reservation;
    },
    release: (text) =>
      write(() => {
        const key = lockoutKey(text);
        release.run(key);
        removeEmpty.run(key);
      }),
    clear: (text) =>
      write(() => {
        const key = lockoutKey(text);
        const record = recordOf(key);
        remove.run(key);
        return record;
      }),
    sweep,
  };
}
