import type { EpochMs } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import type { ContactMessage } from './message.ts';

/** What the admin has done with a message. Source: docs/contract.md#3. */
export const messageStatuses = ['new', 'answered', 'archived', 'spam'] as const;

export type MessageStatus = (typeof messageStatuses)[number];

/**
 * A message as it is kept. Neither address nor browser of the sender belongs to it. Source: docs/law-and-search.md#D34.
 */
export interface InboxMessage extends ContactMessage {
  readonly id: string;
  /** The language of the form it was written in. */
  readonly language: Language;
  readonly status: MessageStatus;
  /** Something about it was odd (sent very fast, or from another site), yet it counts as a message. */
  readonly flagged: boolean;
  readonly receivedAt: EpochMs;
  readonly answeredAt: EpochMs | undefined;
  /** Last change by the admin, or when it came in; retention counts from here. */
  readonly changedAt: EpochMs;
}

/** What the admin asked for does not exist (any more). */
export interface MessageNotFoundError {
  readonly kind: 'message_not_found';
}

/**
 * A form that comes back faster than this is flagged; autofill is fast too, so no more than that.
 * Source: docs/security.md#CF-5.
 */
export const hastyMs = 2000;

/** Whether a form filled in `elapsedMs` after it was shown was filled in suspiciously fast; unknown is not. */
export function isHasty(elapsedMs: number | undefined): boolean {
  return elapsedMs !== undefined && elapsedMs < hastyMs;
}

/**
 * The message with another status. The first answer counts: answering twice, or archiving what was answered,
 * keeps its time; what is new again or spam has no answer.
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
