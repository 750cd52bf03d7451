import type { EpochMs } from '../kernel/index.ts';
import type { RateLimit } from './window.ts';

/** Whether an attempt may go on, or how long to wait until one may. */
export type Attempt =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterMs: number };

/**
 * Counts attempts per key in a sliding window. Keys are any text and are not stored as such; what is kept is bounded:
 * rows past their window go, and never more than about 100 000 keys live. Source: docs/security.md#LK-6,
 * docs/security.md#LK-12.
 */
export interface AttemptStore {
  /** Counts one attempt if the limit still allows it, in one atomic step. A refused attempt is not counted. */
  readonly attempt: (key: string, limit: RateLimit, now: EpochMs) => Promise<Attempt>;
  /** Takes one attempt back that was counted at `at`, because it turned out to be none (a right password). */
  readonly forgive: (key: string, at: EpochMs) => Promise<void>;
  /** Forgets what was counted under `key`. */
  readonly clear: (key: string) => Promise<void>;
  /** Forgets every counter that clients declared (`clientRateLimitPrefix`). */
  readonly clearClientRateLimits: () => Promise<void>;
  /** Removes counters whose window ended before `now` and returns how many. */
  readonly sweep: (now: EpochMs) => Promise<number>;
}
