import { createHash } from 'node:crypto';
import {
  currentRecord,
  isLocked,
  type LockoutRecord,
  type LockoutStore,
  lockedUntil,
  recordFailure,
} from '@coachsite/core/lockout';
import type { Database } from './database.ts';

interface LockoutRow {
  readonly failures: number;
  readonly last_failure_at_ms: number;
}

/**
 * Above this many keys, the oldest are evicted, so that invented addresses cannot fill the disk.
 * Source: docs/security.md#LK-12.
 */
const keyLimit = 100_000;
/** Clean-up runs once per this many writes. */
const tidyEvery = 500;

/** Keys may contain addresses of people without an account, so they are stored as hashes. */
const hashed = (key: string) => createHash('sha256').update(key).digest().subarray(0, 16);

export function sqliteLockoutStore({ sql, write }: Database): LockoutStore {
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
  const remove = sql.prepare<[Uint8Array]>('DELETE FROM lockouts WHERE key = ?');
  const sweep = sql.prepare<[number]>('DELETE FROM lockouts WHERE last_failure_at_ms < ?');

  const count = sql.prepare<[], number>('SELECT count(*) FROM lockouts').pluck();
  const evict = sql.prepare<[number]>(
    `DELETE FROM lockouts WHERE key IN (
       SELECT key FROM lockouts ORDER BY last_failure_at_ms LIMIT ?)`,
  );
  let writes = 0;
  const tidy = () => {
    writes += 1;
    if (writes % tidyEvery !== 0) return;
    const surplus = (count.get() ?? 0) - keyLimit;
    if (surplus > 0) evict.run(surplus);
  };

  const recordOf = (key: Uint8Array): LockoutRecord | undefined => {
    const row = read.get(key);
    return row && { count: row.failures, lastFailureAt: row.last_failure_at_ms };
  };

  return {
    reserve: (text, lockoutMs, now) =>
      write(() => {
        const key = hashed(text);
        const current = currentRecord(recordOf(key), now, lockoutMs);
        const until = lockedUntil(current, lockoutMs);
        if (until !== undefined) return { locked: true, until };
        const { count: failures, lastFailureAt } = recordFailure(current, now, lockoutMs);
        put.run(key, failures, lastFailureAt);
        tidy();
        return { locked: false, failures };
      }),
    release: (text) =>
      write(() => {
        release.run(hashed(text));
      }),
    clear: (text, lockoutMs, now) =>
      write(() => {
        const key = hashed(text);
        const wasLocked = isLocked(recordOf(key), now, lockoutMs);
        remove.run(key);
        return wasLocked;
      }),
    sweep: (before) => write(() => sweep.run(before).changes),
  };
}
