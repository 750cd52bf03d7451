import {
  blankUser,
  checkEmail,
  checkNewPassword,
  confirmEmail,
  type EmailError,
  isMetadataSmall,
  mergeMetadata,
  type OverloadedError,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import { err, type JsonObject, type Result } from '../kernel/index.ts';
import type { EmailBoundError } from '../one-time-token/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { type GrantedSession, type SignInEndedError, startSession } from '../session/index.ts';
import {
  matchedHash,
  newEmailUser,
  type SignedUp,
  signUpAtOnce,
  signUpDisabled,
} from './new-account.ts';
import type { LinkRequest, SignInPorts, SignInSettings, SignUpDisabledError } from './settings.ts';
import { signUpByMail } from './sign-up-by-mail.ts';

/** Why a sign-up fails. */
export type SignUpError =
  | SignUpDisabledError
  | EmailError
  | WeakPasswordError
  | OverloadedError
  | EmailBoundError
  | { readonly kind: 'metadata_too_large' }
  | { readonly kind: 'user_already_exists' };

/** A request to sign up. */
export interface SignUpRequest {
  /** As typed; what is no text is no address. */
  readonly email: unknown;
  /** As typed; what is no text is too short. */
  readonly password: unknown;
  /** Metadata of the account; `null` and `undefined` are none. */
  readonly data: JsonObject | null | undefined;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * Creates an account with e-mail and password. A mail is sent to confirm it; a taken address gives the same result but
 * for `isTaken`, and its owner is notified by mail. With `autoconfirm` the account is signed in at once, and a taken
 * address is the error `user_already_exists`. Other errors: `signup_disabled`, `invalid_email`, `weak_password`,
 * `metadata_too_large`, `overloaded`, `over_email_send_rate_limit` beyond the bound of the site. Source: docs/rules.md#5, docs/wire.md#4.1, docs/security.md#LK-10,
 * docs/security.md#DR-11.
 */
export async function signUp(
  ports: SignInPorts,
  settings: SignInSettings,
  request: SignUpRequest,
): Promise<Result<SignedUp, SignUpError>> {
  const { link, context } = request;
  if (!settings.allowsSignUp) return signUpDisabled(ports, context);
  const checked = checkEmail(request.email);
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const { siteName, passwordRules } = settings;
  const password = checkNewPassword(request.password, { email, siteName }, passwordRules);
  if (password.isErr()) {
    logEventInBackground(ports, {
      actionType: 'signup_failure',
      context,
      details: { reason: 'weak_password' },
    });
    return err(password.error);
  }
  const data = request.data ?? {};
  if (!isMetadataSmall(data)) return err({ kind: 'metadata_too_large' });
  // Hashed for known addresses too, so that the response time is the same.
  const hash = await ports.passwords.hash(password.value, context.ip);
  if (hash.isErr()) return err(hash.error);
  const now = ports.clock.now();
  const user = newEmailUser(ports, { email, passwordHash: hash.value, data, now });
  if (settings.autoconfirm) return signUpAtOnce(ports, settings, confirmEmail(user, now), context);
  const known = await ports.users.byEmail(email);
  const matched = await matchedHash(ports, known, password.value, context.ip);
  if (matched.isErr()) return err(matched.error);
  const pending = { user, matched: matched.value, link, context };
  return signUpByMail(ports, settings, pending);
}

/**
 * Creates an anonymous account and signs it in. Throws when the store says that an account without address, number and
 * identity is taken. Errors: `signup_disabled`, `metadata_too_large`, `session_not_found`.
 */
export async function signUpAnonymously(
  ports: SignInPorts,
  settings: SignInSettings,
  { data: given, context }: Pick<SignUpRequest, 'data' | 'context'>,
): Promise<
  Result<
    GrantedSession,
    SignUpDisabledError | SignInEndedError | { readonly kind: 'metadata_too_large' }
  >
> {
  if (!settings.allowsSignUp) return signUpDisabled(ports, context);
  const data = given ?? {};
  if (!isMetadataSmall(data)) return err({ kind: 'metadata_too_large' });
  const blank = blankUser(ports.ids.uuid(), ports.clock.now());
  const metadata = mergeMetadata(data, { email_verified: null });
  const user: User = { ...blank, metadata, isAnonymous: true };
  const created = await ports.users.create(user);
  // biome-ignore lint/plugin: nothing of such a user is unique, so the store has a defect
  if (created.isErr()) throw new Error(`A user without an address is taken: ${created.error.kind}`);
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  return startSession(ports, settings, { user, method: 'anonymous', context });
}
