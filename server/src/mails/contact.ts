import {
  type DueMessage,
  dueAtEndOfDay,
  type InboxMessage,
  type MessageMails,
} from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import type { EpochMs } from '@coachsite/core/kernel';
import { defaultLanguage, withClock } from '@coachsite/core/language';
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';
import { fill, intlLocale, mailTexts } from './texts.ts';

/** Made for each mail: a command that sends none would wait for the calendar of the language too. */
const write = (time: EpochMs, timeStyle?: 'short') =>
  new Intl.DateTimeFormat(intlLocale[defaultLanguage], {
    timeZone: defaultZone,
    dateStyle: 'full',
    timeStyle,
  }).format(time);

const at = (time: EpochMs) => {
  const { moment } = mailTexts[defaultLanguage].contact;
  return fill(moment, { time: withClock(write(time, 'short'), defaultLanguage) });
};

/** By when a reply is due: the day alone where it is due when that ends. */
const by = (dueAt: EpochMs) => {
  const lastMinute = dueAtEndOfDay(dueAt, defaultZone);
  return lastMinute === undefined ? at(dueAt) : write(lastMinute);
};

const toLine = ({ receivedAt, name, email, subject }: InboxMessage) =>
  `${at(receivedAt)} · ${name} (${email}) · ${subject}`;

/** The beginning of a message, on one line, for the list of mails. */
function beginning(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : characters.join('');
}

/** The mails to the coach about the contact form, in the site's first language. */
export function contactMails({ site, contactTo, publicUrl }: Config): MessageMails {
  const {
    reason,
    reminderReason,
    message: one,
    bundle,
    languages,
    ...reminders
  } = mailTexts[defaultLanguage].contact;
  const inbox = `${publicUrl}/admin`;
  const toDueLine =
    (line: string) =>
    ({ message, dueAt }: DueMessage) =>
      fill(line, {
        due: by(dueAt),
        name: message.name,
        address: message.email,
        subject: message.subject,
      });
  const frame = { lang: defaultLanguage, reason: fill(reason, { brand: site.name }) };
  const reminderFrame = { ...frame, reason: fill(reminderReason, { brand: site.name }) };
  return {
    forMessage: (message, dueAt) => {
      const texts = fill(one, {
        subject: message.subject,
        name: message.name,
        address: message.email,
        due: by(dueAt),
        language: languages[message.language],
        start: beginning(message.message),
      });
      return {
        id: message.id,
        to: contactTo,
        replyTo: { name: message.name, address: message.email },
        ...layOutMail(site, {
          ...frame,
          subject: texts.subject,
          preheader: texts.preheader,
          heading: message.subject,
          paragraphs: [texts.paragraph],
          quote: message.message,
          notes: [texts.reply, texts.promise, ...(message.flagged ? [texts.flagged] : [])],
        }),
      };
    },
    forBundle: (id, messages, count) => {
      const texts = fill(bundle, { count: String(count) });
      return {
        id,
        to: contactTo,
        ...layOutMail(site, {
          ...frame,
          subject: texts.subject,
          preheader: texts.preheader,
          paragraphs: [texts.paragraph],
          quote: messages.map(toLine).join('\n\n'),
          action: { label: texts.action, url: inbox },
        }),
      };
    },
    forReminder: (id, kind, due, count) => {
      const texts = kind === 'late' ? reminders.late : reminders.dueSoon;
      const line = kind === 'late' ? reminders.lateLine : reminders.dueLine;
      const subject = count === 1 ? texts.subject_one : texts.subject_other;
      return {
        id,
        to: contactTo,
        ...layOutMail(site, {
          ...reminderFrame,
          preheader: texts.preheader,
          subject: fill(subject, { count: String(count) }),
          paragraphs: [texts.paragraph],
          quote: due.map(toDueLine(line)).join('\n\n'),
          action: { label: texts.action, url: inbox },
        }),
      };
    },
  };
}
