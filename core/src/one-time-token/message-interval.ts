import { err, ok, type Result } from 'neverthrow';
import type { Clock } from '../kernel/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';

/** Somebody asked for the same kind of message to the same address a moment ago. */
export interface EmailIntervalError {
  readonly kind: 'over_email_send_rate_limit';
  readonly retryAfterSeconds: number;
}

/**
 * What a visitor may ask to have sent, and the one notice a stranger can cause, counted by itself. Other notices do not
 * count. Source: docs/contract.md#2.
 */
export type RequestedMessage =
  | 'signup'
  | 'otp'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'sign_up_attempted';

/**
 * Counts a request for a message and refuses it within the interval, whether or not the address has an account:
 * a difference would tell. An interval of 0 switches this off. Source: docs/contract.md#2, docs/security.md#LK-9.
 */
export async function checkEmailSendInterval(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  intervalMs: number,
  message: RequestedMessage,
  address: string,
): Promise<Result<void, EmailIntervalError>> {
  if (intervalMs === 0) return ok();
  const limit = { maxAttempts: 1, windowMs: intervalMs };
  const attempt = await ports.attempts.attempt(
    `message:${message}:${address}`,
    limit,
    ports.clock.now(),
  );
  if (attempt.allowed) return ok();
  const retryAfterSeconds = Math.max(1, Math.ceil(attempt.retryAfterMs / 1000));
  return err({ kind: 'over_email_send_rate_limit', retryAfterSeconds });
}

/** Somebody asked for the same kind of text message to the same number a moment ago. */
export interface SmsIntervalError {
  readonly kind: 'over_sms_send_rate_limit';
  readonly retryAfterSeconds: number;
}

/** What a visitor may ask to have texted. Notices do not count. */
export type RequestedSms = 'signup' | 'otp' | 'phone_change' | 'reauthentication' | 'second_factor';

/**
 * The same for text messages to a number, E.164 digits without the plus sign. Source: docs/contract.md#2,
 * docs/security.md#LK-9.
 */
export async function checkSmsSendInterval(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  intervalMs: number,
  message: RequestedSms,
  phone: string,
): Promise<Result<void, SmsIntervalError>> {
  if (intervalMs === 0) return ok();
  const limit = { maxAttempts: 1, windowMs: intervalMs };
  const attempt = await ports.attempts.attempt(`sms:${message}:${phone}`, limit, ports.clock.now());
  if (attempt.allowed) return ok();
  const retryAfterSeconds = Math.max(1, Math.ceil(attempt.retryAfterMs / 1000));
  return err({ kind: 'over_sms_send_rate_limit', retryAfterSeconds });
}
