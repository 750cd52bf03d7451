import {
  type EpochMs,
  err,
  type Milliseconds,
  minuteMs,
  ok,
  type Result,
  type UserId,
} from '../kernel/index.ts';

/** A challenge that an authenticator has to sign. Source: docs/security.md#PK-2. */
export interface PasskeyChallenge {
  /** A UUID, which the client sends back. */
  readonly id: string;
  /** Who may add a passkey with it; `undefined` for a sign-in. */
  readonly userId: UserId | undefined;
  /** 256 random bits, in base64url. */
  readonly challenge: string;
  readonly createdAt: EpochMs;
  /** From then on it cannot be used. */
  readonly expiresAt: EpochMs;
}

/** Why a challenge cannot be used. */
export type PasskeyChallengeError =
  /** Unknown, used already, or made for another purpose or user. */
  | { readonly kind: 'webauthn_challenge_not_found' }
  | { readonly kind: 'webauthn_challenge_expired' };

/** How long a challenge can be used. Source: docs/contract.md#3. */
export const passkeyChallengeTtlMs: Milliseconds = 5 * minuteMs;

/**
 * Checks a challenge that was taken for this purpose: for a sign-in, or for adding a passkey to the account of `userId`.
 * Errors: `webauthn_challenge_not_found`, `webauthn_challenge_expired`. Source: docs/security.md#PK-2.
 */
export function checkChallenge(
  taken: PasskeyChallenge | undefined,
  userId: UserId | undefined,
  now: EpochMs,
): Result<PasskeyChallenge, PasskeyChallengeError> {
  if (!taken || taken.userId !== userId) return err({ kind: 'webauthn_challenge_not_found' });
  return now < taken.expiresAt ? ok(taken) : err({ kind: 'webauthn_challenge_expired' });
}
