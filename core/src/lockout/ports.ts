import type { EpochMs, Milliseconds } from '../kernel/index.ts';
import type { LockoutPolicy, LockoutRecord } from './lockout.ts';

/**
 * The result of an attempt to sign in: it is counted, or the account is locked for `retryAfterMs` more, which is
 * `Infinity` under a policy that locks everything.
 */
type Reservation =
  | { readonly locked: false; readonly failures: number }
  | { readonly locked: true; readonly retryAfterMs: Milliseconds };

/**
 * Failed sign-ins per account key, whether or not the account exists; shared by all processes. Keys are arbitrary text, and
 * those that differ in anything have failures of their own. Source: docs/security.md#LK-1, docs/security.md#LK-2,
 * docs/security.md#LK-3, docs/security.md#LK-4, docs/security.md#LK-5, docs/security.md#LK-6.
 */
export interface LockoutStore {
  /**
   * Counts one failure in advance unless the account is locked, in one atomic step, so that no more than
   * `policy.maxFailures` parallel guesses are ever evaluated. A right guess is cleared afterwards, one never evaluated is
   * released. A record that `currentRecord` moved is stored, also while the account is locked: after the clock was set
   * back, the lock ends its full duration after the first request that sees it.
   */
  readonly reserve: (key: string, policy: LockoutPolicy, now: EpochMs) => Promise<Reservation>;
  /** Uncounts one reserved failure. */
  readonly release: (key: string) => Promise<void>;
  /** Forgets all failures and returns what was stored. */
  readonly clear: (key: string) => Promise<LockoutRecord | undefined>;
  /** Removes records whose last failure is older than `before` and returns the count. */
  readonly sweep: (before: EpochMs) => Promise<number>;
}
