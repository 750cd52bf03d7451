import { type EpochMs, err, ok, type Result, type SessionId } from '../kernel/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import { type FactorChallenge, isOpen } from './challenge.ts';
import { findFactor } from './challenge-factor.ts';
import { type FactorType, type KeptFactor, needsSecondFactor } from './factor.ts';
import type { MfaState } from './ports.ts';

/** Why a code for a challenge is rejected. Source: docs/wire.md#6. */
export type VerifyChallengeError =
  | { readonly kind: 'mfa_factor_not_found' }
  | { readonly kind: 'mfa_challenge_not_found' }
  | { readonly kind: 'mfa_challenge_used' }
  | { readonly kind: 'mfa_challenge_expired' }
  | { readonly kind: 'insufficient_aal' }
  | { readonly kind: 'mfa_verification_failed'; readonly factorType: FactorType };

/** The challenge to verify, and the session that verifies it. */
export interface VerifyChallengeRequest {
  readonly factorId: string;
  readonly challengeId: string;
  readonly sessionId: SessionId;
  /** The level of that session before the verification. */
  readonly aal: AssuranceLevel;
}

/** The outcome of checking a code: that of a time step, the one that was sent, or wrong. */
export type CodeProof =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'wrong' };

/**
 * Finds the factor and the challenge to verify, if verification is allowed. Errors: `mfa_factor_not_found`,
 * `mfa_challenge_not_found`, `mfa_challenge_used`, `mfa_challenge_expired`, `insufficient_aal`. Source:
 * docs/security.md#MF-4, docs/security.md#MF-5.
 */
export function openChallenge(
  state: MfaState,
  { factorId, challengeId, sessionId, aal }: VerifyChallengeRequest,
  now: EpochMs,
): Result<
  { readonly factor: KeptFactor; readonly challenge: FactorChallenge },
  VerifyChallengeError
> {
  const found = findFactor(state, factorId, now);
  if (found.isErr()) return err(found.error);
  const factor = found.value;
  // Otherwise someone who knows the password could add a second factor just before the owner's becomes verified.
  if (factor.status === 'unverified' && needsSecondFactor(aal, state.factors))
    return err({ kind: 'insufficient_aal' });
  const challenge = state.challenges.find(
    (made) => made.id === challengeId && made.factorId === factorId && made.sessionId === sessionId,
  );
  if (!challenge) return err({ kind: 'mfa_challenge_not_found' });
  if (challenge.usedAt !== undefined) return err({ kind: 'mfa_challenge_used' });
  return isOpen(challenge, now)
    ? ok({ factor, challenge })
    : err({ kind: 'mfa_challenge_expired' });
}

/** The new state, and the factor before the verification or an error. */
export interface VerifiedChallenge {
  /** What is stored; unchanged when nothing was counted. */
  readonly state: MfaState;
  /** The factor as it was before, or why the code is rejected. */
  readonly result: Result<KeptFactor, VerifyChallengeError>;
}

/**
 * Verifies a challenge. A right code uses up the challenge and, for an app, its time step and all earlier ones; it
 * verifies the factor and removes unverified ones of that type. A wrong code counts as a miss. Source:
 * docs/security.md#MF-2, docs/security.md#MF-4.
 */
export function verifyChallenge(
  state: MfaState,
  request: VerifyChallengeRequest,
  proof: CodeProof,
  now: EpochMs,
): VerifiedChallenge {
  const open = openChallenge(state, request, now);
  if (open.isErr()) return { state, result: err(open.error) };
  const { factor, challenge } = open.value;
  const replace = (next: FactorChallenge) =>
    state.challenges.map((held) => (held.id === next.id ? next : held));
  const isUsedStep = proof.kind === 'step' && proof.step <= (factor.lastStep ?? -1);
  if (proof.kind === 'wrong' || isUsedStep) {
    const missed = { ...challenge, misses: challenge.misses + 1 };
    return {
      state: { ...state, challenges: replace(missed) },
      result: err({ kind: 'mfa_verification_failed', factorType: factor.type }),
    };
  }
  const verified: KeptFactor = {
    ...factor,
    status: 'verified',
    updatedAt: now,
    lastStep: proof.kind === 'step' ? proof.step : factor.lastStep,
  };
  const factors = state.factors
    .filter(
      ({ id, type, status }) => id === factor.id || type !== factor.type || status === 'verified',
    )
    .map((held) => (held.id === factor.id ? verified : held));
  const ids = new Set(factors.map(({ id }) => id));
  const challenges = replace({ ...challenge, usedAt: now }).filter(({ factorId }) =>
    ids.has(factorId),
  );
  return { state: { ...state, factors, challenges }, result: ok(factor) };
}
