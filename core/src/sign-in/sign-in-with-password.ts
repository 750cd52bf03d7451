import {
  checkEmail,
  checkNewPassword,
  checkPhone,
  type EmailError,
  type OverloadedError,
  type PersonIdentifier,
  type PhoneError,
  recipientOf,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { type LockoutError, lockedError, lockKeyOf } from '../lockout/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { type GrantedSession, startSession } from '../session/index.ts';
import { type BarredError, barredError } from './barred.ts';
import { noticeOfLockInBackground } from './notice-of-lock.ts';
import type { SignInPorts, SignInSettings } from './settings.ts';

/**
 * Why a sign-in fails. Unknown addresses, wrong passwords and accounts without a password give the same error.
 * Source: docs/security.md#LK-9.
 */
export type PasswordSignInError =
  | EmailError
  | PhoneError
  | LockoutError
  | OverloadedError
  | { readonly kind: 'invalid_credentials' }
  | BarredError;

/** E-mail or phone, with a password, as they arrived: what is no text is no address, and no password. */
export type Credentials = { readonly password: unknown } & (
  | { readonly email: unknown }
  | { readonly phone: unknown }
);

/** A session, and the current password rules that the password breaks, if any. */
export interface SignedIn {
  readonly granted: GrantedSession;
  /** `undefined` for a password that would be accepted today. */
  readonly weakness: WeakPasswordError | undefined;
}

/** The address or number in its canonical form, the same for every spelling. Source: docs/security.md#LK-4. */
function checkIdentifier(
  credentials: Credentials,
): Result<PersonIdentifier, EmailError | PhoneError> {
  return 'email' in credentials
    ? checkEmail(credentials.email).map((email) => ({ email }))
    : checkPhone(credentials.phone).map((phone) => ({ phone }));
}

/**
 * Signs in with a password. The attempt is counted before the password is checked and uncounted if it was right, so
 * that no more than five parallel guesses are ever evaluated. Errors: `invalid_email`, `invalid_phone`,
 * `account_locked`, `overloaded`, `invalid_credentials`; only for the right password `user_banned`,
 * `email_not_confirmed` and `phone_not_confirmed`. Source: docs/rules.md#4, docs/rules.md#8, docs/security.md#LK-1,
 * docs/security.md#LK-2, docs/security.md#LK-3, docs/security.md#LK-4, docs/security.md#LK-5, docs/security.md#LK-6,
 * docs/security.md#LK-9, docs/security.md#PW-2.
 */
export async function signInWithPassword(
  ports: SignInPorts,
  settings: SignInSettings,
  { context, ...credentials }: Credentials & { readonly context: RequestContext },
): Promise<Result<SignedIn, PasswordSignInError>> {
  const checked = checkIdentifier(credentials);
  if (checked.isErr()) return err(checked.error);
  const identifier = checked.value;
  const { password } = credentials;
  // Nothing is guessed, so nothing is counted.
  if (typeof password !== 'string') return err({ kind: 'invalid_credentials' });
  const now = ports.clock.now();
  const user = await ('email' in identifier
    ? ports.users.byEmail(identifier.email)
    : ports.users.byPhone(identifier.phone));
  const key = user ? lockKeyOf(user) : recipientOf(identifier);
  const reserved = await ports.lockouts.reserve(key, settings.lockout, now);
  if (reserved.locked) {
    logEventInBackground(ports, {
      actionType: 'auth_failure',
      context,
      details: { reason: 'locked' },
    });
    return err(lockedError(reserved.retryAfterMs));
  }
  const { ip } = context;
  const check = await ports.passwords.verify(password, user?.passwordHash, ip);
  if (check.isErr()) {
    await ports.lockouts.release(key);
    return err(check.error);
  }
  if (!user || !check.value.matches) {
    const event = { userId: user?.id, context };
    logEventInBackground(ports, {
      ...event,
      actionType: 'auth_failure',
      details: { reason: 'invalid_credentials' },
    });
    if (reserved.failures >= settings.lockout.maxFailures) {
      logEventInBackground(ports, { ...event, actionType: 'lock' });
      noticeOfLockInBackground(ports, user);
    }
    return err({ kind: 'invalid_credentials' });
  }
  const error = barredError(user, now);
  if (error) {
    await ports.lockouts.clear(key);
    const details = { reason: error.kind };
    logEventInBackground(ports, { actionType: 'auth_failure', userId: user.id, context, details });
    return err(error);
  }
  if (check.value.needsRehash) await rehash(ports, user, { password, ip });
  // Both in one tick of the event loop, so that they share one commit.
  const [granted] = await Promise.all([
    startSession(ports, settings, { user, method: 'password', context }),
    ports.lockouts.clear(key),
  ]);
  if (granted.isErr()) return err({ kind: 'invalid_credentials' });
  logEventInBackground(ports, { actionType: 'auth_success', userId: user.id, context });
  const { siteName, passwordRules } = settings;
  const about = { email: user.email, siteName };
  const today = checkNewPassword(password, about, passwordRules);
  return ok({ granted: granted.value, weakness: today.isErr() ? today.error : undefined });
}

/**
 * Rehashes the password with the current parameters; if the hasher is busy, the next sign-in does it.
 * Source: docs/security.md#PW-2.
 */
async function rehash(
  ports: SignInPorts,
  user: User,
  { password, ip }: { readonly password: string; readonly ip: string },
): Promise<void> {
  const hash = await ports.passwords.hash(password, ip);
  if (hash.isErr()) return;
  await ports.users.change(user.id, (current) =>
    current.passwordHash === user.passwordHash ? { ...current, passwordHash: hash.value } : current,
  );
}
