import {
  blankUser,
  checkNewPassword,
  checkReachablePhone,
  confirmPhone,
  isConfirmed,
  isMetadataSmall,
  mergeMetadata,
  type OverloadedError,
  type PhoneDigits,
  type PhoneError,
  type PhoneReading,
  phoneIdentity,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import { err, type JsonObject, type Milliseconds, ok, type Result } from '../kernel/index.ts';
import { checkSmsSendInterval, type MessageLanguage } from '../one-time-token/index.ts';
import { logEvent, logEventInBackground, type RequestContext } from '../security-log/index.ts';
import type { PhoneMessenger } from '../sms/index.ts';
import {
  matchedHash,
  type NewAccount,
  type SignedUp,
  signUpAtOnce,
  signUpDisabled,
} from './new-account.ts';
import { sendSmsCode } from './send-sms-code.ts';
import type { SignInPorts, SignInSettings, SignUpDisabledError } from './settings.ts';

/** The ports for signing up and in by phone. */
export type PhoneSignInPorts = SignInPorts &
  PhoneReading & { readonly phoneMessenger: PhoneMessenger };

/** The settings for signing up and in by phone. */
export type PhoneSignInSettings = SignInSettings & {
  /** Minimum time between two requested text messages of one kind to one number; 0 is off. */
  readonly smsIntervalMs: Milliseconds;
};

/** Why a sign-up by phone fails. */
export type PhoneSignUpError =
  | SignUpDisabledError
  | PhoneError
  | WeakPasswordError
  | OverloadedError
  | { readonly kind: 'metadata_too_large' }
  | { readonly kind: 'user_already_exists' };

/** A request to sign up. */
export interface PhoneSignUpRequest {
  readonly phone: unknown;
  readonly password: unknown;
  readonly data: JsonObject | null | undefined;
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

type PhoneUser = User & { readonly phone: PhoneDigits };

/** A new account by phone, not confirmed yet. */
export function newPhoneUser(
  ports: Pick<SignInPorts, 'ids'>,
  { phone, passwordHash, data, now }: NewAccount & { readonly phone: PhoneDigits },
): PhoneUser {
  const id = ports.ids.uuid();
  return {
    ...blankUser(id, now),
    phone,
    passwordHash,
    // Only the server sets these flags, whatever the visitor sends.
    metadata: mergeMetadata(data, { email_verified: null, phone_verified: null }),
    identities: [phoneIdentity(phone, { id: ports.ids.uuid(), userId: id, data, now })],
  };
}

/**
 * Creates an account with phone and password. A code is sent to confirm it, and a taken number gives the same result
 * but for `isTaken`. With `autoconfirm` it is signed in at once, and a taken number is the error `user_already_exists`.
 * Other errors: `signup_disabled`, `invalid_phone`, `weak_password`, `metadata_too_large`, `overloaded`. Source:
 * docs/wire.md#4.1, docs/security.md#LK-10.
 */
export async function signUpByPhone(
  ports: PhoneSignInPorts,
  settings: PhoneSignInSettings,
  request: PhoneSignUpRequest,
): Promise<Result<SignedUp, PhoneSignUpError>> {
  const { language, context } = request;
  if (!settings.allowsSignUp) return signUpDisabled(ports, context);
  const phone = checkReachablePhone(ports, request.phone);
  if (phone.isErr()) return err(phone.error);
  const { siteName, passwordRules } = settings;
  const password = checkNewPassword(request.password, { siteName }, passwordRules);
  if (password.isErr()) {
    const details = { reason: 'weak_password' };
    logEventInBackground(ports, { actionType: 'signup_failure', context, details });
    return err(password.error);
  }
  const data = request.data ?? {};
  if (!isMetadataSmall(data)) return err({ kind: 'metadata_too_large' });
  // Hashed for known numbers too, so that the response time is the same.
  const hash = await ports.passwords.hash(password.value, context.ip);
  if (hash.isErr()) return err(hash.error);
  const now = ports.clock.now();
  const user = newPhoneUser(ports, { phone: phone.value, passwordHash: hash.value, data, now });
  if (!settings.autoconfirm) {
    const known = await ports.users.byPhone(phone.value);
    const matched = await matchedHash(ports, known, password.value, context.ip);
    if (matched.isErr()) return err(matched.error);
    const pending = { user, matched: matched.value, language, context };
    return ok(await signUpBySms(ports, settings, pending));
  }
  return signUpAtOnce(ports, settings, confirmPhone(user, now), context);
}

async function signUpBySms(
  ports: PhoneSignInPorts,
  settings: PhoneSignInSettings,
  {
    user,
    matched,
    language,
    context,
  }: Pick<PhoneSignUpRequest, 'language' | 'context'> & {
    readonly user: PhoneUser;
    readonly matched: string | undefined;
  },
): Promise<SignedUp> {
  const { phone } = user;
  const allowed = await checkSmsSendInterval(ports, settings, { message: 'signup', phone });
  const waiting: User = { ...user, confirmationSentAt: user.createdAt };
  const isNew = (await ports.users.create(waiting)).isOk();
  const known = isNew ? undefined : await ports.users.byPhone(phone);
  if (known && isConfirmed(known)) {
    const details = { reason: 'taken' };
    await logEvent(ports, { actionType: 'signup_failure', userId: known.id, context, details });
    return { kind: 'unconfirmed', user: waiting, isTaken: () => true };
  }
  const pending = known
    ? await withPasswordUnverified(ports, known, matched, allowed.isOk())
    : waiting;
  if (isNew)
    logEventInBackground(ports, { actionType: 'signup_success', userId: pending.id, context });
  if (allowed.isOk()) {
    const confirmsPassword = !pending.passwordUnverified;
    const code = { type: 'sms', to: phone, confirmsPassword } as const;
    await sendSmsCode(ports, settings, {
      user: pending,
      code,
      how: 'queued',
      language,
      context,
    });
  }
  // What another person entered earlier is not shown to the next who signs up with this number.
  return { kind: 'unconfirmed', user: waiting, isTaken: () => false };
}

/** As for e-mail: if the second password differs from the first, no text message confirms it any more. */
async function withPasswordUnverified(
  ports: PhoneSignInPorts,
  known: User,
  matched: string | undefined,
  isTexted: boolean,
): Promise<User> {
  const changed = await ports.users.change(known.id, (current) => {
    const isOther = current.passwordHash !== matched;
    return { ...current, passwordUnverified: current.passwordUnverified || (isTexted && isOther) };
  });
  return changed.unwrapOr(undefined) ?? known;
}
