import {
  automaticHeaders,
  headerText,
  type Mail,
  messageId,
  unsubscribeHeaders,
} from '@coachsite/core/mail';
import type { SendMailOptions } from 'nodemailer';

/** The sender: a name in `from`, which the operator wrote, is kept; else the mail names its sender. */
const senderOf = ({ senderName }: Mail, from: string) =>
  senderName && !from.includes('<') ? { name: headerText(senderName), address: from } : from;

/**
 * A mail as nodemailer takes it. The recipient is one address, never a parsed list, and the visitor of the contact form
 * appears in Reply-To only. Source: docs/security.md#CF-2.
 */
export function mailFields(mail: Mail, from: string): SendMailOptions {
  return {
    messageId: messageId(mail, from),
    from: senderOf(mail, from),
    to: { name: '', address: mail.to },
    ...(mail.replyTo && {
      replyTo: { name: headerText(mail.replyTo.name), address: mail.replyTo.address },
    }),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { ...automaticHeaders(mail), ...unsubscribeHeaders(mail) },
  };
}
