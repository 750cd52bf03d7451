import type { EpochMs } from '../kernel/index.ts';
import type { MailProblem } from './problem.ts';

/** The content of a mail, as text and HTML. */
export interface MailContent {
  /** One line. */
  readonly subject: string;
  /** Shown as the sender, unless the operator fixed a name for every mail. */
  readonly senderName?: string;
  /** The plain part; it says everything that the HTML part says. */
  readonly text: string;
  /** A whole HTML document. */
  readonly html: string;
}

/**
 * An outgoing mail. `id` also becomes its Message-ID, the same at every attempt, so that mail servers recognise a
 * repeat.
 */
export interface Mail extends MailContent {
  /** Unique; one id is enqueued once. */
  readonly id: string;
  /** One address, without a name. */
  readonly to: string;
  /** The recipient of replies, if not the sender: the visitor who used the contact form. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** One line; it stays in the queue when the content is erased. */
  readonly subject: string;
  readonly text: string;
  /** A whole HTML document. */
  readonly html: string;
  /** URL of the one-click unsubscription (RFC 8058), for advertising mails. */
  readonly unsubscribeUrl?: string;
  /**
   * Until when the link or code in the mail is valid. A mail with one is tried no longer than that, and forgets its
   * content when it is given up. Source: docs/security.md#DR-13.
   */
  readonly secretUntil?: EpochMs;
}

/** What went wrong: for the admin in words, and the codes for the operator. Contains neither recipient nor text. */
export interface MailFailure {
  /** The reason, as far as somebody can act on it. */
  readonly problem: MailProblem;
  /** The codes of the mail library and the server, such as `EENVELOPE 550`; may be empty. */
  readonly reason: string;
}

/** A mail could not be sent. */
export interface MailError extends MailFailure {
  /** `problem` says whether another attempt makes sense. */
  readonly kind: 'mail_not_sent';
}

/** The domain of a sender, given as `Name <address>` or as an address alone. */
function senderDomain(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';
}

/** The Message-ID header (RFC 5322, 3.6.4), the same at every attempt. Source: docs/security.md#DR-13. */
export function messageId(mail: Mail, from: string): string {
  return `<${mail.id}@${senderDomain(from)}>`;
}

/**
 * The headers of one-click unsubscription (RFC 8058); none unless the mail is advertising.
 * Source: docs/law-and-search.md#D43.
 */
export function unsubscribeHeaders(mail: Mail): Readonly<Record<string, string>> {
  return mail.unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
}

/**
 * The header that keeps responders from answering a mail (RFC 3834, 5); none on one that holds a visitor's message, which a
 * person wrote and which is answered. Source: docs/contract.md#8.
 */
export function automaticHeaders({ replyTo }: Mail): Readonly<Record<string, string>> {
  return replyTo === undefined ? { 'Auto-Submitted': 'auto-generated' } : {};
}

/**
 * One line without control characters, to prevent header injection. The beginning of an encoded word (RFC 2047) is
 * removed too: a mail program would decode it and show text that nobody checked. Source: docs/security.md#CF-2.
 */
export function headerText(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
}
