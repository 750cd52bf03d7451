import {
  type Digest,
  err,
  type Ids,
  minuteMs,
  ok,
  type Random,
  type Result,
  toHex,
  type UserId,
} from '../kernel/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import {
  type AttemptStore,
  accountKey,
  type RateLimit,
  type RateLimitError,
  rateLimitError,
} from '../rate-limit/index.ts';
import {
  logEvent,
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { type CurrentUser, provenLevel } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { wrongCodeLimit, wrongCodesKey } from './challenge.ts';
import type { FactorRequest } from './challenge-factor.ts';
import { hasVerifiedFactor, type KeptFactor, type RecoverySet } from './factor.ts';
import type { FactorStore, MfaChange, MfaState } from './ports.ts';
import { afterRemoval, type RemoveFactorPorts } from './remove-factor.ts';
import type { InsufficientAalError } from './require-second-factor.ts';

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** How often an account makes new codes: each time notifies its owner. Source: docs/security.md#fixed-numbers. */
const makeLimit: RateLimit = { maxAttempts: 5, windowMs: 15 * minuteMs };

/** Crockford's base 32, without the letters i, l, o and u: 16 of them are 80 random bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** The code is not one of this user's recovery codes, or was used. */
export interface RecoveryCodeError {
  /** The same for a used code and for one that never existed. */
  readonly kind: 'recovery_code_invalid';
}

/** Why no recovery codes are made: there is no second factor, or this session did not use it. */
export type MakeRecoveryCodesError = InsufficientAalError | RateLimitError | NoFactorError;

/** There is no second factor that codes could stand in for. */
interface NoFactorError {
  /** None is verified. */
  readonly kind: 'mfa_factor_not_found';
}

/** A new code in groups of four: `7k2m-9xqa-0c4f-hv8z`. */
function newCode(random: Random): string {
  const letters = [...random.bytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]);
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** A typed code in the form that is hashed: letters and digits only, easily confused ones made equal. */
export function canonicalRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
}

/**
 * The hash under which a code is kept. With 80 random bits a code cannot be guessed from it, so that a fast hash is
 * enough. Source: NIST SP 800-63B 5.1.2.
 */
export function hashOf(userId: UserId, code: string, digest: Digest): string {
  return toHex(digest.sha256(`recovery.${userId}.${canonicalRecoveryCode(code)}`));
}

/** What a set is called where nobody names it. */
export const nameOfSet = 'Recovery codes';

/** Uses one code up and keeps the factors: the session is raised by it. */
export function withCodeUsed(
  state: MfaState,
  hash: string,
): MfaChange<Result<RecoverySet, RecoveryCodeError>> {
  const { recoveryCodes, recoverySet } = state;
  if (!recoverySet || !recoveryCodes?.includes(hash))
    return { state, result: err({ kind: 'recovery_code_invalid' }) };
  const left = recoveryCodes.filter((code) => code !== hash);
  return { state: { ...state, recoveryCodes: left }, result: ok(recoverySet) };
}

/** Uses a code up: it removes all factors of the user, and with them the other codes. */
export function withRecoveryCode(
  state: MfaState,
  hash: string,
): MfaChange<Result<readonly KeptFactor[], RecoveryCodeError>> {
  if (!state.recoveryCodes?.includes(hash)) {
    return { state, result: err({ kind: 'recovery_code_invalid' }) };
  }
  return { state: { factors: [], challenges: [] }, result: ok(state.factors) };
}

/** The ports for making recovery codes. */
export type MakeRecoveryCodesPorts = SecurityLogPorts & {
  readonly attempts: AttemptStore;
  readonly factors: FactorStore;
  readonly messenger: AuthMessenger;
  readonly random: Random;
  readonly digest: Digest;
  readonly ids: Ids;
};

/** New codes, which are nowhere else in readable form, and what stands for them. */
export interface MadeCodes {
  readonly codes: readonly string[];
  readonly recoverySet: RecoverySet;
}

/** A request for new recovery codes by a signed-in user. */
export interface MakeRecoveryCodesRequest extends CurrentUser {
  /** What the set is called, where there is none yet. */
  readonly friendlyName?: string | undefined;
  /** The language of the mail about them, where the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/**
 * Makes new recovery codes, which replace earlier ones, and returns them: only their hashes are kept. Needs a session
 * that used the second factor, or a passkey in its place. The user is notified, as anybody with a code can remove the factors. Errors:
 * `mfa_factor_not_found` without a verified factor, `insufficient_aal`; `over_request_rate_limit` after five times in 15
 * minutes. Source: docs/security.md#MF-9,
 * docs/security.md#MF-10.
 */
export async function makeRecoveryCodes(
  ports: MakeRecoveryCodesPorts,
  request: MakeRecoveryCodesRequest,
): Promise<Result<readonly string[], MakeRecoveryCodesError>> {
  const mayMake = ({ factors }: MfaState): Result<void, NoFactorError> =>
    hasVerifiedFactor(factors) ? ok() : err({ kind: 'mfa_factor_not_found' });
  const made = await makeCodes(ports, request, mayMake);
  return made.map(({ codes }) => codes);
}

/**
 * Makes codes where `mayMake` allows it and the session used the second factor, and says so by mail. Errors: those of `mayMake`,
 * `insufficient_aal`, `over_request_rate_limit` after five times in 15 minutes.
 */
export async function makeCodes<Refused>(
  ports: MakeRecoveryCodesPorts,
  { user, session, friendlyName, language, context }: MakeRecoveryCodesRequest,
  mayMake: (state: MfaState) => Result<void, Refused>,
): Promise<Result<MadeCodes, Refused | InsufficientAalError | RateLimitError>> {
  const isAllowed = mayMake(await ports.factors.stateOf(user.id)).isOk();
  if (isAllowed && provenLevel(session) === 'aal2') {
    const key = accountKey('recovery_codes', user.id);
    const attempt = await ports.attempts.attempt(key, makeLimit, ports.clock.now());
    if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  }
  const codes = Array.from({ length: recoveryCodeCount }, () => newCode(ports.random));
  const recoveryCodes = codes.map((code) => hashOf(user.id, code, ports.digest));
  const fresh: RecoverySet = {
    id: ports.ids.uuid(),
    friendlyName: friendlyName ?? nameOfSet,
    createdAt: ports.clock.now(),
  };
  const made = await ports.factors.change<Result<MadeCodes, Refused | InsufficientAalError>>(
    user.id,
    (state) => {
      const allowed = mayMake(state);
      if (allowed.isErr()) return { state, result: err(allowed.error) };
      if (provenLevel(session) !== 'aal2')
        return { state, result: err({ kind: 'insufficient_aal' }) };
      const { recoverySet = fresh } = state;
      return {
        state: { ...state, recoveryCodes, recoverySet },
        result: ok({ codes, recoverySet }),
      };
    },
  );
  if (made.isErr()) return err(made.error);
  const details = { change: 'recovery_codes_made' };
  logEventInBackground(ports, { actionType: 'factor_change', userId: user.id, context, details });
  const { email } = user;
  if (email !== undefined)
    await ports.messenger.send({
      kind: 'recovery_codes_made',
      to: email,
      language: languageOf(ports.messenger, user, language),
    });
  return ok(made.value);
}

/** The ports for using a recovery code. */
export type RedeemRecoveryCodePorts = Omit<RemoveFactorPorts, 'reportLostEvent'> & {
  readonly attempts: AttemptStore;
  readonly digest: Digest;
};

/**
 * Removes all factors of a user who has lost them, by one of the recovery codes. Codes are counted per user with those of
 * the factors before they are checked. Other sessions end, and the user is notified. The session itself stays `aal1`.
 * Errors: `recovery_code_invalid`, `over_request_rate_limit`. Source: docs/security.md#MF-3, docs/security.md#MF-10.
 */
export async function redeemRecoveryCode(
  ports: RedeemRecoveryCodePorts,
  request: Omit<FactorRequest, 'factorId'> & {
    readonly code: string;
    readonly context: RequestContext;
  },
): Promise<Result<void, RecoveryCodeError | RateLimitError>> {
  const { user, session, code, language, context } = request;
  const key = wrongCodesKey(user.id);
  const attempt = await ports.attempts.attempt(key, wrongCodeLimit, ports.clock.now());
  if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  const hash = hashOf(user.id, code, ports.digest);
  const removed = await ports.factors.change(user.id, (state) => withRecoveryCode(state, hash));
  if (removed.isErr()) {
    const details = { reason: removed.error.kind };
    await logEvent(ports, { actionType: 'auth_failure', userId: user.id, context, details });
    return err(removed.error);
  }
  await Promise.all([
    ports.attempts.clear(key),
    ports.sessions.removeOfUser(user.id, session.id),
    afterRemoval(
      ports,
      user,
      language,
      removed.value.filter(({ status }) => status === 'verified'),
    ),
    logEvent(ports, {
      actionType: 'factor_change',
      userId: user.id,
      context,
      details: { change: 'recovered' },
    }),
  ]);
  return ok();
}
