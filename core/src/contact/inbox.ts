import type { EpochMs, Milliseconds } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import type { ContactMessage } from './message.ts';

/** The statuses of a message. Source: docs/contract.md#3. */
export const messageStatuses = ['new', 'answered', 'archived', 'spam'] as const;

/** The status of a message in the inbox. */
export type MessageStatus = (typeof messageStatuses)[number];

/** A stored message. IP and browser of the sender are not stored. Source: docs/law-and-search.md#D34. */
export interface InboxMessage extends ContactMessage {
  readonly id: string;
  readonly language: Language;
  readonly status: MessageStatus;
  /** Suspicious (sent very fast, or from another site), but delivered as usual. */
  readonly flagged: boolean;
  /** When it was stored; the promise of a reply starts here. */
  readonly receivedAt: EpochMs;
  /** When it was first marked as answered; `undefined` while it is new or spam, or was archived without an answer. */
  readonly answeredAt: EpochMs | undefined;
  /** Last change by the admin, or the time of receipt; retention starts here. */
  readonly changedAt: EpochMs;
}

/** The message does not exist (any more). */
export interface MessageNotFoundError {
  /** Somebody deleted it, or its retention ended. */
  readonly kind: 'message_not_found';
}

/**
 * A form submitted faster than this is only flagged, because autofill is fast too. In milliseconds.
 * Source: docs/security.md#CF-5.
 */
export const hastyMs = 2000;

/** Whether a form was submitted suspiciously fast, `elapsedMs` after it was shown; `undefined` is not. */
export function isHasty(elapsedMs: Milliseconds | undefined): boolean {
  return elapsedMs !== undefined && elapsedMs < hastyMs;
}

/**
 * The message with another status. The time of the first reply is kept when a message is marked as answered again or
 * archived; it is removed when the status becomes new or spam.
 */
export function withStatus(
  message: InboxMessage,
  status: MessageStatus,
  now: EpochMs,
): InboxMessage {
  const unanswered = status === 'new' || status === 'spam';
  const answeredAt = unanswered
    ? undefined
    : (message.answeredAt ?? (status === 'answered' ? now : undefined));
  return { ...message, status, answeredAt, changedAt: now };
}
