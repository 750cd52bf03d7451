import type { CanonicalEmail, PhoneDigits } from '../account/index.ts';
import type { EpochMs, Result } from '../kernel/index.ts';
import type { PausableQueue } from '../queue/index.ts';
import type { Mail, MailError, MailFailure } from './mail.ts';
import type { MailProblem } from './problem.ts';

/** Sends mails, through an SMTP server or to the outbox folder. */
export interface Mailer {
  /** Hands one mail to the mail server; resolves once that server took it. Errors: why it did not. */
  readonly send: (mail: Mail) => Promise<Result<void, MailError>>;
  /** Checks that mails could be sent: connects and signs in. */
  readonly verify: () => Promise<Result<void, MailError>>;
}

/** A mail that was taken from the queue. */
export interface QueuedMail {
  readonly mail: Mail;
  readonly failures: number;
  /** Attempts since the last recorded outcome that were begun and never ended. */
  readonly unfinished: number;
  /** The mail was postponed, and another one was sent since. */
  readonly wasPassed: boolean;
}

/** A mail that waits or was given up, without its text, which may contain a link meant for its recipient only. */
export interface UnsentMail {
  readonly id: string;
  /** `failed`: given up; it is sent only when somebody asks for it. */
  readonly state: 'waiting' | 'failed';
  /** `undefined` once the content was erased. */
  readonly to: string | undefined;
  /** Kept after the content was erased. */
  readonly subject: string;
  /** The problem of the last attempt; `undefined` before the first. */
  readonly problem: MailProblem | undefined;
  /** The codes of the last attempt, for the operator; empty before the first. */
  readonly reason: string;
  /** Failed attempts since it was enqueued or retried. */
  readonly failures: number;
  readonly enqueuedAt: EpochMs;
  /** `undefined` for a mail that was given up. */
  readonly nextTryAt: EpochMs | undefined;
}

/** The outcome of a request to send a mail again. */
type RetryOutcome = 'due' | 'mail_not_found' | 'mail_content_gone';

/** An unsent mail to one person, as shown to that person. */
export interface WaitingMail {
  readonly to: string;
  readonly subject: string;
  readonly enqueuedAt: EpochMs;
}

/** The durable queue of mails. An enqueued mail survives a restart and is delivered at least once. */
export interface MailQueue extends PausableQueue {
  /** Adds a mail, unless one with its id was enqueued before. It is due now, or at `dueAt`, at most a day later. */
  readonly enqueue: (mail: Mail, now: EpochMs, dueAt?: EpochMs) => Promise<void>;
  /** Calls `listener` soon after this process added mails; returns a function to unsubscribe. */
  readonly onEnqueued: (listener: () => void) => () => void;
  /**
   * Leases up to `limit` due mails until `leaseUntil`, longest waiting first, so that no other worker sends them, and
   * counts the attempt; the lease of a crashed worker ends at that time. A mail whose last attempt never ended comes
   * after the others, and alone. After the clock was set back, mails that were never tried are due, and so are those due
   * more than two days ahead.
   */
  readonly take: (
    limit: number,
    leaseUntil: EpochMs,
    now: EpochMs,
  ) => Promise<readonly QueuedMail[]>;
  /**
   * Marks a mail as sent and deletes its content and recipient, also where another worker gave it up after the lease of this
   * one had ended.
   */
  readonly markSent: (id: string, now: EpochMs) => Promise<void>;
  /** Records a failed attempt; the mail is due again at `at`. */
  readonly retryLater: (id: string, failure: MailFailure, at: EpochMs) => Promise<void>;
  /** Gives a mail back without a failed attempt, because the server takes none; it is due again at `until`. */
  readonly postpone: (
    id: string,
    failure: MailFailure,
    until: EpochMs,
    now: EpochMs,
  ) => Promise<void>;
  /** Gives a mail up. It stays visible, and keeps its content unless it carries a link or code. */
  readonly giveUp: (id: string, failure: MailFailure, now: EpochMs) => Promise<void>;
  /** Makes a mail that waits or was given up due now, with all its tries, and ends a pause of the queue. */
  readonly retry: (id: string, now: EpochMs) => Promise<RetryOutcome>;
  /** Does that for all mails, as far as they have their content; returns how many were given up or waited. */
  readonly retryAll: (now: EpochMs) => Promise<number>;
  /** The numbers of waiting mails and of mails given up. */
  readonly counts: () => Promise<{ readonly waiting: number; readonly failed: number }>;
  /** The mails that were given up, then those that wait; newest first, at most `limit`. */
  readonly unsent: (limit: number) => Promise<readonly UnsentMail[]>;
  /**
   * The unsent mails to an address, those about a message from it, and those whose text names it (a mail that lists
   * several messages); longest waiting first. Empty for a phone number. Source: docs/law-and-search.md#D50.
   */
  readonly about: (recipient: CanonicalEmail | PhoneDigits) => Promise<readonly WaitingMail[]>;
  /**
   * Removes the mails that `about` finds; returns the count. Mails whose content was erased have only a subject left, which
   * a visitor may have written: they are found by the ids of the messages.
   * Source: docs/law-and-search.md#D50.
   */
  readonly removeAbout: (
    recipient: CanonicalEmail | PhoneDigits,
    messageIds?: readonly string[],
  ) => Promise<number>;
  /**
   * Removes the unsent mails to an address, except those one can unsubscribe from: they belong to a place on a waiting
   * list. Returns the count. Source: docs/law-and-search.md#D51.
   */
  readonly removeTo: (address: CanonicalEmail) => Promise<number>;
  /** Removes the mails sent or given up before `before`; returns the count. Waiting mails stay. */
  readonly purge: (before: EpochMs) => Promise<number>;
}
