import { checkReachablePhone, type PhoneError, type PhoneReading } from '../account/index.ts';
import { type Clock, type EpochMs, err, minuteMs, ok, type Result } from '../kernel/index.ts';
import {
  type AttemptStore,
  accountKey,
  type RateLimitError,
  rateLimitError,
} from '../rate-limit/index.ts';
import type { AssuranceLevel } from '../roles/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { type CurrentUser, provenLevel } from '../session/index.ts';
import {
  type Factor,
  isLiveFactor,
  type KeptFactor,
  maxFactors,
  needsSecondFactor,
} from './factor.ts';
import type { FactorStore, MfaState, SecretBox, Totp } from './ports.ts';

/** Why a factor cannot be added. Source: docs/wire.md#6. */
export type EnrollError =
  | PhoneError
  | RateLimitError
  | { readonly kind: 'insufficient_aal' }
  | { readonly kind: 'mfa_factor_name_conflict' }
  | { readonly kind: 'mfa_verified_factor_exists' }
  | { readonly kind: 'too_many_enrolled_mfa_factors' };

/** The most factors that one account adds: each is an event of the security log. Source: docs/security.md#LK-13. */
const enrollLimit = { maxAttempts: 30, windowMs: 15 * minuteMs } as const;

/** The factor to add. `issuer` is the name shown in the authenticator app. */
export type EnrollRequest = { readonly friendlyName: string | undefined } & (
  | { readonly type: 'totp'; readonly issuer: string }
  | { readonly type: 'phone'; readonly phone: string }
);

/** The new factor; the secret of an app is returned only here. Source: docs/security.md#MF-1. */
export interface Enrolled {
  /** Unverified until its first code. */
  readonly factor: Factor;
  /** Secret in base32 and URI for a QR code; `undefined` for a phone. */
  readonly totp: { readonly secret: string; readonly uri: string } | undefined;
}

/** The ports for adding a factor. */
export type EnrollPorts = SecurityLogPorts &
  PhoneReading & {
    readonly attempts: AttemptStore;
    readonly clock: Clock;
    readonly factors: FactorStore;
    readonly totp: Totp;
    readonly secretBox: SecretBox;
  };

/**
 * Adds a factor, replacing unverified ones that are expired or equivalent. Once a factor is verified, only an `aal2`
 * session can add another. Errors: `insufficient_aal`, `mfa_verified_factor_exists` for a number that has one,
 * `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`. Source: docs/security.md#MF-5.
 */
export function addFactor(
  state: MfaState,
  candidate: KeptFactor,
  aal: AssuranceLevel,
  now: EpochMs,
): Result<MfaState, EnrollError> {
  const { factors, recoverySet } = state;
  if (needsSecondFactor(aal, factors)) return err({ kind: 'insufficient_aal' });
  const { friendlyName = '', type, phone } = candidate;
  const samePhone = (factor: Factor) => type === 'phone' && factor.phone === phone;
  const sameName = (factor: Factor) => (factor.friendlyName ?? '') === friendlyName;
  const kept = factors.filter(
    (factor) =>
      factor.status === 'verified' ||
      (isLiveFactor(factor, now) && !sameName(factor) && !samePhone(factor)),
  );
  if (kept.some(samePhone)) return err({ kind: 'mfa_verified_factor_exists' });
  if (kept.some(sameName) || recoverySet?.friendlyName === friendlyName)
    return err({ kind: 'mfa_factor_name_conflict' });
  if (kept.length >= maxFactors) return err({ kind: 'too_many_enrolled_mfa_factors' });
  return ok({ ...state, factors: [...kept, candidate] });
}

/** The user who enrols a factor, and the request context. */
export type EnrollingUser = CurrentUser & { readonly context: RequestContext };

/**
 * A name for the label of a key URI, which has one colon, between issuer and account: apps split it there, or reject a
 * label with another one. A colon becomes a space.
 */
export function labelName(text: string): string {
  return text.replace(/[\s:]*:[\s:]*/g, ' ').trim();
}

/**
 * Adds a factor, which takes effect once one of its codes is verified. Errors: those of `addFactor`; `invalid_phone`;
 * `over_request_rate_limit` after 30 factors in 15 minutes. Source: docs/security.md#MF-1, docs/security.md#MF-5.
 */
export async function enrollFactor(
  ports: EnrollPorts,
  { user, session, context, ...request }: EnrollRequest & EnrollingUser,
): Promise<Result<Enrolled, EnrollError>> {
  const phone =
    request.type === 'phone' ? checkReachablePhone(ports, request.phone) : ok(undefined);
  if (phone.isErr()) return err(phone.error);
  const now = ports.clock.now();
  const key = accountKey('enroll', user.id);
  const attempt = await ports.attempts.attempt(key, enrollLimit, now);
  if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  const id = ports.ids.uuid();
  const app =
    request.type === 'totp'
      ? { issuer: request.issuer, secret: ports.totp.newSecret() }
      : undefined;
  const factor: Factor = {
    id,
    userId: user.id,
    type: request.type,
    status: 'unverified',
    friendlyName: request.friendlyName || undefined,
    phone: phone.value,
    createdAt: now,
    updatedAt: now,
    lastChallengedAt: undefined,
  };
  const sealedSecret = app && ports.secretBox.seal(app.secret, id);
  const candidate: KeptFactor = { ...factor, sealedSecret, lastStep: undefined };
  const added = await ports.factors.change(user.id, (state) => {
    const next = addFactor(state, candidate, provenLevel(session), now);
    return { state: next.unwrapOr(state), result: next.map(() => undefined) };
  });
  if (added.isErr()) return err(added.error);
  const details = { factor_type: factor.type, factor_id: id, change: 'enrolled' };
  logEventInBackground(ports, { actionType: 'factor_change', userId: user.id, context, details });
  if (!app) return ok({ factor, totp: undefined });
  const { issuer, secret } = app;
  const account = labelName(user.email ?? user.phone ?? user.id);
  const uri = ports.totp.uri(labelName(issuer), account, secret);
  return ok({ factor, totp: { secret, uri } });
}
