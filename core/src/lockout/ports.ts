import type { EpochMs } from '../kernel/index.ts';

/** What trying to sign in found: the attempt is counted, or the account is locked until `until`. */
export type Reservation =
  | { readonly locked: false; readonly failures: number }
  | { readonly locked: true; readonly until: EpochMs };

/**
 * Failed sign-ins per account key, known or not, shared by all processes. Source: docs/security.md#LK-1,
 * docs/security.md#LK-2, docs/security.md#LK-3, docs/security.md#LK-4, docs/security.md#LK-5, docs/security.md#LK-6.
 */
export interface LockoutStore {
  /**
   * Counts one failure in advance unless the account is locked, in one atomic step, so that parallel guesses
   * never get more than five evaluated. What turns out right is cleared, what was never evaluated is released.
   */
  readonly reserve: (key: string, lockoutMs: number, now: EpochMs) => Promise<Reservation>;
  /** Takes one reserved failure back. */
  readonly release: (key: string) => Promise<void>;
  /** Forgets all failures and tells whether the account was locked at `now`. */
  readonly clear: (key: string, lockoutMs: number, now: EpochMs) => Promise<boolean>;
  /** Removes records whose last failure is older than `before` and returns how many. */
  readonly sweep: (before: EpochMs) => Promise<number>;
}
