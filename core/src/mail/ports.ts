import type { Result } from 'neverthrow';
import type { EpochMs } from '../kernel/index.ts';
import type { Mail, MailError } from './mail.ts';

/** Hands one mail over to the outside world: an SMTP server or the outbox folder. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<Result<void, MailError>>;
}

/** A mail that waits, with the tries that failed so far. */
export interface QueuedMail {
  readonly mail: Mail;
  readonly failures: number;
}

/** A mail that was given up, for the admin to see; the recipient's address is not part of it. */
export interface FailedMail {
  readonly id: string;
  readonly subject: string;
  readonly reason: string;
  readonly enqueuedAt: EpochMs;
}

/** A mail on its way. What it says may hold a link that only its recipient may follow. */
export interface WaitingMail {
  readonly to: string;
  readonly subject: string;
  readonly enqueuedAt: EpochMs;
}

/** The durable queue of mails. What is enqueued survives a restart and is delivered at least once. */
export interface MailQueue {
  /** Adds a mail; one whose id was enqueued before is not added again. */
  readonly enqueue: (mail: Mail, now: EpochMs) => Promise<void>;
  /** Calls `listener` soon after mails were added through this process; returns how to stop. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Takes up to `limit` mails that are due, the longest waiting first, and holds them until `leaseUntil`, so
   * that a second worker does not send them too; a worker that dies loses its hold at that time.
   */
  readonly take: (
    now: EpochMs,
    leaseUntil: EpochMs,
    limit: number,
  ) => Promise<readonly QueuedMail[]>;
  /** Marks a mail as handed over and forgets its content and its recipient. */
  readonly markSent: (id: string, now: EpochMs) => Promise<void>;
  /** Records a failed try; without `retryAt` the mail is given up and stays visible as failed. */
  readonly markFailed: (id: string, reason: string, retryAt: EpochMs | undefined) => Promise<void>;
  /** How many mails wait, and how many were given up. */
  readonly counts: () => Promise<{ readonly waiting: number; readonly failed: number }>;
  /** The mails that were given up, newest first, at most `limit`. */
  readonly failed: (limit: number) => Promise<readonly FailedMail[]>;
  /**
   * The mails that wait to an address, and those about a message from it, the longest waiting first.
   * Source: docs/law-and-search.md#D50.
   */
  readonly about: (address: string) => Promise<readonly WaitingMail[]>;
  /**
   * Removes the mails to an address and those about a message from it; returns how many. Of mails that were given up
   * only the subject is left, which a visitor may have written: those go by the ids of the messages.
   * Source: docs/law-and-search.md#D50.
   */
  readonly removeAbout: (address: string, messageIds?: readonly string[]) => Promise<number>;
  /** Removes sent mails and given-up ones that were enqueued before `before`; returns how many. Waiting mails stay. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
