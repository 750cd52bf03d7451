import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { InboxMessage, MessageStatus } from './inbox.ts';

/** Which part of the inbox to read: newest first. */
export interface MessageQuery {
  readonly status?: MessageStatus;
  readonly limit: number;
  readonly offset: number;
}

/** At most `limit` messages after `since` are mailed one by one; the others wait for a bundle. */
export interface MailAllowance {
  readonly since: EpochMs;
  readonly limit: number;
}

/** Keeps the messages of the contact form. */
export interface MessageStore {
  /**
   * Stores the message and enqueues its mail, both or neither. Without a mail it is only stored; over the
   * allowance it is stored and waits for the next bundle.
   */
  readonly add: (
    message: InboxMessage,
    mail: Mail | undefined,
    allowance: MailAllowance,
  ) => Promise<void>;
  readonly list: (query: MessageQuery) => Promise<readonly InboxMessage[]>;
  /** How many messages there are of each status. */
  readonly counts: () => Promise<Readonly<Record<MessageStatus, number>>>;
  /** Replaces a message by what `change` makes of it, in one step; `undefined` when there is none. */
  readonly update: (
    id: string,
    change: (message: InboxMessage) => InboxMessage,
  ) => Promise<InboxMessage | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  /**
   * When a message has waited for a bundle since `waitingSince` or longer: enqueues one mail about all that
   * wait, in one step with no longer waiting. Returns how many it told about.
   */
  readonly bundle: (
    waitingSince: EpochMs,
    toMail: (messages: readonly InboxMessage[]) => Mail,
    now: EpochMs,
  ) => Promise<number>;
  /** Every message of one sender, newest first. Source: docs/law-and-search.md#D32. */
  readonly ofSender: (email: string) => Promise<readonly InboxMessage[]>;
  /** Removes every message of one sender and returns how many. Source: docs/law-and-search.md#D32. */
  readonly removeOfSender: (email: string) => Promise<number>;
  /** Removes the messages last changed before `before` and returns how many. */
  readonly purge: (before: EpochMs) => Promise<number>;
}

/** Writes the mails about messages; the recipient comes from the configuration. Source: docs/security.md#CF-2. */
export interface MessageMails {
  readonly forMessage: (message: InboxMessage) => Mail;
  readonly forBundle: (id: string, messages: readonly InboxMessage[]) => Mail;
}
