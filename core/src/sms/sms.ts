import { type EpochMs, secondMs } from '../kernel/index.ts';

/** One text message. `to` is E.164 digits without the plus sign. */
export interface Sms {
  /** Under which it is queued; one id is enqueued once. */
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** After this moment nobody can use what it says. */
  readonly expiresAt: EpochMs;
}

/** The message was not taken. `kind` is the auth service's published code; `reason` holds no number and no text. */
export interface SmsError {
  readonly kind: 'sms_send_failed';
  readonly reason: string;
}

/** Pauses before further tries; a code is worth nothing after a few minutes. */
const retryAfterMs: readonly number[] = [2, 10, 30, 60, 120].map((seconds) => seconds * secondMs);

/** When to try again after `failures` failed tries; `undefined`: not any more. */
export function nextSmsTryAt(sms: Sms, failures: number, now: EpochMs): EpochMs | undefined {
  const pauseMs = retryAfterMs[failures - 1];
  const at = pauseMs === undefined ? undefined : now + pauseMs;
  return at !== undefined && at < sms.expiresAt ? at : undefined;
}
