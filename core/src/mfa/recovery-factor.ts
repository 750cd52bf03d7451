import { err, ok, type Result, type Seconds, wholeSeconds } from '../kernel/index.ts';
import type { MessageLanguage } from '../one-time-token/index.ts';
import type { RateLimitError } from '../rate-limit/index.ts';
import { logEvent, logEventInBackground, type RequestContext } from '../security-log/index.ts';
import {
  assuranceLevel,
  type CurrentUser,
  type GrantedSession,
  provenLevel,
  type SessionSettings,
  type StartSessionPorts,
} from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { wrongCodeLimit, wrongCodesKey } from './challenge.ts';
import { hasVerifiedFactor, maxFactors, type RecoverySet } from './factor.ts';
import type { FactorStore, MfaState } from './ports.ts';
import {
  hashOf,
  type MadeCodes,
  type MakeRecoveryCodesPorts,
  type MakeRecoveryCodesRequest,
  makeCodes,
  nameOfSet,
  type RedeemRecoveryCodePorts,
  recoveryCodeCount,
  withCodeUsed,
} from './recovery-codes.ts';
import { lowerSessions, type RemoveFactorPorts } from './remove-factor.ts';
import type { InsufficientAalError } from './require-second-factor.ts';
import { endLowerSessions, raiseSession } from './verify-factor.ts';

/*
 * The recovery codes of `recovery-codes.ts` as a factor, as clients of the auth service use them: a code raises the session and
 * is used up, the other factors stay. Source: docs/wire.md#6.
 */

/** The account has no recovery codes. */
export interface NoCodesError {
  /** None were made, or a change of the factors took them. */
  readonly kind: 'mfa_factor_not_found';
}

/** How many codes were made at once, and how many of them are unused. */
export interface RecoveryStatus {
  readonly id: string;
  readonly total: number;
  readonly remaining: number;
}

/** The recovery codes of a user, without the codes. Errors: `mfa_factor_not_found`. */
export async function recoveryStatus(
  ports: { readonly factors: Pick<FactorStore, 'stateOf'> },
  { user }: Pick<CurrentUser, 'user'>,
): Promise<Result<RecoveryStatus, NoCodesError>> {
  const { recoverySet, recoveryCodes = [] } = await ports.factors.stateOf(user.id);
  if (!recoverySet) return err({ kind: 'mfa_factor_not_found' });
  return ok({ id: recoverySet.id, total: recoveryCodeCount, remaining: recoveryCodes.length });
}

/** Why no first recovery codes are made. */
export type EnrollCodesError =
  | InsufficientAalError
  | RateLimitError
  | { readonly kind: 'mfa_verified_factor_exists' }
  | { readonly kind: 'mfa_factor_name_conflict' }
  | { readonly kind: 'too_many_enrolled_mfa_factors' }
  /** Recovery codes stand in for another factor. */
  | { readonly kind: 'mfa_recovery_codes_sole_factor' };

/**
 * Makes the first recovery codes of an account, in a session that used the second factor. The user is notified. Errors: those
 * of `EnrollCodesError`; `over_request_rate_limit` as in {@link makeCodes}. Source: docs/security.md#MF-10.
 */
export function enrollRecoveryCodes(
  ports: MakeRecoveryCodesPorts,
  request: MakeRecoveryCodesRequest,
): Promise<Result<MadeCodes, EnrollCodesError>> {
  const name = request.friendlyName?.trim() || nameOfSet;
  const mayMake = ({ factors, recoverySet }: MfaState): Result<void, EnrollCodesError> => {
    if (!hasVerifiedFactor(factors)) return err({ kind: 'mfa_recovery_codes_sole_factor' });
    if (provenLevel(request.session) === 'aal1') return err({ kind: 'insufficient_aal' });
    if (recoverySet) return err({ kind: 'mfa_verified_factor_exists' });
    if (factors.length >= maxFactors) return err({ kind: 'too_many_enrolled_mfa_factors' });
    return factors.some(({ friendlyName }) => friendlyName === name)
      ? err({ kind: 'mfa_factor_name_conflict' })
      : ok();
  };
  return makeCodes(ports, { ...request, friendlyName: name }, mayMake);
}

/**
 * Makes new codes in place of those of an account, in a session that used the second factor. The user is notified. Errors:
 * `insufficient_aal`, `mfa_factor_not_found`, `over_request_rate_limit`. Source: docs/security.md#MF-10.
 */
export function regenerateRecoveryCodes(
  ports: MakeRecoveryCodesPorts,
  request: MakeRecoveryCodesRequest,
): Promise<Result<MadeCodes, NoCodesError | InsufficientAalError | RateLimitError>> {
  const mayMake = ({ recoverySet }: MfaState): Result<void, NoCodesError> =>
    recoverySet ? ok() : err({ kind: 'mfa_factor_not_found' });
  return makeCodes(ports, request, mayMake);
}

/** Why a recovery code raises no session. */
export type VerifyCodeError =
  | { readonly kind: 'mfa_verification_failed'; readonly factorType: 'recovery_code' }
  | { readonly kind: 'mfa_recovery_codes_locked'; readonly retryAfterSeconds: Seconds }
  | { readonly kind: 'session_not_found' };

/** The ports for raising a session by a recovery code. */
export type VerifyCodePorts = Omit<StartSessionPorts, 'users'> &
  Pick<RedeemRecoveryCodePorts, 'attempts' | 'factors' | 'messenger' | 'securityLog'>;

/**
 * Raises the session to `aal2` by a recovery code, which is used up; the other sessions at `aal1` end, and the user is notified. Codes are counted per
 * user with those of the factors before they are checked. Errors: `mfa_verification_failed`, for an account without codes too;
 * `mfa_recovery_codes_locked`; `session_not_found` when the session ended meanwhile. Source: docs/security.md#MF-3,
 * docs/security.md#MF-10.
 */
export async function verifyRecoveryCode(
  ports: VerifyCodePorts,
  settings: SessionSettings,
  request: CurrentUser & {
    readonly code: string;
    readonly language: MessageLanguage;
    readonly context: RequestContext;
  },
): Promise<Result<GrantedSession, VerifyCodeError>> {
  const { user, session, code, language, context } = request;
  const key = wrongCodesKey(user.id);
  const attempt = await ports.attempts.attempt(key, wrongCodeLimit, ports.clock.now());
  if (!attempt.allowed) {
    const { retryAfterMs } = attempt;
    return err({
      kind: 'mfa_recovery_codes_locked',
      retryAfterSeconds: wholeSeconds(retryAfterMs),
    });
  }
  const hash = hashOf(user.id, code, ports.digest);
  const used = await ports.factors.change(user.id, (state) => withCodeUsed(state, hash));
  const event = { userId: user.id, context };
  if (used.isErr()) {
    const details = { reason: used.error.kind };
    await logEvent(ports, { ...event, actionType: 'auth_failure', details });
    return err({ kind: 'mfa_verification_failed', factorType: 'recovery_code' });
  }
  const { id } = used.value;
  const raised = { method: 'mfa/recovery_code', factorId: id } as const;
  const granted = await raiseSession(ports, settings, request, raised);
  if (granted.isErr()) return err(granted.error);
  await Promise.all([
    ports.attempts.clear(key),
    endLowerSessions(ports, { user, session }),
    user.email === undefined
      ? undefined
      : ports.messenger.send({
          kind: 'recovery_code_used',
          to: user.email,
          language: languageOf(ports.messenger, user, language),
        }),
    logEvent(ports, {
      ...event,
      actionType: 'auth_success',
      details: { factor_type: 'recovery_code', factor_id: id },
    }),
  ]);
  return ok(granted.value);
}

/**
 * Removes the recovery codes of an account, in a session that used the second factor. Sessions that used one fall back to
 * `aal1`, and the user is notified. Errors: `insufficient_aal`, `mfa_factor_not_found`. Source: docs/security.md#MF-6,
 * docs/security.md#MF-9.
 */
export async function removeRecoveryCodes(
  ports: RemoveFactorPorts,
  {
    user,
    session,
    language,
    context,
  }: CurrentUser & { readonly language: MessageLanguage; readonly context: RequestContext },
): Promise<Result<RecoverySet, NoCodesError | InsufficientAalError>> {
  if (assuranceLevel(session) !== 'aal2') return err({ kind: 'insufficient_aal' });
  const removed = await ports.factors.change<Result<RecoverySet, NoCodesError>>(
    user.id,
    (state) => {
      const { recoverySet, recoveryCodes: _, ...others } = state;
      return recoverySet
        ? { state: others, result: ok(recoverySet) }
        : { state, result: err({ kind: 'mfa_factor_not_found' }) };
    },
  );
  if (removed.isErr()) return err(removed.error);
  const { id } = removed.value;
  const { email } = user;
  const details = { factor_type: 'recovery_code', factor_id: id, change: 'removed' };
  logEventInBackground(ports, { actionType: 'factor_change', userId: user.id, context, details });
  await Promise.all([
    lowerSessions(ports, user, ({ factorId }) => factorId === id),
    email === undefined
      ? undefined
      : ports.messenger.send({
          kind: 'recovery_codes_removed',
          to: email,
          language: languageOf(ports.messenger, user, language),
        }),
  ]);
  return ok(removed.value);
}
