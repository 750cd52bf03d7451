import type { Result } from 'neverthrow';
import type { EpochMs } from '../kernel/index.ts';
import type { Mail, MailError } from './mail.ts';

/** Sends one mail, through an SMTP server or to the outbox folder. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<Result<void, MailError>>;
}

/** A waiting mail, with the number of failed attempts. */
export interface QueuedMail {
  readonly mail: Mail;
  readonly failures: number;
}

/** A mail that was given up, as shown to the admin, without its recipient. */
export interface FailedMail {
  readonly id: string;
  readonly subject: string;
  readonly reason: string;
  readonly enqueuedAt: EpochMs;
}

/** A waiting mail, without its content, which may contain a link meant for its recipient only. */
export interface WaitingMail {
  readonly to: string;
  readonly subject: string;
  readonly enqueuedAt: EpochMs;
}

/** The durable queue of mails. An enqueued mail survives a restart and is delivered at least once. */
export interface MailQueue {
  /** Adds a mail, unless one with its id was enqueued before. */
  readonly enqueue: (mail: Mail, now: EpochMs) => Promise<void>;
  /** Calls `listener` soon after this process added mails; returns a function to unsubscribe. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Leases up to `limit` due mails until `leaseUntil`, longest waiting first, so that no other worker sends them; the
   * lease of a crashed worker ends at that time.
   */
  readonly take: (
    now: EpochMs,
    leaseUntil: EpochMs,
    limit: number,
  ) => Promise<readonly QueuedMail[]>;
  /** Marks a mail as sent and deletes its content and recipient. */
  readonly markSent: (id: string, now: EpochMs) => Promise<void>;
  /** Records a failed attempt; without `retryAt` the mail is given up and stays visible as failed. */
  readonly markFailed: (id: string, reason: string, retryAt: EpochMs | undefined) => Promise<void>;
  /** The numbers of waiting mails and of mails given up. */
  readonly counts: () => Promise<{ readonly waiting: number; readonly failed: number }>;
  /** The mails that were given up, newest first, at most `limit`. */
  readonly failed: (limit: number) => Promise<readonly FailedMail[]>;
  /**
   * The waiting mails to an address, and those about a message from it, longest waiting first.
   * Source: docs/law-and-search.md#D50.
   */
  readonly about: (address: string) => Promise<readonly WaitingMail[]>;
  /**
   * Removes the mails to an address and those about a message from it; returns the count. Mails that were given up
   * have only a subject left, which a visitor may have written, so they are found by the ids of the messages.
   * Source: docs/law-and-search.md#D50.
   */
  readonly removeAbout: (address: string, messageIds?: readonly string[]) => Promise<number>;
  /** Removes sent and given-up mails enqueued before `before`; returns the count. Waiting mails stay. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
