import type { AuthClient, KeptSession, SessionKeeper } from '@coachsite/adapters/browser';
import { checkEmail, checkNewPassword } from '@coachsite/core/account';
import type { EpochMs } from '@coachsite/core/kernel';
import { type Device, deviceIdentifier } from '@coachsite/core/rate-limit';
import { err, ok, type Result } from 'neverthrow';
import { type FormError, toFormError } from '../../forms/form-error.ts';
import type { FailedAttempts } from './failed-attempts.ts';

/** The ports of signing in and signing up. */
export interface SignInPorts {
  readonly auth: AuthClient;
  readonly keeper: Pick<SessionKeeper, 'adopt'>;
  readonly attempts: FailedAttempts;
  readonly device: () => Device;
  /** Whether the browser keeps what a session needs. */
  readonly canKeepSession: () => boolean;
  readonly now: () => EpochMs;
}

/**
 * Signs in, in this order: lock, e-mail, rate limit, request. A success clears the failed attempts and stores the
 * session; wrong credentials are counted and logged. Attempts during a lockout are not counted.
 * Source: docs/rules.md#4, docs/rules.md#7, docs/rules.md#8, docs/rules.md#reading-lockout.
 */
export async function signIn(
  ports: SignInPorts,
  credentials: { readonly email: string; readonly password: string },
): Promise<Result<KeptSession, FormError>> {
  const { auth, attempts } = ports;
  // Before the limits, which a browser that keeps nothing would use up.
  if (!ports.canKeepSession()) return err({ kind: 'session_blocked' });
  const retryAfterSeconds = attempts.lockedForSeconds(credentials.email, ports.now());
  if (retryAfterSeconds !== undefined) return err({ kind: 'account_locked', retryAfterSeconds });
  const email = checkEmail(credentials.email);
  if (email.isErr()) return err(email.error);
  if (credentials.password === '') return err({ kind: 'password_missing' });
  if (!(await auth.mayTrySignIn(deviceIdentifier(ports.device())))) {
    return err({ kind: 'rate_limited' });
  }
  const session = await auth.signIn(email.value, credentials.password);
  if (session.isErr()) {
    const error = toFormError(session.error);
    if (error.kind === 'invalid_credentials') attempts.record(email.value, ports.now());
    if (session.error.kind !== 'network') void auth.log('auth_failure');
    return err(error);
  }
  attempts.clear(email.value);
  ports.keeper.adopt(session.value, 'signed_in');
  void auth.log('auth_success');
  return ok(session.value);
}

/**
 * Signs up; returns the session, or undefined if the address must first be confirmed by mail. The e-mail is checked
 * before the password. Source: docs/rules.md#5.
 */
export async function signUp(
  ports: Omit<SignInPorts, 'attempts' | 'device'>,
  request: { readonly email: string; readonly password: string },
  site: { readonly name: string; readonly redirectTo: string; readonly language: string },
): Promise<Result<KeptSession | undefined, FormError>> {
  const { auth } = ports;
  if (!ports.canKeepSession()) return err({ kind: 'session_blocked' });
  const email = checkEmail(request.email);
  if (email.isErr()) return err(email.error);
  const password = checkNewPassword(request.password, { email: email.value, siteName: site.name });
  if (password.isErr()) return err(password.error);
  const response = await auth.signUp(email.value, password.value, site);
  if (response.isErr()) {
    if (response.error.kind !== 'network') void auth.log('signup_failure');
    return err(toFormError(response.error));
  }
  if (response.value) ports.keeper.adopt(response.value, 'signed_in');
  void auth.log('signup_success');
  return ok(response.value);
}
