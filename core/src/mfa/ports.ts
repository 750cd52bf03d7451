import type { EpochMs, UserId } from '../kernel/index.ts';
import type { FactorChallenge } from './challenge.ts';
import type { Factor, KeptFactor, RecoverySet } from './factor.ts';

/** The factors of one user and their challenges, each oldest first. */
export interface MfaState {
  /** Verified and unverified ones. */
  readonly factors: readonly KeptFactor[];
  /** Open, used and expired ones, until they are swept. */
  readonly challenges: readonly FactorChallenge[];
  /** Hashes of the unused recovery codes, if any were made for these factors. */
  readonly recoveryCodes?: readonly string[];
  /** What stands for them, also when none is left; absent if none were made. */
  readonly recoverySet?: RecoverySet;
}

/** The outcome of a rule: the new state of a user's factors, and a result. */
export interface MfaChange<T> {
  readonly state: MfaState;
  /** What the caller of the store gets. */
  readonly result: T;
}

/** Stores the second factors of users. */
export interface FactorStore {
  /** The factors of one user, oldest first, without their secrets. */
  readonly ofUser: (userId: UserId) => Promise<readonly Factor[]>;
  /** The ids of the users with a verified factor of this phone number. Source: docs/law-and-search.md#D50. */
  readonly holdersOf: (phone: string) => Promise<readonly string[]>;
  /** The factors of one user with secrets and challenges. */
  readonly stateOf: (userId: UserId) => Promise<MfaState>;
  /**
   * Applies `rule` to all factors and challenges of a user in one atomic step, committed before it resolves with the
   * rule's result. `rule` is pure: it may run more than once. Removing a factor removes its challenges. If the account
   * has ended since it was read, storing nothing is no error. What is stored for an account is deleted when the account
   * is taken over. Source: docs/security.md#MF-2, docs/security.md#MF-3, docs/security.md#MF-4.
   */
  readonly change: <T>(userId: UserId, rule: (state: MfaState) => MfaChange<T>) => Promise<T>;
  /**
   * Removes challenges that expired before `now` and unverified factors created before `madeBefore`; returns the
   * count.
   */
  readonly sweep: (madeBefore: EpochMs, now: EpochMs) => Promise<number>;
}

/** Time-based one-time codes (RFC 6238): SHA-1, six digits, 30 seconds. */
export interface Totp {
  /** A new secret of 160 random bits, in base32. */
  readonly newSecret: () => string;
  /** The `otpauth:` URI that an app reads from a QR code. */
  readonly uri: (issuer: string, label: string, secret: string) => string;
  /** The time step this code belongs to: the current, previous or next one. Never throws. */
  readonly stepOf: (secret: string, code: string, now: EpochMs) => Promise<number | undefined>;
}

/** Encrypts secrets that must be readable again but not stored in plain text. Source: docs/security.md#MF-1. */
export interface SecretBox {
  /** `context` names what the secret belongs to; it can be opened only with the same context. */
  readonly seal: (secret: string, context: string) => string;
  /** Throws if the text was not sealed with this key and context. */
  readonly open: (sealed: string, context: string) => string;
}
