import type { EpochMs } from '../kernel/index.ts';

/** Failed sign-ins before an account locks. Source: docs/rules.md#4, docs/rules.md#9. */
export const maxFailures = 5;

/**
 * How long a lockout lasts after the last counted failure, in milliseconds. Source: docs/rules.md#4, docs/rules.md#9.
 */
export const lockoutMs = 900_000;

/** The failed sign-ins of one account key. Source: docs/rules.md#3. */
export interface LockoutRecord {
  readonly count: number;
  readonly lastFailureAt: EpochMs;
}

/** The account is locked; the error says for how long. */
export interface LockoutError {
  readonly kind: 'account_locked';
  readonly retryAfterSeconds: number;
}

/** When the lockout ends; `undefined` if there are too few failures. */
export function lockedUntil(
  record: LockoutRecord | undefined,
  lockMs: number = lockoutMs,
): EpochMs | undefined {
  return record && record.count >= maxFailures ? record.lastFailureAt + lockMs : undefined;
}

/**
 * The record at `now`: `undefined` once its lockout has expired. A failure in the future (the clock was set back) is
 * moved to `now`, so that no lockout lasts longer than its duration.
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

/** Whether a sign-in is rejected at `now`. At exactly the end of the lockout it is allowed. Source: docs/rules.md#4. */
export function isLocked(
  record: LockoutRecord | undefined,
  now: EpochMs,
  lockMs: number = lockoutMs,
): boolean {
  return lockedUntil(currentRecord(record, now, lockMs), lockMs) !== undefined;
}

/**
 * Counts one failure. After an expired lockout the count starts again; during a lockout nothing is counted, so it
 * cannot be extended. Fewer than five failures never expire. Source: docs/rules.md#4, docs/rules.md#reading-lockout.
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
