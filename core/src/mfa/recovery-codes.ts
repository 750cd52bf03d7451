import {
  type Digest,
  err,
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
import { assuranceLevel, type CurrentUser } from '../session/index.ts';
import { languageOf } from '../sign-in/index.ts';
import { wrongCodeLimit, wrongCodesKey } from './challenge.ts';
import type { FactorRequest } from './challenge-factor.ts';
import { hasVerifiedFactor, type KeptFactor } from './factor.ts';
import type { FactorStore, MfaChange, MfaState } from './ports.ts';
import { afterRemoval, type RemoveFactorPorts } from './remove-factor.ts';
import type { InsufficientAalError } from './require-second-factor.ts';

/** How many recovery codes are made at once. */
const recoveryCodeCount = 10;

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
export type MakeRecoveryCodesError =
  | InsufficientAalError
  | RateLimitError
  | { readonly kind: 'mfa_factor_not_found' };

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
function hashOf(userId: UserId, code: string, digest: Digest): string {
  return toHex(digest.sha256(`recovery.${userId}.${canonicalRecoveryCode(code)}`));
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
};

/** A request for new recovery codes by a signed-in user. */
export interface MakeRecoveryCodesRequest extends CurrentUser {
  /** The language of the mail about them, where the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/**
 * Makes new recovery codes, which replace earlier ones, and returns them: only their hashes are kept. Needs a session
 * that used the second factor. The user is notified, as anybody with a code can remove the factors. Errors:
 * `mfa_factor_not_found` without a verified factor, `insufficient_aal`; `over_request_rate_limit` after five times in 15
 * minutes. Source: docs/security.md#MF-9,
 * docs/security.md#MF-10.
 */
export async function makeRecoveryCodes(
  ports: MakeRecoveryCodesPorts,
  { user, session, language, context }: MakeRecoveryCodesRequest,
): Promise<Result<readonly string[], MakeRecoveryCodesError>> {
  const { factors } = await ports.factors.stateOf(user.id);
  if (hasVerifiedFactor(factors) && assuranceLevel(session) === 'aal2') {
    const key = accountKey('recovery_codes', user.id);
    const attempt = await ports.attempts.attempt(key, makeLimit, ports.clock.now());
    if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  }
  const codes = Array.from({ length: recoveryCodeCount }, () => newCode(ports.random));
  const recoveryCodes = codes.map((code) => hashOf(user.id, code, ports.digest));
  const made = await ports.factors.change<Result<readonly string[], MakeRecoveryCodesError>>(
    user.id,
    (state) => {
      if (!hasVerifiedFactor(state.factors)) {
        return { state, result: err({ kind: 'mfa_factor_not_found' }) };
      }
      return assuranceLevel(session) === 'aal2'
        ? { state: { ...state, recoveryCodes }, result: ok(codes) }
        : { state, result: err({ kind: 'insufficient_aal' }) };
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
