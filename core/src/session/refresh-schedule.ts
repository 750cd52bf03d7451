import type { EpochMs, EpochSeconds } from '../kernel/index.ts';

/** How often a page checks whether its session needs a refresh, in milliseconds. Source: docs/rules.md#9. */
export const refreshTickMs = 30_000;

/** A session is refreshed when at most this much time is left, in milliseconds. */
export const refreshMarginMs = 90_000;

/** Delay before the first retry, in milliseconds; it doubles with each further one. */
export const refreshBackoffBaseMs = 200;

/** How long published signing keys may be cached, in milliseconds. */
export const signingKeysCacheMs = 600_000;

/** Whether a session that expires at `expiresAtSeconds` (Unix seconds) needs a refresh at `now`. */
export function shouldRefresh(session: {
  readonly expiresAtSeconds: EpochSeconds;
  readonly now: EpochMs;
}): boolean {
  return session.expiresAtSeconds * 1000 - session.now <= refreshMarginMs;
}

/** Delay in milliseconds before retry number `retry` (from 1): 200, 400, 800 … */
export function refreshBackoffMs(retry: number): number {
  return refreshBackoffBaseMs * 2 ** (Math.max(1, retry) - 1);
}

/**
 * Whether retry number `retry` still fits into the check that began at `startedAt`.
 * Source: docs/rules.md#reading-session.
 */
export function mayRetryRefresh(check: {
  readonly startedAt: EpochMs;
  readonly now: EpochMs;
  readonly retry: number;
}): boolean {
  return check.now + refreshBackoffMs(check.retry) - check.startedAt < refreshTickMs;
}

/** Why a refresh failed: the server was unreachable, or responded with `status`. */
export type RefreshFailure = { readonly network: true } | { readonly status: number };

/** What follows from a refresh that failed: whether to try again, and whether the session stays. */
export interface RefreshOutcome {
  /** Whether to try again within this check. */
  readonly retryable: boolean;
  /** Whether the visitor stays signed in. */
  readonly keepSession: boolean;
}

/**
 * What to do after a failed refresh. A 4xx removes the session, except 429, which waits for the next check; everything
 * else is retried, as a failure of the network or a 5xx is. Source: docs/rules.md#4, docs/rules.md#reading-session.
 */
export function refreshOutcome(failure: RefreshFailure): RefreshOutcome {
  if ('network' in failure) return { retryable: true, keepSession: true };
  if (failure.status === 429) return { retryable: false, keepSession: true };
  const isRejected = failure.status >= 400 && failure.status < 500;
  return { retryable: !isRejected, keepSession: !isRejected };
}
