import type { EpochMs } from '../kernel/index.ts';
import type { FactorChallenge } from './challenge.ts';
import type { Factor, KeptFactor } from './factor.ts';

/** The factors of one user with the challenges that were made of them, each the oldest first. */
export interface MfaState {
  readonly factors: readonly KeptFactor[];
  readonly challenges: readonly FactorChallenge[];
}

/** What a rule makes of a user's factors, and its answer. */
export interface MfaChange<T> {
  readonly state: MfaState;
  readonly result: T;
}

/** The second factors of the users. */
export interface FactorStore {
  /** The factors of one user, the oldest first, without what only their check may see. */
  readonly ofUser: (userId: string) => Promise<readonly Factor[]>;
  /** The factors of one user with secrets and challenges. */
  readonly stateOf: (userId: string) => Promise<MfaState>;
  /**
   * Applies `rule` to all factors and challenges of a user in one atomic step, committed before it resolves with the
   * rule's answer. `rule` is pure: it may run more than once. A challenge goes with its factor.
   * Source: docs/security.md#MF-2, docs/security.md#MF-3, docs/security.md#MF-4.
   */
  readonly change: <T>(userId: string, rule: (state: MfaState) => MfaChange<T>) => Promise<T>;
  /** Removes challenges that expired before `now` and unverified factors made before `madeBefore`; returns how many. */
  readonly sweep: (now: EpochMs, madeBefore: EpochMs) => Promise<number>;
}

/** Time-based one-time codes (RFC 6238): SHA-1, six digits, 30 seconds. */
export interface Totp {
  /** A new secret of 160 random bits, in base32. */
  readonly newSecret: () => string;
  /** The address that an app reads from a QR code. */
  readonly uri: (issuer: string, label: string, secret: string) => string;
  /** The time step whose code this is: the present one, the one before or the one after; never throws. */
  readonly stepOf: (secret: string, code: string, now: EpochMs) => Promise<number | undefined>;
}

/** Encrypts what must be read again but may not lie open in the database. Source: docs/security.md#MF-1. */
export interface SecretBox {
  /** `context` says what the secret belongs to; it opens only together with the same context. */
  readonly seal: (secret: string, context: string) => string;
  /** Throws when the text was not sealed here or for another context. */
  readonly open: (sealed: string, context: string) => string;
}
