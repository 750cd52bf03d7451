import {
  dayMs,
  err,
  hourMs,
  type Milliseconds,
  ok,
  type Result,
  type Seconds,
  type UserId,
  wholeSeconds,
} from '../kernel/index.ts';
import { accountKey } from '../rate-limit/index.ts';
import {
  checkMailBounds,
  type EmailBoundError,
  type MessageBoundPorts,
  type MessageLimits,
} from './message-bounds.ts';

/** The same kind of message was requested for the same address within the interval. */
export interface EmailIntervalError {
  /** The auth service's published code; the earlier mail stays valid. */
  readonly kind: 'over_email_send_rate_limit';
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/**
 * The messages a visitor can request, and the one notice a stranger can trigger, counted separately.
 * Source: docs/contract.md#2.
 */
export type RequestedMessage =
  | 'signup'
  | 'otp'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'sign_up_attempted';

/**
 * The owner of an address hears once in this time that somebody signs up with it: strangers decide how often they try.
 */
const attemptedIntervalMs = hourMs;

/** A request for a mail. */
export interface MailRequest {
  readonly message: RequestedMessage;
  readonly email: string;
  /** Who requests it, if somebody is signed in. */
  readonly userId?: UserId | undefined;
}

/**
 * Counts a request for a message. Rejects it within the interval of its address, and beyond the bounds of the site or
 * of the account that asks. Counts whether or not the address has an account, so that the response does not reveal it.
 * An interval of 0 turns all of this off. Errors: `over_email_send_rate_limit`. Source: docs/security.md#LK-9,
 * docs/security.md#CF-7.
 */
export async function checkEmailSendInterval(
  ports: MessageBoundPorts,
  { emailIntervalMs, ...bounds }: MessageLimits & { readonly emailIntervalMs: Milliseconds },
  { message, email, userId }: MailRequest,
): Promise<Result<void, EmailIntervalError | EmailBoundError>> {
  if (emailIntervalMs === 0) return ok();
  const isAttempted = message === 'sign_up_attempted';
  const windowMs = isAttempted ? Math.max(emailIntervalMs, attemptedIntervalMs) : emailIntervalMs;
  const key = `message:${message}:${email}`;
  const now = ports.clock.now();
  const attempt = await ports.attempts.attempt(key, { maxAttempts: 1, windowMs }, now);
  if (!attempt.allowed) {
    const retryAfterSeconds = wholeSeconds(attempt.retryAfterMs);
    return err({ kind: 'over_email_send_rate_limit', retryAfterSeconds });
  }
  if (isAttempted) return ok();
  const bounded = await checkMailBounds(ports, bounds, { userId });
  // No mail goes to the address, so it need not wait for the next one.
  if (bounded.isErr()) await ports.attempts.forgive(key, now);
  return bounded;
}

/** The same kind of text message was requested for the same number within the interval. */
export interface SmsIntervalError {
  /** The auth service's published code; the earlier message stays valid. */
  readonly kind: 'over_sms_send_rate_limit';
  /** Whole seconds, at least one. */
  readonly retryAfterSeconds: Seconds;
}

/** The text messages a visitor can request. */
export type RequestedSms = 'signup' | 'otp' | 'phone_change' | 'reauthentication' | 'second_factor';

/**
 * The most text messages that visitors can request of the whole site. Each costs money, and a stranger can request one
 * to any number of the world. Source: docs/security.md#fixed-numbers.
 */
const smsPerDay = { maxAttempts: 300, windowMs: dayMs } as const;

/**
 * The same for text messages to a number (E.164 digits without the plus sign), and for those of all visitors together.
 * Errors: `over_sms_send_rate_limit`. Source: docs/security.md#LK-9.
 */
export async function checkSmsSendInterval(
  ports: MessageBoundPorts,
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
  if (own.allowed) ports.reportBound?.('texts');
  const retryAfterSeconds = wholeSeconds(attempt.retryAfterMs);
  return err({ kind: 'over_sms_send_rate_limit', retryAfterSeconds });
}
