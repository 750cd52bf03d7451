import {
  checkNewPassword,
  emailIdentity,
  type OverloadedError,
  type PasswordSettings,
  providersOf,
  type User,
  type WeakPasswordError,
  withNewStamp,
  withoutPendingChanges,
} from '../account/index.ts';
import type { FlowStore } from '../federation/index.ts';
import {
  type EpochMs,
  err,
  type Milliseconds,
  minuteMs,
  ok,
  type Result,
} from '../kernel/index.ts';
import type { LockoutError, LockoutPolicy } from '../lockout/index.ts';
import type { MessageLanguage } from '../one-time-token/index.ts';
import { accountKey, type RateLimitError, rateLimitError } from '../rate-limit/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import type { CurrentUser } from '../session/index.ts';
import { languageOf, type SignInPorts } from '../sign-in/index.ts';
import { checkNonce, checkPassword } from './check-proof.ts';
import { passwordProof, type SentProof } from './password-proof.ts';

/** The most new passwords of one account that are hashed. Source: docs/security.md#PW-3. */
const passwordChangeLimit = { maxAttempts: 10, windowMs: 15 * minuteMs } as const;

/** Why a password cannot be changed. */
export type ChangePasswordError =
  | WeakPasswordError
  | OverloadedError
  | RateLimitError
  | LockoutError
  | { readonly kind: 'same_password' }
  | { readonly kind: 'current_password_required' }
  | { readonly kind: 'current_password_invalid' }
  | { readonly kind: 'reauthentication_needed' }
  | { readonly kind: 'reauthentication_not_valid' };

/** A new password, and what shows that the owner wants it. */
export interface NewPassword extends CurrentUser, SentProof {
  readonly password: string;
  readonly context: RequestContext;
}

/** The settings for changing a password. */
export interface ChangePasswordSettings extends PasswordSettings {
  /** When wrong passwords and nonces lock the account. */
  readonly lockout: LockoutPolicy;
  /** A new password needs proof in a session as old as this, or older; `undefined`: ten minutes. */
  readonly reauthAfterMs: Milliseconds | undefined;
}

/**
 * Checks that a password is strong enough and that the owner wants it. Errors: `weak_password`;
 * `current_password_required` or `reauthentication_needed` where the session is no proof; `current_password_invalid`; those
 * of `checkNonce`, `account_locked`, `overloaded`.
 */
export async function checkPasswordChange(
  ports: SignInPorts,
  settings: ChangePasswordSettings,
  { user, session, password, currentPassword, nonce, context }: NewPassword,
): Promise<Result<void, ChangePasswordError>> {
  const { siteName, passwordRules, reauthAfterMs } = settings;
  const strong = checkNewPassword(password, { email: user.email ?? '', siteName }, passwordRules);
  if (strong.isErr()) return err(strong.error);
  const sent = { currentPassword, nonce };
  const proof = passwordProof(user, session, sent, ports.clock.now(), reauthAfterMs);
  const request = { user, action: 'password_change', context };
  switch (proof) {
    case 'nothing':
      return ok();
    case 'check_nonce':
      return checkNonce(ports, settings, { ...request, nonce: nonce ?? '' });
    case 'check_current_password': {
      const typed = { ...request, password: currentPassword ?? '' };
      return (await checkPassword(ports, settings, typed)).mapErr((error) =>
        error.kind === 'invalid_credentials' ? { kind: 'current_password_invalid' } : error,
      );
    }
    default:
      return err({ kind: proof });
  }
}

/**
 * Hashes a new password, a limited number of times per account; rejects the current one. Errors:
 * `over_request_rate_limit`, `same_password`, `overloaded`.
 */
export async function hashNewPassword(
  ports: Pick<SignInPorts, 'passwords' | 'attempts' | 'clock'>,
  user: User,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<Result<string, OverloadedError | RateLimitError | { readonly kind: 'same_password' }>> {
  const key = accountKey('password_change', user.id);
  const attempt = await ports.attempts.attempt(key, passwordChangeLimit, ports.clock.now());
  if (!attempt.allowed) return err(rateLimitError(attempt.retryAfterMs));
  if (user.passwordHash !== undefined) {
    const same = await ports.passwords.verify(password, user.passwordHash, ip);
    if (same.isErr()) return err(same.error);
    if (same.value.matches) return err({ kind: 'same_password' });
  }
  return ports.passwords.hash(password, ip);
}

/**
 * The account with a new password and a new stamp. The old password then starts no session, not even one whose check is
 * under way. Pending changes are dropped, because a stranger may have asked for them. A user of a provider can then
 * also sign in by e-mail.
 */
export function withPassword(
  user: User,
  passwordHash: string,
  { identityId, now }: { readonly identityId: string; readonly now: EpochMs },
): User {
  const { email, identities } = user;
  const secured = withNewStamp(
    withoutPendingChanges({ ...user, passwordHash, passwordUnverified: false }),
  );
  if (email === undefined || identities.some(({ provider }) => provider === 'email'))
    return secured;
  const identity = emailIdentity(email, { id: identityId, userId: user.id, now });
  return { ...secured, identities: [...identities, identity] };
}

/** Ends the other sessions and what they asked for, clears all tokens and notifies the user. Source: docs/security.md#PW-8. */
export async function afterPasswordChange(
  ports: SignInPorts & { readonly flows: FlowStore },
  {
    user,
    session,
    language,
    context,
  }: CurrentUser & { readonly language: MessageLanguage; readonly context: RequestContext },
): Promise<void> {
  const { email } = user;
  await Promise.all([
    ports.sessions.removeOfUser(user.id, session.id),
    ports.sessions.change(session.id, (current) => ({
      // The next password needs the same proof as any other.
      session: { ...current, amr: current.amr.map(({ recovers, ...entry }) => entry) },
      result: undefined,
    })),
    ports.tokens.clear(user.id),
    ports.flows.clearCodes(user.id),
    email === undefined
      ? undefined
      : ports.messenger.send({
          kind: 'password_changed',
          to: email,
          language: languageOf(ports.messenger, user, language),
          providers: providersOf(user.identities).filter(
            (provider) => provider !== 'email' && provider !== 'phone',
          ),
        }),
  ]);
  // A request of a session that ended just now may have come between.
  const { newEmail, newPhone } = user;
  await ports.users.change(user.id, (current) =>
    current.newEmail === newEmail && current.newPhone === newPhone
      ? current
      : withoutPendingChanges(current),
  );
  logEventInBackground(ports, { actionType: 'password_change', userId: user.id, context });
}
