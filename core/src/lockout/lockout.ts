import type { EpochMs } from '../kernel/index.ts';

/** Failed sign-ins before an account locks. Source: docs/rules.md#4, docs/rules.md#9. */
export const maxFailures = 5;

/** How long a lock lasts after the last counted failure. Source: docs/rules.md#4, docs/rules.md#9. */
export const lockoutMs = 900_000;

/** What is remembered about the failed sign-ins of one account key. Source: docs/rules.md#3. */
export interface LockoutRecord {
  readonly count: number;
  readonly lastFailureAt: EpochMs;
}

/** The account is locked; the answer names how long. */
export interface LockoutError {
  readonly kind: 'account_locked';
  readonly retryAfterSeconds: number;
}

/** When the lock ends, or `undefined` while the failures are too few to lock. */
export function lockedUntil(
  record: LockoutRecord | undefined,
  lockMs: number = lockoutMs,
): EpochMs | undefined {
  return record && record.count >= maxFailures ? record.lastFailureAt + lockMs : undefined;
}

/**
 * The record as it stands at `now`: gone once its lock has run out, and with a failure "from the future"
 * (the clock was set back) moved to now, so that no lock outlasts its length of new time.
 * Source: docs/rules.md#4, docs/security.md#LK-2, docs/security.md#DR-7.
 */
export function currentRecord(
  record: LockoutRecord | undefined,
  now: EpochMs,
  lockMs: number = lockoutMs,
): LockoutRecord | undefined {
  if (!record) return undefined;
  const until = lockedUntil(record, lockMs);
  if (until !== undefined && now >= until) return undefined;
  return record.lastFailureAt > now ? { ...record, lastFailureAt: now } : record;
}

/** Whether a sign-in is refused at `now`. Free at exactly the end of the lock. Source: docs/rules.md#4. */
export function isLocked(
  record: LockoutRecord | undefined,
  now: EpochMs,
  lockMs: number = lockoutMs,
): boolean {
  return lockedUntil(currentRecord(record, now, lockMs), lockMs) !== undefined;
}

/**
 * Counts one failure. A lock that ran out starts the count anew; while locked nothing is counted, so a
 * lock cannot be lengthened. Fewer than five failures never expire. Source: docs/rules.md#4,
 * docs/rules.md#reading-lockout.
 */
export function recordFailure(
  record: LockoutRecord | undefined,
  now: EpochMs,
  lockMs: number = lockoutMs,
): LockoutRecord {
  const current = currentRecord(record, now, lockMs);
  if (current && current.count >= maxFailures) return current;
  return { count: (current?.count ?? 0) + 1, lastFailureAt: now };
}
