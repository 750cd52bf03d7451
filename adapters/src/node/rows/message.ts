import type { InboxMessage, MessageStatus } from '@coachsite/core/contact';
import type { Language } from '@coachsite/core/language';
import { containsWords } from '@coachsite/core/text';
import { lower, sql } from '../sql/dialect.ts';
import { isNear } from '../sql/near.ts';

/** A row of `contact_messages`. */
export interface MessageRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly language: string;
  readonly status: string;
  readonly flagged: number;
  readonly received_at_ms: number;
  readonly answered_at_ms: number | null;
  readonly changed_at_ms: number;
}

export const messageColumns = `id, name, email, subject, message, language, status, flagged,
  received_at_ms, answered_at_ms, changed_at_ms`;

/** The condition under which a message with the words of another one was sent before it and waits. */
export const isSent = sql`status = 'new' AND lower(email) = ${lower(':email')} AND name = :name AND subject = :subject
  AND message = :message AND language = :language AND ${isNear('received_at_ms')}`;

export const toMessage = (row: MessageRow): InboxMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  language: row.language as Language,
  status: row.status as MessageStatus,
  flagged: row.flagged === 1,
  receivedAt: row.received_at_ms,
  answeredAt: row.answered_at_ms ?? undefined,
  changedAt: row.changed_at_ms,
});

export const toMessageRow = (message: InboxMessage): MessageRow => ({
  id: message.id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
  language: message.language,
  status: message.status,
  flagged: message.flagged ? 1 : 0,
  received_at_ms: message.receivedAt,
  answered_at_ms: message.answeredAt ?? null,
  changed_at_ms: message.changedAt,
});

/** Selects part of the inbox. */
export interface InboxFilter {
  readonly status?: MessageStatus | undefined;
  readonly search?: string | undefined;
}

/** Whether a search has a word; without one it finds all messages. */
export const hasWords = (search = ''): boolean => /\S/.test(search);

/** Of messages that SQL read with their texts, those that a search finds. */
export const foundBy = <Read extends { readonly text: string | null }>(
  messages: readonly Read[],
  search = '',
): readonly Read[] => messages.filter(({ text }) => text === null || containsWords(text, search));
