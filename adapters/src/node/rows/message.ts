import type { InboxMessage, MessageStatus } from '@coachsite/core/contact';
import type { Language } from '@coachsite/core/language';
import { containsWords } from '@coachsite/core/text';

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

/**
 * The pattern of a word. LIKE ignores the case of ASCII letters only, so other characters match any text. NUL is in no
 * message: an empty pattern matches none either, while SQLite ends a pattern there and PostgreSQL rejects it.
 */
const toPattern = (word: string) =>
  word.includes('\0')
    ? ''
    : `%${word.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\P{ASCII}+/gu, '%')}%`;

/** A search of the inbox: SQL finds the messages that may contain its words, and the rule of the core decides about them. */
export function toSearch(search = '') {
  const words = search.normalize('NFC').split(/\s+/).filter(Boolean);
  const isWide = words.some((word) => /\P{ASCII}/u.test(word));
  return {
    /** What a message must match all of; none without a word. */
    patterns: words.map(toPattern),
    /** Whether SQL has to give the text of what it finds, as the patterns match more than the words. */
    isWide,
    /** Decides about the text that SQL gave: `null` for a message that does not match. */
    isFound: (text: string | null) => text !== null && (!isWide || containsWords(text, search)),
  };
}
