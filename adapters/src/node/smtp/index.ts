import type { Mail, Mailer } from '@coachsite/core/mail';
import { isLoopbackHost } from '@coachsite/core/url';
import { err, ok } from 'neverthrow';
import { createTransport } from 'nodemailer';
import { mailFields } from '../mail-fields.ts';

/** The SMTP server and the sender. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password when the server asks for them. */
  readonly url: string;
  /** `Name <address>` of the sender of every mail. */
  readonly from: string;
}

/** Time limits of one delivery, in milliseconds; their sum is shorter than the lease of the mail queue. */
const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 45_000 };

/** The error as codes only: the server's message may contain the recipient's address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  return parts.join(' ') || 'unknown';
}

/** A mailer that delivers to an SMTP server. */
export interface SmtpMailer extends Mailer {
  readonly close: () => void;
}

/**
 * Sends through an SMTP server. The recipient is one address, never a parsed list, and the visitor of the
 * contact form appears in Reply-To only. Source: docs/security.md#CF-2.
 */
export function smtpMailer({ url, from }: SmtpOptions): SmtpMailer {
  const transport = createTransport({
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Mail servers on this machine use self-signed certificates, and the connection does not leave it.
    ...(isLoopbackHost(new URL(url).hostname) ? { tls: { rejectUnauthorized: false } } : {}),
  });
  return {
    send: async (mail: Mail) => {
      try {
        await transport.sendMail(mailFields(mail, from));
        return ok(undefined);
      } catch (error) {
        return err({ kind: 'mail_not_sent', reason: reasonOf(error) });
      }
    },
    close: () => transport.close(),
  };
}
