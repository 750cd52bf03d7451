import type { EpochMs, Result } from '../kernel/index.ts';
import type { OffersLanguages } from '../language/index.ts';
import type { MessageLanguage } from '../one-time-token/index.ts';
import type { PausableQueue } from '../queue/index.ts';
import type { Sms, SmsError } from './sms.ts';

/** Sends one text message, through a webhook or to the outbox folder. */
export interface SmsSender {
  /** Hands one text message to the service; resolves once that service took it. Errors: why it did not. */
  readonly send: (sms: Sms) => Promise<Result<void, SmsError>>;
}

/** A text message that was taken from the queue. */
export interface QueuedSms {
  readonly sms: Sms;
  readonly failures: number;
  /** Attempts since the last recorded outcome that were begun and never ended. */
  readonly unfinished: number;
}

/** The durable queue of text messages. An enqueued message survives a restart. */
export interface SmsQueue extends PausableQueue {
  /** Adds a message, unless one with its id is already waiting. */
  readonly enqueue: (sms: Sms, now: EpochMs) => Promise<void>;
  /** Calls `listener` soon after this process added messages; returns a function to unsubscribe. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Leases up to `limit` due messages until `leaseUntil`, longest waiting first, so that no other worker sends them, and
   * counts the attempt. A message whose last attempt never ended comes after the others, and alone.
   */
  readonly take: (
    limit: number,
    leaseUntil: EpochMs,
    now: EpochMs,
  ) => Promise<readonly QueuedSms[]>;
  /** Records a failed attempt; the message is due again at `retryAt`. */
  readonly delay: (id: string, retryAt: EpochMs) => Promise<void>;
  /** Gives a message back without a failed attempt, because the service takes none; it is due again at `until`. */
  readonly postpone: (id: string, until: EpochMs) => Promise<void>;
  /** Removes a message that was sent or given up. */
  readonly remove: (id: string) => Promise<void>;
  /** The waiting messages to a number. Source: docs/law-and-search.md#D50. */
  readonly toNumber: (to: string) => Promise<readonly Sms[]>;
  /** Removes them and returns the count. Source: docs/law-and-search.md#D50. */
  readonly removeToNumber: (to: string) => Promise<number>;
  /** The number of waiting messages. */
  readonly waiting: () => Promise<number>;
}

/** A text message about an account: a code, and what it is for. */
export interface PhoneMessage {
  /** What the code is for, which the text says. */
  readonly kind: 'sign_in' | 'phone_change' | 'reauthentication' | 'second_factor';
  /** E.164 digits without the plus sign. */
  readonly to: string;
  readonly language: MessageLanguage;
  /** Six digits. */
  readonly code: string;
  /** From then on the code is invalid; the text says how long that is. */
  readonly expiresAt: EpochMs;
}

/** Sends text messages about accounts, in its `languages`. */
export interface PhoneMessenger extends OffersLanguages {
  /**
   * Resolves once the message is durably queued. For visitors who are not signed in, whose response must not depend
   * on whether it is sent. Source: docs/security.md#LK-9.
   */
  readonly send: (message: PhoneMessage) => Promise<void>;
  /** Sends at once, for signed-in users, who should get an error if it fails. */
  readonly sendNow: (message: PhoneMessage) => Promise<Result<void, SmsError>>;
}
