import type { OverloadedError, PasswordHasher, User } from '../account/index.ts';
import { type Clock, type Digest, err, ok, type Result } from '../kernel/index.ts';
import {
  type LockoutError,
  type LockoutPolicy,
  type LockoutStore,
  lockedError,
  lockKeyOf,
} from '../lockout/index.ts';
import {
  type AuthMessenger,
  countCode,
  matchesCode,
  type TokenStore,
} from '../one-time-token/index.ts';
import type { AttemptStore, RateLimitError } from '../rate-limit/index.ts';
import {
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { noticeOfLockInBackground } from '../sign-in/index.ts';

/** The ports for reauthentication. */
export type CheckProofPorts = SecurityLogPorts & {
  readonly attempts: AttemptStore;
  readonly messenger: AuthMessenger;
  readonly lockouts: LockoutStore;
  readonly tokens: TokenStore;
  readonly passwords: PasswordHasher;
  readonly digest: Digest;
  readonly clock: Clock;
};

/** The user who reauthenticates, and for what action. */
export interface ProofRequest {
  /** The account that the request has to prove it comes from. */
  readonly user: User;
  /** The action to authorise, as named in the security log. */
  readonly action: string;
  readonly context: RequestContext;
}

type Settings = { readonly lockout: LockoutPolicy };

/** Logs a wrong guess and, if it caused one, the lockout, and tells the owner of that. Source: docs/security.md#LK-13. */
function recordGuess(
  ports: CheckProofPorts,
  { user, action, context }: ProofRequest,
  isLocking: boolean,
  reason: string,
): void {
  const event = { userId: user.id, context };
  const details = { reason, action };
  logEventInBackground(ports, { ...event, actionType: 'auth_failure', details });
  if (!isLocking) return;
  logEventInBackground(ports, { ...event, actionType: 'lock' });
  noticeOfLockInBackground(ports, user);
}

/**
 * Checks a nonce. A wrong one counts towards the lockout of the account, and no nonce is checked while the account is
 * locked; if none is pending, nothing is counted. Errors: `reauthentication_not_valid`, `account_locked`,
 * `over_request_rate_limit`. Source: docs/wire.md#4.9, docs/security.md#LK-14, docs/security.md#LN-2.
 */
export async function checkNonce(
  ports: CheckProofPorts,
  { lockout }: Settings,
  { nonce, ...request }: ProofRequest & { readonly nonce: string },
): Promise<
  Result<void, LockoutError | RateLimitError | { readonly kind: 'reauthentication_not_valid' }>
> {
  const { user } = request;
  const counted = await countCode(ports, { recipient: `reauthentication:${user.id}` });
  if (counted.isErr()) return err(counted.error);
  const key = lockKeyOf(user);
  const now = ports.clock.now();
  const reserved = await ports.lockouts.reserve(key, lockout, now);
  const isRight = matchesCode(nonce, ports.digest);
  let isOpen = false;
  const taken = await ports.tokens.takeByCode(
    user.email ?? user.phone ?? '',
    ['reauthentication'],
    (token) => {
      isOpen = true;
      return !reserved.locked && isRight(token);
    },
    now,
  );
  const isWrong = isOpen && taken === undefined && !reserved.locked;
  if (!isWrong) await counted.value();
  if (reserved.locked && isOpen) return err(lockedError(reserved.retryAfterMs));
  const wrong = { kind: 'reauthentication_not_valid' } as const;
  if (reserved.locked) return err(wrong);
  if (taken?.userId === user.id) {
    await ports.lockouts.clear(key);
    return ok();
  }
  if (!isOpen) await ports.lockouts.release(key);
  recordGuess(ports, request, isOpen && reserved.failures >= lockout.maxFailures, wrong.kind);
  return err(wrong);
}

/**
 * Checks the user's password. A wrong one counts towards the same lockout as at sign-in. Errors: `invalid_credentials`,
 * `account_locked`, `overloaded`. Source: docs/security.md#LK-14.
 */
export async function checkPassword(
  ports: CheckProofPorts,
  { lockout }: Settings,
  { password, ...request }: ProofRequest & { readonly password: string },
): Promise<
  Result<void, LockoutError | OverloadedError | { readonly kind: 'invalid_credentials' }>
> {
  const { user } = request;
  const key = lockKeyOf(user);
  const now = ports.clock.now();
  const reserved = await ports.lockouts.reserve(key, lockout, now);
  if (reserved.locked) return err(lockedError(reserved.retryAfterMs));
  const check = await ports.passwords.verify(password, user.passwordHash, request.context.ip);
  if (check.isErr()) {
    await ports.lockouts.release(key);
    return err(check.error);
  }
  if (!check.value.matches) {
    recordGuess(ports, request, reserved.failures >= lockout.maxFailures, 'invalid_credentials');
    return err({ kind: 'invalid_credentials' });
  }
  await ports.lockouts.clear(key);
  return ok();
}
