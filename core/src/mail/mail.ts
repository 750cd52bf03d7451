import { type EpochMs, minuteMs } from '../kernel/index.ts';

/** The content of a mail, as text and HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * An outgoing mail. `id` also becomes its Message-ID, the same at every attempt, so that mail servers recognise a
 * repeat.
 */
export interface Mail extends MailContent {
  readonly id: string;
  readonly to: string;
  /** The recipient of replies, if not the sender: the visitor who used the contact form. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** URL of the one-click unsubscription (RFC 8058), for advertising mails. */
  readonly unsubscribeUrl?: string;
}

/** Why a mail could not be sent; `reason` is for the admin and contains no message text. */
export interface MailError {
  readonly kind: 'mail_not_sent';
  readonly reason: string;
}

/** After this many attempts a mail is given up and shown to the admin. Source: docs/security.md#DR-13. */
export const maxMailTries = 5;

/** Delay before attempt `failures + 1`, in milliseconds: one minute, then five times longer each time. */
export function mailRetryDelayMs(failures: number): number {
  return minuteMs * 5 ** Math.max(0, failures - 1);
}

/** When to retry after `failures` failed attempts; `undefined` if the mail is given up. */
export function nextMailTryAt(failures: number, now: EpochMs): EpochMs | undefined {
  return failures >= maxMailTries ? undefined : now + mailRetryDelayMs(failures);
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

/** One line without control characters, to prevent header injection. Source: docs/security.md#CF-2. */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
