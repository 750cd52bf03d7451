import type { EpochMs } from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';

/** What can stand beside the password: codes of an app, or codes sent to a phone. Source: docs/rules.md#3. */
export type FactorType = 'totp' | 'phone';

/** A second factor as others may see it: never its secret. Source: docs/rules.md#3. */
export interface Factor {
  readonly id: string;
  readonly userId: string;
  readonly type: FactorType;
  readonly status: 'unverified' | 'verified';
  readonly friendlyName: string | undefined;
  /** Digits without the plus sign; phone factors only. */
  readonly phone: string | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly lastChallengedAt: EpochMs | undefined;
}

/** A factor with what only its check may see. */
export interface KeptFactor extends Factor {
  /** The shared secret of an app, encrypted; `undefined` for phones. Source: docs/security.md#MF-1. */
  readonly sealedSecret: string | undefined;
  /**
   * The time step of the last code that was accepted; it and earlier ones are used up. Source: docs/security.md#MF-2.
   */
  readonly lastStep: number | undefined;
}

/** How long a factor may wait for its first right code, in milliseconds. Source: docs/wire.md#3. */
export const unverifiedFactorTtlMs = 300_000;

/** How many factors one user may have. Source: docs/wire.md#3. */
export const maxFactors = 10;

/**
 * Whether changes to the account need a session that used a second factor. Source: docs/security.md#MF-5,
 * docs/security.md#MF-6.
 */
export function hasVerifiedFactor(factors: readonly Pick<Factor, 'status'>[]): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** Whether a factor still counts: verified, or young enough to become it. */
export function isLiveFactor(factor: Factor, now: EpochMs): boolean {
  return factor.status === 'verified' || now < factor.createdAt + unverifiedFactorTtlMs;
}

/** How a session says that it was raised by a factor of this type. Source: docs/wire.md#6. */
export function amrOfFactor(type: FactorType): 'totp' | 'mfa/phone' {
  return type === 'totp' ? 'totp' : 'mfa/phone';
}

/**
 * Whether a session has yet to be raised by a code: a factor is verified and this session used none.
 * Source: docs/wire.md#6.
 */
export function needsSecondFactor(
  aal: AssuranceLevel,
  factors: readonly { readonly status: string }[],
): boolean {
  return aal === 'aal1' && factors.some(({ status }) => status === 'verified');
}
