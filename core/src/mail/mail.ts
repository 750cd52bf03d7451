import { type EpochMs, minuteMs } from '../kernel/index.ts';

/** What a mail says, in both forms. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One outgoing message. `id` also becomes its Message-ID, the same at every try, so that a repeat is recognised. */
export interface Mail extends MailContent {
  readonly id: string;
  readonly to: string;
  /** Who gets the answer, when that is not the sender: the visitor of the contact form. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address of the one-click unsubscription (RFC 8058); advertising mails carry it. */
  readonly unsubscribeUrl?: string;
}

/** Why a mail could not be handed over; `reason` is for the admin and holds no message text. */
export interface MailError {
  readonly kind: 'mail_not_sent';
  readonly reason: string;
}

/** A mail is given up, and shown to the admin, after this many tries. Source: docs/security.md#DR-13. */
export const maxMailTries = 5;

/** Wait before try `failures + 1`: one minute, then five times longer each time. */
export function mailRetryDelayMs(failures: number): number {
  return minuteMs * 5 ** Math.max(0, failures - 1);
}

/** When to try again after `failures` failed tries, or `undefined` when the mail is given up. */
export function nextMailTryAt(failures: number, now: EpochMs): EpochMs | undefined {
  return failures >= maxMailTries ? undefined : now + mailRetryDelayMs(failures);
}

/** The domain of a sender given as `Name <address>` or as a bare address. */
function senderDomain(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';
}

/** The Message-ID header (RFC 5322, 3.6.4): the same at every try of one mail. Source: docs/security.md#DR-13. */
export function messageId(mail: Mail, from: string): string {
  return `<${mail.id}@${senderDomain(from)}>`;
}

/**
 * The headers of one-click unsubscription (RFC 8058), none when the mail is no advertising.
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
 * One line without control characters, for a header: nobody adds a header of their own. Source: docs/security.md#CF-2.
 */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
