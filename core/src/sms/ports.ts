import type { Result } from 'neverthrow';
import type { EpochMs } from '../kernel/index.ts';
import type { MessageLanguage } from '../one-time-token/index.ts';
import type { Sms, SmsError } from './sms.ts';

/** Hands one text message over to the outside world: a webhook or the outbox folder. */
export interface SmsSender {
  readonly send: (sms: Sms) => Promise<Result<void, SmsError>>;
}

/** A text message that waits, with the tries that failed so far. */
export interface QueuedSms {
  readonly sms: Sms;
  readonly failures: number;
}

/** The durable queue of text messages. What is enqueued survives a restart. */
export interface SmsQueue {
  /** Adds a message; one whose id waits already is not added again. */
  readonly enqueue: (sms: Sms, now: EpochMs) => Promise<void>;
  /** Calls `listener` soon after messages were added through this process; returns how to stop. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Takes up to `limit` messages that are due, the longest waiting first, and holds them until `leaseUntil`, so that
   * a second worker does not send them too.
   */
  readonly take: (
    now: EpochMs,
    leaseUntil: EpochMs,
    limit: number,
  ) => Promise<readonly QueuedSms[]>;
  /** Records a failed try; the message is due again at `retryAt`. */
  readonly delay: (id: string, retryAt: EpochMs) => Promise<void>;
  /** Forgets a message: it was sent, or given up. */
  readonly remove: (id: string) => Promise<void>;
  /** The messages that wait for a number. Source: docs/law-and-search.md#D50. */
  readonly toNumber: (to: string) => Promise<readonly Sms[]>;
  /** Forgets them and returns how many. Source: docs/law-and-search.md#D50. */
  readonly removeToNumber: (to: string) => Promise<number>;
  /** How many messages wait. */
  readonly waiting: () => Promise<number>;
}

/** What is texted about an account: a code, and what it is for. */
export interface PhoneMessage {
  readonly kind: 'sign_in' | 'phone_change' | 'reauthentication' | 'second_factor';
  /** E.164 digits without the plus sign. */
  readonly to: string;
  readonly language: MessageLanguage;
  readonly code: string;
  readonly expiresAt: EpochMs;
}

/** Writes to people's phones about their account. */
export interface PhoneMessenger {
  /**
   * Counts as sent once it is safely queued; for visitors nobody knows yet, whose answer must neither wait for nor
   * tell what becomes of it. Source: docs/security.md#LK-9.
   */
  readonly send: (message: PhoneMessage) => Promise<void>;
  /** Sends at once, for someone who is signed in and should hear when it fails. */
  readonly sendNow: (message: PhoneMessage) => Promise<Result<void, SmsError>>;
}
