import { type Mail, type Mailer, mailProblemOf } from '@coachsite/core/mail';
import { isLoopbackHost } from '@coachsite/core/url';
import { err, ok } from 'neverthrow';
import type { Transporter } from 'nodemailer';
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

/**
 * The error as a problem and codes only: the server's message may contain the recipient's address. The words of the
 * server decide what the problem is, and are not kept.
 */
function failureOf(error: unknown) {
  const { code, responseCode, command, message } = error as Record<string, unknown>;
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const [codeText, commandText, text] = [code, command, message].map((one) =>
    typeof one === 'string' ? one : undefined,
  );
  const reason = [codeText, status].filter((part) => part !== undefined).join(' ') || 'unknown';
  const problem = mailProblemOf({ code: codeText, status, command: commandText, text });
  return err({ kind: 'mail_not_sent' as const, problem, reason });
}

/**
 * How the connection is secured. A mail server on this machine may use a self-signed certificate, because the
 * connection does not leave the machine. Elsewhere the certificate is verified and nothing is sent unencrypted, even if
 * somebody on the way removes the offer of STARTTLS: mails contain links and codes to sign in with.
 */
const security = (url: string) =>
  isLoopbackHost(new URL(url).hostname)
    ? { tls: { rejectUnauthorized: false } }
    : { requireTLS: true };

/** A mailer that delivers to an SMTP server. */
export interface SmtpMailer extends Mailer {
  /** Closes the connections that are kept open. */
  readonly close: () => void;
}

/**
 * Sends through an SMTP server. The recipient is one address, never a parsed list, and the visitor of the
 * contact form appears in Reply-To only. Source: docs/security.md#CF-2.
 */
export function smtpMailer({ url, from }: SmtpOptions): SmtpMailer {
  const options = {
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...security(url),
  };
  let opened: Promise<Transporter> | undefined;
  // On demand: the library would take an eighth of the time of every command, and few send a mail.
  const transport = () => {
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
    return opened;
  };
  return {
    send: async (mail: Mail) => {
      try {
        await (await transport()).sendMail(mailFields(mail, from));
        return ok(undefined);
      } catch (error) {
        return failureOf(error);
      }
    },
    verify: async () => {
      try {
        await (await transport()).verify();
        return ok(undefined);
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => {
      opened?.then(
        (one) => one.close(),
        () => undefined,
      );
    },
  };
}
