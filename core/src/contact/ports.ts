import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { InboxMessage, MessageStatus } from './inbox.ts';

/** Selects part of the inbox. */
export interface MessageQuery {
  /** Only messages of this status; absent: of all. */
  readonly status?: MessageStatus;
  /** Words that all occur in name, e-mail address, subject or text, whatever their case. */
  readonly search?: string;
  readonly limit: number;
  /** How many of the first are left out. */
  readonly offset: number;
}

/** At most `limit` messages after `since` are mailed individually; the others wait for a bundle. */
export interface MailAllowance {
  /** Mails about messages received later than this count, by what has `elapsed` until the new message. */
  readonly since: EpochMs;
  readonly limit: number;
}

/** The most messages that one mail lists; the inbox shows the others. */
export const mostListedMessages = 200;

/** Composes one mail about `count` messages, of which it gets the first {@link mostListedMessages}. */
export type ToMail = (messages: readonly InboxMessage[], count: number) => Mail;

/** Where messages that wait for a reply are divided by their time of receipt. */
export interface DueLimits {
  /** Those received before are late. */
  readonly lateBefore: EpochMs;
  /** Those received from `lateBefore` until this moment are due soon. */
  readonly soonUntil: EpochMs;
}

/** All messages of status `new`, and when the oldest came. */
export interface WaitingMessages {
  /** All of them. */
  readonly new: number;
  /** Received before `lateBefore`. */
  readonly late: number;
  /** Received from `lateBefore` to `soonUntil`. */
  readonly dueSoon: number;
  /** `undefined` if none waits. */
  readonly oldestReceivedAt: EpochMs | undefined;
}

/** Stores the messages of the contact form. */
export interface MessageStore {
  /**
   * Stores the message and enqueues the mail that `toMail` composes, atomically. Without `toMail` it is only stored; over
   * the allowance it is stored and waits for the next bundle, and no mail is composed. Returns what is stored: where one
   * with the same name, address (in any case), subject, text and language waits for a reply and was received later than
   * `repeatedSince`, or is as far ahead, that one, and nothing is stored or enqueued. Without `repeatedSince` each is a
   * message of its own. Of two equal ones at once, one is stored.
   */
  readonly add: (
    message: InboxMessage,
    toMail: (() => Mail) | undefined,
    allowance: MailAllowance,
    repeatedSince?: EpochMs,
  ) => Promise<InboxMessage>;
  /** Those of status `new` first, the one received first on top, as its reply is due soonest; then the others, newest first. */
  readonly list: (query: MessageQuery) => Promise<readonly InboxMessage[]>;
  /** All messages of a filter in that order, in slices: reading the whole inbox must not keep others waiting. */
  readonly slices: (
    filter: Pick<MessageQuery, 'status' | 'search'>,
  ) => AsyncIterable<readonly InboxMessage[]>;
  /** The number of messages of each status, of all or of those that a search finds. */
  readonly counts: (search?: string) => Promise<Readonly<Record<MessageStatus, number>>>;
  /** Counts the messages of status `new`. */
  readonly waiting: (limits: DueLimits) => Promise<WaitingMessages>;
  /** Applies `change` to a message in one atomic step; `undefined` if there is none. */
  readonly update: (
    id: string,
    change: (message: InboxMessage) => InboxMessage,
  ) => Promise<InboxMessage | undefined>;
  /** Deletes a message; false if there is none. */
  readonly remove: (id: string) => Promise<boolean>;
  /**
   * If a message has waited for a bundle since `waitingSince` or longer, by what has `elapsed`: atomically enqueues one mail
   * about all waiting messages and marks the first of them as sent, and the others in further steps. Returns their number.
   */
  readonly bundle: (waitingSince: EpochMs, toMail: ToMail, now: EpochMs) => Promise<number>;
  /**
   * Enqueues one mail about the messages of status `new` whose reply is due soon and that no such mail has counted yet.
   * Marks the first of them in the same atomic step, and the others in further steps. Returns their number; if there
   * are none, enqueues nothing.
   */
  readonly remindDueSoon: (limits: DueLimits, toMail: ToMail, now: EpochMs) => Promise<number>;
  /**
   * Enqueues one mail about all late messages, in one atomic step, unless such a mail went after `since`. Returns their
   * number; without any there is no mail.
   */
  readonly remindLate: (
    limits: Pick<DueLimits, 'lateBefore'> & { readonly since: EpochMs },
    toMail: ToMail,
    now: EpochMs,
  ) => Promise<number>;
  /** All messages of one sender, whose address is in any case, newest first. Source: docs/law-and-search.md#D32. */
  readonly ofSender: (email: string) => Promise<readonly InboxMessage[]>;
  /** Removes all messages of one sender and returns the count. Source: docs/law-and-search.md#D32. */
  readonly removeOfSender: (email: string) => Promise<number>;
  /** Removes the messages last changed before `before` and returns the count. */
  readonly purge: (before: EpochMs) => Promise<number>;
}

/** Composes the mails about messages; the recipient comes from the configuration. Source: docs/security.md#CF-2. */
export interface MessageMails {
  /** About a new message, whose reply is due at `dueAt`. */
  readonly forMessage: (message: InboxMessage, dueAt: EpochMs) => Mail;
  /** About `count` messages that came too fast for a mail each; `messages` are the first of them. */
  readonly forBundle: (id: string, messages: readonly InboxMessage[], count: number) => Mail;
  /** `count` replies are due soon, or late; `due` are the first of them, the one that is due first on top. */
  readonly forReminder: (
    id: string,
    kind: ReminderKind,
    due: readonly DueMessage[],
    count: number,
  ) => Mail;
}

/** Whether replies are due soon or late. */
export type ReminderKind = 'due_soon' | 'late';

/** A message and when its reply is due. */
export interface DueMessage {
  readonly message: InboxMessage;
  /** When the promised reply is due, pauses included. */
  readonly dueAt: EpochMs;
}
