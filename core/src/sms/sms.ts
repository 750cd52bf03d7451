import { type EpochMs, secondMs } from '../kernel/index.ts';

/** One text message. `to` is E.164 digits without the plus sign. */
export interface Sms {
  /** The id in the queue; one id is enqueued once. */
  readonly id: string;
  readonly to: string;
  /** As the phone shows it. */
  readonly text: string;
  /** When its code expires. */
  readonly expiresAt: EpochMs;
}

/**
 * The message could not be sent. `kind` is the auth service's published code; `reason` contains neither number nor
 * text.
 */
export interface SmsError {
  /** The auth service's published code; whether another attempt makes sense, `problem` says. */
  readonly kind: 'sms_send_failed';
  /** `too_many` and `unavailable` concern every message, `rejected` this one only. */
  readonly problem: 'too_many' | 'unavailable' | 'rejected';
  /** Of the service, for the operator. */
  readonly reason: string;
}

/** Delays before retries, in seconds; few, because a code expires after a few minutes. */
const retryAfterSeconds: readonly number[] = [2, 10, 30, 60, 120];

/** When to retry after `failures` failed attempts; `undefined` if the message is given up. */
export function nextSmsTryAt(sms: Sms, failures: number, now: EpochMs): EpochMs | undefined {
  const pause = retryAfterSeconds[failures - 1];
  const at = pause === undefined ? undefined : now + pause * secondMs;
  return at !== undefined && at < sms.expiresAt ? at : undefined;
}
