import {
  type Clock,
  dayMs,
  err,
  type Milliseconds,
  ok,
  type Result,
  type Seconds,
  wholeSeconds,
} from '../kernel/index.ts';
import { type AttemptStore, accountKey } from '../rate-limit/index.ts';

/** The same kind of message was requested for the same address within the interval. */
export interface EmailIntervalError {
  /** The auth service's published code; the earlier mail stays valid. */
  readonly kind: 'over_email_send_rate_limit';
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/**
 * The messages a visitor can request, and the one notice a stranger can trigger, counted separately. Other notices
 * are not limited. Source: docs/contract.md#2.
 */
export type RequestedMessage =
  | 'signup'
  | 'otp'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'sign_up_attempted';

/**
 * Counts a request for a message and rejects it within the interval, whether or not the address has an account, so as
 * not to reveal which. An interval of 0 turns the limit off. Errors: `over_email_send_rate_limit`. Source:
 * docs/contract.md#2, docs/security.md#LK-9.
 */
export async function checkEmailSendInterval(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  { emailIntervalMs }: { readonly emailIntervalMs: Milliseconds },
  { message, email }: { readonly message: RequestedMessage; readonly email: string },
): Promise<Result<void, EmailIntervalError>> {
  if (emailIntervalMs === 0) return ok();
  const limit = { maxAttempts: 1, windowMs: emailIntervalMs };
  const attempt = await ports.attempts.attempt(
    `message:${message}:${email}`,
    limit,
    ports.clock.now(),
  );
  if (attempt.allowed) return ok();
  const retryAfterSeconds = wholeSeconds(attempt.retryAfterMs);
  return err({ kind: 'over_email_send_rate_limit', retryAfterSeconds });
}

/** The same kind of text message was requested for the same number within the interval. */
export interface SmsIntervalError {
  /** The auth service's published code; the earlier message stays valid. */
  readonly kind: 'over_sms_send_rate_limit';
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/** The text messages a visitor can request. Notices are not limited. */
export type RequestedSms = 'signup' | 'otp' | 'phone_change' | 'reauthentication' | 'second_factor';

/**
 * The most text messages that visitors can request of the whole site. Each costs money, and a stranger can request one
 * to any number of the world. Source: docs/security.md#fixed-numbers.
 */
const smsPerDay = { maxAttempts: 300, windowMs: dayMs } as const;

/**
 * The same for text messages to a number (E.164 digits without the plus sign), and for those of all visitors together.
 * Errors: `over_sms_send_rate_limit`. Source: docs/contract.md#2, docs/security.md#LK-9.
 */
export async function checkSmsSendInterval(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  { smsIntervalMs }: { readonly smsIntervalMs: Milliseconds },
  { message, phone }: { readonly message: RequestedSms; readonly phone: string },
): Promise<Result<void, SmsIntervalError>> {
  if (smsIntervalMs === 0) return ok();
  const limit = { maxAttempts: 1, windowMs: smsIntervalMs };
  const now = ports.clock.now();
  const own = await ports.attempts.attempt(`sms:${message}:${phone}`, limit, now);
  const attempt = own.allowed
    ? await ports.attempts.attempt(accountKey('sms', 'all'), smsPerDay, now)
    : own;
  if (attempt.allowed) return ok();
  const retryAfterSeconds = wholeSeconds(attempt.retryAfterMs);
  return err({ kind: 'over_sms_send_rate_limit', retryAfterSeconds });
}
