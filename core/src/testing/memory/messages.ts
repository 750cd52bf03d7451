import { err, ok } from 'neverthrow';
import type { InboxMessage, MessageMails } from '../../contact/index.ts';
import type { RequiredOfProduct } from '../../kernel/index.ts';
import {
  type OfferedArgument,
  type OfferedLanguages,
  languages as specified,
} from '../../language/index.ts';
import { headerText, type Mail, type Mailer } from '../../mail/index.ts';
import type { InterestMails } from '../../notify-me/index.ts';
import type { AuthMessage, AuthMessenger } from '../../one-time-token/index.ts';
import type { PhoneMessage, PhoneMessenger, Sms, SmsSender } from '../../sms/index.ts';
import { escapeMarkup } from '../../text/index.ts';

/** A mailer that keeps what it sends in `sent`, while `isUp` holds. */
export function memoryMailer(isUp: () => boolean = () => true): Mailer & { readonly sent: Mail[] } {
  const sent: Mail[] = [];
  const failed = { kind: 'mail_not_sent', problem: 'no_connection', reason: 'TEST' } as const;
  return {
    sent,
    send: async (mail) => {
      if (!isUp()) return err(failed);
      sent.push(mail);
      return ok();
    },
    verify: async () => (isUp() ? ok() : err(failed)),
  };
}

/** A sender that keeps what it sends in `sent`, while `isUp` holds. */
export function memorySmsSender(
  isUp: () => boolean = () => true,
): SmsSender & { readonly sent: Sms[] } {
  const sent: Sms[] = [];
  return {
    sent,
    send: async (sms) => {
      if (!isUp()) return err({ kind: 'sms_send_failed', problem: 'unavailable', reason: 'TEST' });
      sent.push(sms);
      return ok();
    },
  };
}

/** Keeps the messages about accounts in `sent`, and writes the languages offered. */
export function memoryAuthMessenger(
  ...offered: OfferedArgument
): AuthMessenger & { readonly sent: AuthMessage[] };
export function memoryAuthMessenger(
  languages: OfferedLanguages = specified,
): AuthMessenger & { readonly sent: AuthMessage[] } {
  const sent: AuthMessage[] = [];
  return {
    languages,
    sent,
    send: async (message) => {
      sent.push(message);
    },
  };
}

/** Keeps the text messages about accounts in `sent`, and writes the languages offered; `sendNow` fails unless `isUp` holds. */
export function memoryPhoneMessenger(
  ...given: RequiredOfProduct<'language', [isUp: () => boolean, offered: OfferedLanguages]>
): PhoneMessenger & { readonly sent: PhoneMessage[] };
export function memoryPhoneMessenger(
  isUp: () => boolean = () => true,
  languages: OfferedLanguages = specified,
): PhoneMessenger & { readonly sent: PhoneMessage[] } {
  const sent: PhoneMessage[] = [];
  return {
    languages,
    sent,
    send: async (message) => {
      sent.push(message);
    },
    sendNow: async (message) => {
      if (!isUp()) return err({ kind: 'sms_send_failed', problem: 'unavailable', reason: 'TEST' });
      sent.push(message);
      return ok();
    },
  };
}

const contentOf = (subject: string, text: string) => ({
  subject: headerText(subject),
  text,
  html: `<p>${escapeMarkup(text)}</p>`,
});

/** Bare mails about messages, to `to`. */
export function memoryMessageMails(to = 'coach@example.com'): MessageMails {
  const line = ({ name, email, subject }: InboxMessage) => `${name} ${email} ${subject}`;
  return {
    forMessage: (message, dueAt) => ({
      id: message.id,
      to,
      replyTo: { name: message.name, address: message.email },
      ...contentOf(message.subject, `${line(message)}\n${message.message}\n${dueAt}`),
    }),
    forBundle: (id, messages) => ({
      id,
      to,
      ...contentOf(`${messages.length} messages`, messages.map(line).join('\n')),
    }),
    forReminder: (id, kind, due) => ({
      id,
      to,
      ...contentOf(`${due.length} ${kind}`, due.map(({ message }) => line(message)).join('\n')),
    }),
  };
}

/** Bare mails of the waiting list. */
export function memoryInterestMails(): InterestMails {
  return {
    confirmation: ({ id, interest, confirmToken, unsubscribeToken }) => ({
      id,
      to: interest.email,
      unsubscribeUrl: `https://site.example/unsubscribe?token=${unsubscribeToken}`,
      secretUntil: interest.requestedAt + 7 * 86_400_000,
      ...contentOf(interest.programId, `https://site.example/confirm?token=${confirmToken}`),
    }),
    launch: ({ id, interest, unsubscribeToken }) => {
      const unsubscribeUrl = `https://site.example/unsubscribe?token=${unsubscribeToken}`;
      return {
        id,
        to: interest.email,
        unsubscribeUrl,
        ...contentOf(interest.programId, `${interest.programId} ${unsubscribeUrl}`),
      };
    },
    launchSample: ({ id, to, programId, isTest }) => ({
      id,
      to,
      ...contentOf(isTest ? `Test: ${programId}` : programId, programId),
    }),
  };
}
