import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { InboxMessage, MessageStatus } from './inbox.ts';

/** Selects part of the inbox, newest first. */
export interface MessageQuery {
  readonly status?: MessageStatus;
  readonly limit: number;
  readonly offset: number;
}

/** At most `limit` messages after `since` are mailed individually; the others wait for a bundle. */
export interface MailAllowance {
  readonly since: EpochMs;
  readonly limit: number;
}

/** Where messages that wait for a reply are divided by their time of receipt. */
export interface DueLimits {
  /** Those received before are late. */
  readonly lateBefore: EpochMs;
  /** Those received from `lateBefore` until this moment are due soon. */
  readonly soonUntil: EpochMs;
}

/** All messages of status `new`, and when the oldest came. */
export interface WaitingMessages {
  readonly new: number;
  readonly late: number;
  readonly dueSoon: number;
  readonly oldestReceivedAt: EpochMs | undefined;
}

/** Stores the messages of the contact form. */
export interface MessageStore {
  /**
   * Stores the message and enqueues its mail atomically. Without a mail it is only stored; over the allowance it is
   * stored and waits for the next bundle.
   */
  readonly add: (
    message: InboxMessage,
    mail: Mail | undefined,
    allowance: MailAllowance,
  ) => Promise<void>;
  readonly list: (query: MessageQuery) => Promise<readonly InboxMessage[]>;
  /** The number of messages of each status. */
  readonly counts: () => Promise<Readonly<Record<MessageStatus, number>>>;
  /** Counts the messages of status `new`. */
  readonly waiting: (limits: DueLimits) => Promise<WaitingMessages>;
  /** Applies `change` to a message in one atomic step; `undefined` if there is none. */
  readonly update: (
    id: string,
    change: (message: InboxMessage) => InboxMessage,
  ) => Promise<InboxMessage | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  /**
   * If a message has waited for a bundle since `waitingSince` or longer: atomically enqueues one mail about all
   * waiting messages and marks them as sent. Returns their number.
   */
  readonly bundle: (
    waitingSince: EpochMs,
    toMail: (messages: readonly InboxMessage[]) => Mail,
    now: EpochMs,
  ) => Promise<number>;
  /** All messages of one sender, newest first. Source: docs/law-and-search.md#D32. */
  readonly ofSender: (email: string) => Promise<readonly InboxMessage[]>;
  /** Removes all messages of one sender and returns the count. Source: docs/law-and-search.md#D32. */
  readonly removeOfSender: (email: string) => Promise<number>;
  /** Removes the messages last changed before `before` and returns the count. */
  readonly purge: (before: EpochMs) => Promise<number>;
}

/** Composes the mails about messages; the recipient comes from the configuration. Source: docs/security.md#CF-2. */
export interface MessageMails {
  readonly forMessage: (message: InboxMessage) => Mail;
  readonly forBundle: (id: string, messages: readonly InboxMessage[]) => Mail;
}
