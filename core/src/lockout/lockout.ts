import { type EpochMs, type Milliseconds, type Seconds, wholeSeconds } from '../kernel/index.ts';

/**
 * When an account locks, and for how long. A policy with a number that makes no sense (`NaN`, zero, negative) locks
 * every account at once and without end, so that a mistake in a configuration is noticed instead of turning the
 * protection off.
 */
export interface LockoutPolicy {
  /** The failed sign-ins after which it locks, at least 1; `Infinity` never locks. */
  readonly maxFailures: number;
  /** How long the lockout lasts after the last counted failure, in milliseconds, above 0; `Infinity` has no end. */
  readonly lockoutMs: Milliseconds;
}

/** The failed sign-ins of one account key. Source: docs/rules.md#3. */
export interface LockoutRecord {
  readonly count: number;
  readonly lastFailureAt: EpochMs;
}

/** The account is locked; the error says for how long. */
export interface LockoutError {
  /** Returned for a right password too, so that nothing is learnt about it. */
  readonly kind: 'account_locked';
  /** The rest of the lockout, in whole seconds and at least one. */
  readonly retryAfterSeconds: Seconds;
}

/** The error for an account that is locked for `retryAfterMs` more. */
export const lockedError = (retryAfterMs: Milliseconds): LockoutError => ({
  kind: 'account_locked',
  retryAfterSeconds: wholeSeconds(retryAfterMs),
});

/**
 * When the lockout ends; `undefined` if there are too few failures. `Infinity`, with or without failures, if a number of
 * the policy makes no sense.
 */
export function lockedUntil(
  record: LockoutRecord | undefined,
  { maxFailures, lockoutMs }: LockoutPolicy,
): EpochMs | undefined {
  if (!(maxFailures >= 1 && lockoutMs > 0)) return Number.POSITIVE_INFINITY;
  return record && record.count >= maxFailures ? record.lastFailureAt + lockoutMs : undefined;
}

/**
 * The record at `now`: `undefined` once its lockout has expired. A failure ahead of the clock is moved
 * to `now`, so that no lockout lasts longer than its duration; store what is returned, or it moves with every call.
 * A `now` that is no finite number ends and moves nothing. Source: docs/rules.md#4, docs/security.md#LK-2, docs/security.md#DR-7.
 */
export function currentRecord(
  record: LockoutRecord | undefined,
  policy: LockoutPolicy,
  now: EpochMs,
): LockoutRecord | undefined {
  if (!record || !Number.isFinite(now)) return record;
  const until = lockedUntil(record, policy);
  if (until !== undefined && now >= until) return undefined;
  return record.lastFailureAt > now ? { ...record, lastFailureAt: now } : record;
}

/** Whether a sign-in is rejected at `now`. At exactly the end of the lockout it is allowed. */
export function isLocked(
  record: LockoutRecord | undefined,
  policy: LockoutPolicy,
  now: EpochMs,
): boolean {
  return lockedUntil(currentRecord(record, policy, now), policy) !== undefined;
}

/**
 * Counts one failure. After a lockout has expired, the count starts again. During a lockout nothing is counted, so it
 * cannot be extended. Fewer failures than `maxFailures` never expire. If `now` is not a finite number, the failure gets
 * the time of the one before. Source: docs/rules.md#reading-lockout.
 */
export function recordFailure(
  record: LockoutRecord | undefined,
  policy: LockoutPolicy,
  now: EpochMs,
): LockoutRecord {
  const current = currentRecord(record, policy, now);
  if (current && !(current.count < policy.maxFailures)) return current;
  const { count, lastFailureAt } = current ?? { count: 0, lastFailureAt: 0 };
  return { count: count + 1, lastFailureAt: Number.isFinite(now) ? now : lastFailureAt };
}
