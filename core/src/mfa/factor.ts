import type { EpochMs, UserId } from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';

/** The types of second factor: codes of an authenticator app, or codes sent to a phone. Source: docs/rules.md#3. */
export type FactorType = 'totp' | 'phone';

/** What stands for the recovery codes of a user; it is no factor, and is verified in a way of its own. */
export interface RecoverySet {
  /** A UUID, which the same codes and those made in their place have. */
  readonly id: string;
  /** What the user calls it; unique among the user's factors. */
  readonly friendlyName: string;
  /** When its first codes were made. */
  readonly createdAt: EpochMs;
}

/** A second factor without its secret. */
export interface Factor {
  readonly id: string;
  readonly userId: UserId;
  readonly type: FactorType;
  /** A factor protects nothing until it is verified. */
  readonly status: 'unverified' | 'verified';
  /** What the user calls it; unique among the user's factors, `undefined` without a name. */
  readonly friendlyName: string | undefined;
  /** Digits without the plus sign; phone factors only. */
  readonly phone: string | undefined;
  /** When it was added; an unverified one expires from here. */
  readonly createdAt: EpochMs;
  /** When it was added or verified. */
  readonly updatedAt: EpochMs;
  /** When a code was last asked for; `undefined` before the first time. */
  readonly lastChallengedAt: EpochMs | undefined;
}

/** A factor with the data that only its verification needs. */
export interface KeptFactor extends Factor {
  /** The shared secret of an app, encrypted; `undefined` for phones. Source: docs/security.md#MF-1. */
  readonly sealedSecret: string | undefined;
  /** The time step of the last accepted code; it and all earlier ones are used up. Source: docs/security.md#MF-2. */
  readonly lastStep: number | undefined;
}

/** How long a factor may stay unverified, in milliseconds. Source: docs/wire.md#3. */
export const unverifiedFactorTtlMs = 300_000;

/** Maximum number of factors of one user. */
export const maxFactors = 10;

/**
 * Whether the user has a verified factor, so that changes to the account need an `aal2` session. Source:
 * docs/security.md#MF-5, docs/security.md#MF-6.
 */
export function hasVerifiedFactor(factors: readonly { readonly status: string }[]): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** Whether a factor is verified or can still be verified. */
export function isLiveFactor(factor: Factor, now: EpochMs): boolean {
  return factor.status === 'verified' || now < factor.createdAt + unverifiedFactorTtlMs;
}

/** The AMR method of a factor type. Source: docs/wire.md#6. */
export function amrOfFactor(type: FactorType): 'totp' | 'mfa/phone' {
  return type === 'totp' ? 'totp' : 'mfa/phone';
}

/** Whether a session still needs its second factor: the user has a verified one that this session has not used. */
export function needsSecondFactor(
  aal: AssuranceLevel,
  factors: readonly { readonly status: string }[],
): boolean {
  return aal === 'aal1' && hasVerifiedFactor(factors);
}
