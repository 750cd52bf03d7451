import type { User, UserStore } from '../account/index.ts';
import { err, type Milliseconds, ok, type Result } from '../kernel/index.ts';
import {
  type AuthMessenger,
  checkEmailSendInterval,
  checkSmsSendInterval,
  type EmailBoundError,
  type EmailIntervalError,
  type IssueTokenPorts,
  issueToken,
  type MessageLimits,
  type SmsIntervalError,
  type TokenSettings,
} from '../one-time-token/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import { logEvent, type SecurityLogPorts } from '../security-log/index.ts';
import { languageOf, type SmsCodeRequest, sendSmsCode } from '../sign-in/index.ts';
import type { PhoneMessenger, SmsError } from '../sms/index.ts';

/** Why a nonce cannot be sent. */
export type ReauthenticateError =
  | EmailIntervalError
  | EmailBoundError
  | { readonly kind: 'no_address' }
  | SmsIntervalError
  | SmsError
  | { readonly kind: 'email_not_confirmed' }
  | { readonly kind: 'phone_not_confirmed' };

/** The ports for sending a nonce. */
export type ReauthenticatePorts = IssueTokenPorts &
  Omit<SecurityLogPorts, 'reportLostEvent'> & {
    readonly users: UserStore;
    readonly attempts: AttemptStore;
    readonly messenger: AuthMessenger;
    readonly phoneMessenger: PhoneMessenger;
  };

/** A request for a nonce. */
export type ReauthenticateRequest = Omit<SmsCodeRequest, 'code' | 'how'>;

/** The settings for nonces. */
export type ReauthenticateSettings = TokenSettings &
  MessageLimits & {
    readonly emailIntervalMs: Milliseconds;
    readonly smsIntervalMs: Milliseconds;
  };

/**
 * Sends the nonce that a password change in an older session needs, by mail or, if the account has no e-mail address,
 * by text message. Errors: `no_address` for an account without address and number, `email_not_confirmed`,
 * `phone_not_confirmed`; `over_email_send_rate_limit`, `over_sms_send_rate_limit` within the interval;
 * `sms_send_failed`. Source: docs/wire.md#4.8, docs/security.md#PW-8.
 */
export async function reauthenticate(
  ports: ReauthenticatePorts,
  settings: ReauthenticateSettings,
  request: ReauthenticateRequest,
): Promise<Result<void, ReauthenticateError>> {
  const { user, language, context } = request;
  const to = user.email;
  if (to === undefined) return reauthenticateBySms(ports, settings, request);
  if (user.emailConfirmedAt === undefined) return err({ kind: 'email_not_confirmed' });
  const allowed = await checkEmailSendInterval(ports, settings, {
    message: 'reauthentication',
    email: to,
    userId: user.id,
  });
  if (allowed.isErr()) return err(allowed.error);
  const { code, kept } = issueToken(ports, settings, {
    userId: user.id,
    slot: 'reauthentication',
    type: 'reauthentication',
    recipient: to,
    challenge: undefined,
    confirmsPassword: true,
  });
  await Promise.all([
    kept,
    noteSending(ports, user),
    ports.messenger.send({
      kind: 'reauthentication',
      to,
      language: languageOf(ports.messenger, user, language),
      code,
    }),
    logEvent(ports, {
      actionType: 'message_request',
      userId: user.id,
      context,
      details: { message: 'reauthentication' },
    }),
  ]);
  return ok();
}

async function reauthenticateBySms(
  ports: ReauthenticatePorts,
  settings: ReauthenticateSettings,
  request: ReauthenticateRequest,
): Promise<Result<void, ReauthenticateError>> {
  const { user } = request;
  const to = user.phone;
  if (to === undefined) return err({ kind: 'no_address' });
  if (user.phoneConfirmedAt === undefined) return err({ kind: 'phone_not_confirmed' });
  const allowed = await checkSmsSendInterval(ports, settings, {
    message: 'reauthentication',
    phone: to,
  });
  if (allowed.isErr()) return err(allowed.error);
  await noteSending(ports, user);
  const code = { type: 'reauthentication', to, confirmsPassword: true } as const;
  return sendSmsCode(ports, settings, { ...request, code, how: 'now' });
}

/** Stores when a nonce was last sent for the account. Source: docs/wire.md#2. */
async function noteSending(ports: ReauthenticatePorts, { id }: User): Promise<void> {
  const now = ports.clock.now();
  await ports.users.change(id, (current) => ({ ...current, reauthenticationSentAt: now }));
}
