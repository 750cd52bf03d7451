import { type UserStore, withoutPendingChanges } from '../account/index.ts';
import { constantTimeEqual, type EpochMs, err, ok, type Result } from '../kernel/index.ts';
import { type AuthMessenger, codeHashOf } from '../one-time-token/index.ts';
import { type AttemptStore, type RateLimitError, rateLimitError } from '../rate-limit/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import {
  type AmrEntry,
  addAmrEntry,
  assuranceLevel,
  beginChain,
  type CurrentUser,
  type GrantedSession,
  grant,
  provenLevel,
  type Session,
  type SessionSettings,
  type StartSessionPorts,
} from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { type FactorChallenge, wrongCodeLimit, wrongCodesKey } from './challenge.ts';
import type { FactorRequest } from './challenge-factor.ts';
import { amrOfFactor, type KeptFactor } from './factor.ts';
import type { FactorStore, SecretBox, Totp } from './ports.ts';
import { withoutFactor } from './remove-factor.ts';
import {
  type CodeProof,
  openChallenge,
  type VerifyChallengeError,
  type VerifyChallengeRequest,
  verifyChallenge,
} from './verify-challenge.ts';

/** Why a code of a second factor is rejected. Source: docs/wire.md#6. */
export type VerifyFactorError =
  | VerifyChallengeError
  | RateLimitError
  | { readonly kind: 'session_not_found' };

/** The ports for verifying a factor. */
export type VerifyFactorPorts = Omit<StartSessionPorts, 'users'> &
  SecurityLogPorts & {
    readonly factors: FactorStore;
    readonly totp: Totp;
    readonly secretBox: SecretBox;
    readonly attempts: AttemptStore;
    readonly messenger: AuthMessenger;
    readonly users: Pick<UserStore, 'change'>;
  };

/** A signed-in user, a challenge and the code entered for it. */
export type VerifyFactorRequest = FactorRequest & {
  readonly challengeId: string;
  readonly code: string;
  readonly context: RequestContext;
};

/** Checks the entered code outside the atomic step; it is counted inside. */
async function proofOf(
  ports: VerifyFactorPorts,
  { factor, challenge }: { readonly factor: KeptFactor; readonly challenge: FactorChallenge },
  code: string,
  now: EpochMs,
): Promise<CodeProof> {
  if (factor.sealedSecret !== undefined) {
    const secret = ports.secretBox.open(factor.sealedSecret, factor.id);
    const step = await ports.totp.stepOf(secret, code, now);
    return step === undefined ? { kind: 'wrong' } : { kind: 'step', step };
  }
  const { codeHash } = challenge;
  const isRight =
    codeHash !== undefined &&
    constantTimeEqual(codeHashOf(challenge.id, code, ports.digest), codeHash);
  return { kind: isRight ? 'sent' : 'wrong' };
}

/**
 * Checks a code and raises the session to `aal2`: the same session with a new refresh token; the old one is revoked at
 * once. The user's other `aal1` sessions end; the first code of a new factor also ends a pending change of e-mail
 * address or phone number, which another session may have asked for without it. Codes are counted per user before they
 * are checked, so that parallel guesses cannot exceed the limit. Errors: those of `VerifyChallengeError`;
 * `over_request_rate_limit`; `session_not_found` when the session ended meanwhile. Source: docs/security.md#MF-2,
 * docs/security.md#MF-3, docs/security.md#MF-4, docs/security.md#MF-5, docs/security.md#MF-9.
 */
export async function verifyFactor(
  ports: VerifyFactorPorts,
  settings: SessionSettings,
  request: VerifyFactorRequest,
): Promise<Result<GrantedSession, VerifyFactorError>> {
  const { user, session, factorId, challengeId, context } = request;
  const now = ports.clock.now();
  const verification: VerifyChallengeRequest = {
    factorId,
    challengeId,
    sessionId: session.id,
    aal: provenLevel(session),
  };
  const open = openChallenge(await ports.factors.stateOf(user.id), verification, now);
  if (open.isErr()) return err(open.error);
  const key = wrongCodesKey(user.id);
  const attempt = await ports.attempts.attempt(key, wrongCodeLimit, now);
  if (!attempt.allowed) {
    return err(rateLimitError(attempt.retryAfterMs));
  }
  const proof = await proofOf(ports, open.value, request.code.trim(), now);
  const verified = await ports.factors.change(user.id, (state) =>
    verifyChallenge(state, verification, proof, now),
  );
  if (verified.isErr() && verified.error.kind === 'mfa_verification_failed') {
    const details = { reason: verified.error.kind, factor_type: verified.error.factorType };
    logEventInBackground(ports, { actionType: 'auth_failure', userId: user.id, context, details });
    return err(verified.error);
  }
  await ports.attempts.forgive(key, now);
  if (verified.isErr()) return err(verified.error);
  const { id, type, createdAt } = verified.value;
  const used = {
    method: amrOfFactor(type),
    factorId: id,
    ...(createdAt >= session.createdAt && { isOfSession: true as const }),
  };
  const granted = await raiseSession(ports, settings, request, used);
  if (granted.isErr()) {
    // The first code of a session that has ended meanwhile must not lock the owner of the account out.
    if (verified.value.status === 'unverified')
      await ports.factors.change(user.id, (state) => withoutFactor(state, factorId, 'aal2'));
    return err(granted.error);
  }
  await afterVerification(ports, request, verified.value);
  return ok(granted.value);
}

/**
 * Adds the second factor to the session and starts a new chain of refresh tokens. Errors: `session_not_found` when the session
 * ended meanwhile.
 */
export async function raiseSession(
  ports: Pick<StartSessionPorts, 'sessions' | 'signer' | 'clock' | 'random' | 'digest'>,
  settings: SessionSettings,
  { user, session, context }: CurrentUser & { readonly context: RequestContext },
  used: Omit<AmrEntry, 'at'>,
): Promise<Result<GrantedSession, { readonly kind: 'session_not_found' }>> {
  const now = ports.clock.now();
  const proof = { ...used, at: now };
  const { ip, userAgent } = context;
  const { chain, secret } = beginChain(ports.random, ports.digest, 0, now);
  const raised = await ports.sessions.change(session.id, (current) => {
    const counter = current.refresh.counter + 1;
    const next: Session = {
      ...current,
      ip,
      userAgent,
      amr: addAmrEntry(current.amr, proof),
      refreshedAt: now,
      refresh: { ...chain, counter, start: counter },
    };
    return { session: next, result: next };
  });
  if (!raised) return err({ kind: 'session_not_found' });
  return ok(await grant(ports, settings, { user, session: raised, secret, now }));
}

/** Ends the other sessions of a user that used no second factor. Source: docs/security.md#MF-9. */
export async function endLowerSessions(
  { sessions }: Pick<StartSessionPorts, 'sessions'>,
  { user, session }: CurrentUser,
): Promise<void> {
  const lower = (await sessions.ofUser(user.id)).filter(
    (other) => other.id !== session.id && assuranceLevel(other) === 'aal1',
  );
  await Promise.all(lower.map(({ id }) => sessions.remove(id)));
}

/**
 * Ends the user's other `aal1` sessions, and what they asked for where the factor is new; notifies of it and logs the
 * event.
 */
async function afterVerification(
  ports: VerifyFactorPorts,
  { user, session, language, context }: VerifyFactorRequest,
  before: KeptFactor,
): Promise<void> {
  const isNew = before.status === 'unverified';
  const { type } = before;
  const { email } = user;
  await Promise.all([
    endLowerSessions(ports, { user, session }),
    isNew && email !== undefined
      ? ports.messenger.send({
          kind: 'factor_added',
          to: email,
          language: languageOf(ports.messenger, user, language),
          factorType: type,
        })
      : undefined,
  ]);
  if (isNew) await ports.users.change(user.id, withoutPendingChanges);
  const details = { factor_type: type, factor_id: before.id };
  const event = { userId: user.id, context };
  if (isNew)
    logEventInBackground(ports, {
      ...event,
      actionType: 'factor_change',
      details: { ...details, change: 'added' },
    });
  else logEventInBackground(ports, { ...event, actionType: 'auth_success', details });
}
