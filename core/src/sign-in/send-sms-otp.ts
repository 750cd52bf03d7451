import {
  checkPhone,
  checkReachablePhone,
  confirmPhone,
  isConfirmed,
  isMetadataSmall,
  type PhoneDigits,
  type PhoneError,
  type User,
} from '../account/index.ts';
import { err, type JsonObject, ok, type Result } from '../kernel/index.ts';
import {
  checkSmsSendInterval,
  type MessageLanguage,
  type SmsIntervalError,
} from '../one-time-token/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { sendNothing } from './send-link.ts';
import { sendSmsCode } from './send-sms-code.ts';
import {
  newPhoneUser,
  type PhoneSignInPorts,
  type PhoneSignInSettings,
} from './sign-up-by-phone.ts';

/** Why no text message is sent. An unknown number is not an error. */
export type SendSmsOtpError =
  | PhoneError
  | SmsIntervalError
  | { readonly kind: 'metadata_too_large' };

/** A request to sign in by text message. */
export interface SmsOtpRequest {
  readonly phone: string;
  /** Whether to create an account for an unknown number. */
  readonly createUser: boolean;
  /** Metadata of a new account; ignored for a known one. */
  readonly data: JsonObject;
  /** Used if the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/**
 * Sends a sign-in code by text message. For an unknown number an account is created first; with `createUser` false
 * nothing is sent, and the result is the same. The number of an account is one that gets messages, whatever numbering plans say;
 * another one must be in them to get an account. Errors: `invalid_phone`, `metadata_too_large`;
 * `over_sms_send_rate_limit` within the interval. Source: docs/wire.md#4.3, docs/security.md#LK-9.
 */
export async function sendSmsOtp(
  ports: PhoneSignInPorts,
  settings: PhoneSignInSettings,
  request: SmsOtpRequest,
): Promise<Result<void, SendSmsOtpError>> {
  const checked = await checkKnownOrReachable(ports, request);
  if (checked.isErr()) return err(checked.error);
  const phone = checked.value;
  const { language, context } = request;
  if (!isMetadataSmall(request.data)) return err({ kind: 'metadata_too_large' });
  const allowed = await checkSmsSendInterval(ports, settings, { message: 'otp', phone });
  if (allowed.isErr()) return err(allowed.error);
  const user = await findOrCreate(ports, settings, phone, request);
  if (!user) {
    await sendNothing(ports, 'magiclink', phone, context);
    return ok();
  }
  // The reader of this message need not be the person who chose the password of an unconfirmed account.
  const code = { type: 'sms', to: phone, confirmsPassword: isConfirmed(user) } as const;
  await sendSmsCode(ports, settings, { user, code, how: 'queued', language, context });
  return ok();
}

/** The number; an error where it is to get an account, and is in no numbering plan. Errors: `invalid_phone`. */
async function checkKnownOrReachable(
  ports: PhoneSignInPorts,
  { phone, createUser }: SmsOtpRequest,
): Promise<Result<PhoneDigits, PhoneError>> {
  const reachable = checkReachablePhone(ports, phone);
  if (reachable.isOk()) return reachable;
  const checked = checkPhone(phone);
  const known = await checked.match(
    (digits) => ports.users.byPhone(digits),
    () => undefined,
  );
  return known || !createUser ? checked : reachable;
}

async function findOrCreate(
  ports: PhoneSignInPorts,
  settings: PhoneSignInSettings,
  phone: PhoneDigits,
  { createUser, data, context }: SmsOtpRequest,
): Promise<User | undefined> {
  const now = ports.clock.now();
  const known = await ports.users.byPhone(phone);
  if (known) {
    const touched = await ports.users.change(known.id, (user) => ({
      ...user,
      confirmationSentAt: now,
      passwordUnverified: !isConfirmed(user),
    }));
    return touched.unwrapOr(undefined) ?? known;
  }
  if (!createUser || !settings.allowsSignUp) return undefined;
  const fresh = newPhoneUser(ports, { phone, passwordHash: undefined, data, now });
  const waiting = { ...fresh, confirmationSentAt: now };
  const user = settings.autoconfirm ? confirmPhone(waiting, now) : waiting;
  const created = await ports.users.create(user);
  // Lost a race: another request has just created the account.
  if (created.isErr()) return ports.users.byPhone(phone);
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  return user;
}
