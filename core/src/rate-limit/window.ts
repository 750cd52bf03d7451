import {
  type EpochMs,
  type Milliseconds,
  minuteMs,
  type Seconds,
  type UserId,
  wholeSeconds,
} from '../kernel/index.ts';

/**
 * At most `maxAttempts` in any `windowMs`. A limit with a number that makes no sense allows nothing, so that a mistake in
 * a configuration does not turn it off unnoticed.
 */
export interface RateLimit {
  /** A whole number; 0, a negative one and `NaN` allow none, `Infinity` any number. */
  readonly maxAttempts: number;
  /**
   * The window moves with each attempt: it does not begin at fixed times. Above 0: with 0, a negative number or `NaN` nothing
   * is allowed. In one of `Infinity` an attempt counts for ever.
   */
  readonly windowMs: Milliseconds;
}

/** Too many calls; the error says how long to wait. `kind` is the auth service's published code. */
export interface RateLimitError {
  /** The call had no effect. */
  readonly kind: 'over_request_rate_limit';
  /** Until the next attempt is allowed; whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/** The error that says how long to wait, in whole seconds and at least one. */
export const rateLimitError = (retryAfterMs: Milliseconds): RateLimitError => ({
  kind: 'over_request_rate_limit',
  retryAfterSeconds: wholeSeconds(retryAfterMs),
});

/** The action that the sign-in page counts. Source: docs/rules.md#7. */
export const signInAction = 'signin_attempt';

const accountPrefix = 'account:';

/** Prefix of the keys of client rate limits, which protect nothing on the server. */
export const clientRateLimitPrefix = 'advice:';

/** Key of a limit per account; a store evicts these last, as only sign-ups make new ones. Source: docs/security.md#LK-12. */
export const accountKey = (action: string, userId: UserId): string =>
  `${accountPrefix}${action}:${userId}`;

/** Whether a key is one of an account. */
export const isAccountKey = (key: string): boolean => key.startsWith(accountPrefix);

/** Key of a client rate limit, which is advisory for the page only. Source: docs/security.md#LK-11. */
export const clientRateLimitKey = (action: string, identifier: string, ip: string): string =>
  clientRateLimitPrefix + JSON.stringify([action, identifier, ip]);

const clamped = (value: number, fallback: number, max: number): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(1, Math.trunc(value))) : fallback;

/**
 * A limit requested by a client, clamped to whole numbers: 1–100 attempts and 1–1440 minutes. Anything but a number
 * becomes 5 attempts and 15 minutes. Source: docs/security.md#LK-11.
 */
export function clampLimit(maxAttempts: number, windowMinutes: number): RateLimit {
  return {
    maxAttempts: clamped(maxAttempts, 5, 100),
    windowMs: clamped(windowMinutes, 15, 1440) * minuteMs,
  };
}

/** The outcome of an attempt under a limit. */
export interface AttemptResult {
  /** Whether this attempt is within the limit. */
  readonly allowed: boolean;
  /**
   * The attempts to store: those inside the window, including this one if it is allowed. If the window or the time
   * makes no sense, this is the list that was given, and there is nothing to store.
   */
  readonly times: readonly EpochMs[];
}

/** Whether times can be compared with a window at all. */
const isMeasurable = ({ windowMs }: RateLimit, now: EpochMs): boolean =>
  windowMs > 0 && Number.isFinite(now);

/**
 * Counts an attempt at `now` in a sliding window and returns whether it is allowed. A rejected attempt is not counted,
 * so repeated attempts do not extend the wait. Nothing is allowed where a number makes no sense: the window, the most
 * attempts, or a `now` that is not finite. Source: docs/rules.md#reading-rate-limit.
 */
export function allowAttempt(
  times: readonly EpochMs[],
  limit: RateLimit,
  now: EpochMs,
): AttemptResult {
  if (!isMeasurable(limit, now)) return { allowed: false, times };
  // A time ahead of the clock counts as now, as no limit may end early; so does one that is no number.
  const recent = times.map((at) => (at < now ? at : now)).filter((at) => at > now - limit.windowMs);
  const allowed = recent.length < limit.maxAttempts;
  return { allowed, times: allowed ? [...recent, now] : recent };
}

/**
 * Milliseconds until the next attempt is allowed; 0 if it already is. If the limit allows none, the length of the window,
 * which then says nothing; `Infinity` if the window or the time makes no sense.
 */
export function waitMs(times: readonly EpochMs[], limit: RateLimit, now: EpochMs): number {
  const { allowed, times: recent } = allowAttempt(times, limit, now);
  if (allowed) return 0;
  if (!isMeasurable(limit, now)) return Number.POSITIVE_INFINITY;
  const freeing = [...recent].sort((a, b) => a - b)[recent.length - limit.maxAttempts] ?? now;
  return freeing + limit.windowMs - now;
}
