import type { EpochMs, Milliseconds } from '../kernel/index.ts';
import type { RateLimit } from './window.ts';

/** Whether an attempt is allowed, or how long to wait for one. */
type Attempt =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterMs: Milliseconds };

/**
 * Counts attempts per key in a sliding window. Keys are arbitrary text, and those that differ in anything have counts of
 * their own. Strangers choose keys: a store that outlives its process should keep them as hashes only, and not without a
 * limit. Source: docs/security.md#LK-6, docs/security.md#LK-12.
 */
export interface AttemptStore {
  /**
   * Counts one attempt if the limit allows it, in one atomic step. A rejected attempt is not counted, but times ahead of
   * the clock are then stored as now, so that the wait ends. A limit or a `now` that makes no sense allows nothing and
   * changes nothing; the wait is then `Infinity`.
   */
  readonly attempt: (key: string, limit: RateLimit, now: EpochMs) => Promise<Attempt>;
  /** Uncounts the attempt counted at `at`, because it was legitimate (a right password). */
  readonly forgive: (key: string, at: EpochMs) => Promise<void>;
  /** Forgets the attempts of `key`. */
  readonly clear: (key: string) => Promise<void>;
  /** Removes all client rate limits (`clientRateLimitPrefix`). */
  readonly clearClientRateLimits: () => Promise<void>;
  /** Removes counters whose window ended at `now` or before, and returns the count. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}
