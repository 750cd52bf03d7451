import type { EpochMs } from '../kernel/index.ts';

/** How often a page looks whether its session needs a refresh. Source: docs/rules.md#9. */
export const refreshTickMs = 30_000;

/** A session is refreshed when at most this is left of it. Source: docs/rules.md#9. */
export const refreshMarginMs = 90_000;

/** Wait before the first retry; it doubles with each further one. Source: docs/rules.md#9. */
export const refreshBackoffBaseMs = 200;

/** How long published signing keys may be kept. Source: docs/rules.md#9. */
export const signingKeysCacheMs = 600_000;

/**
 * Whether a session that ends at `expiresAtSeconds` (Unix seconds) is to be refreshed at `now`.
 * Source: docs/rules.md#9.
 */
export function shouldRefresh(session: {
  readonly expiresAtSeconds: number;
  readonly now: EpochMs;
}): boolean {
  return session.expiresAtSeconds * 1000 - session.now <= refreshMarginMs;
}

/** Wait in milliseconds before retry number `retry` (from 1): 200, 400, 800 … Source: docs/rules.md#9. */
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

/** What went wrong with a refresh: the server was not reached, or it answered with `status`. */
export type RefreshFailure = { readonly network: true } | { readonly status: number };

export interface RefreshOutcome {
  readonly retryable: boolean;
  readonly keepSession: boolean;
}

/**
 * What a failed refresh means. Network failures and 5xx answers are tried again; a 4xx removes the
 * session, except 429, which waits for the next check. Source: docs/rules.md#4, docs/rules.md#reading-session.
 */
export function refreshOutcome(failure: RefreshFailure): RefreshOutcome {
  if ('network' in failure) return { retryable: true, keepSession: true };
  if (failure.status === 429) return { retryable: false, keepSession: true };
  const isRejected = failure.status >= 400 && failure.status < 500;
  return { retryable: !isRejected, keepSession: !isRejected };
}

/** Answers to a sign-out that mean as much as success: there was no session left to end. Source: docs/rules.md#8. */
export const signOutIgnoredStatuses: readonly number[] = [401, 403, 404];
