import { type InboxMessage, type MessageMails, replyDueAt } from '@coachsite/core/contact';
import type { EpochMs } from '@coachsite/core/kernel';
import { defaultLanguage } from '@coachsite/core/language';
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';

/** Messages a bundle lists one by one; the inbox shows the others. */
const listedMessages = 200;

const moment = new Intl.DateTimeFormat('nl-BE', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'full',
  timeStyle: 'short',
});

const at = (time: EpochMs) => moment.format(time);

const writtenIn = { nl: 'Nederlands', en: 'Engels' } as const;

const toLine = ({ receivedAt, name, email, subject }: InboxMessage) =>
  `${at(receivedAt)} · ${name} (${email}) · ${subject}`;

/** The mails to the coach about the contact form, in the site's first language. */
export function contactMails({ site, contactTo, publicUrl, replyPromiseMs }: Config): MessageMails {
  const reason = `Je krijgt deze mail omdat iemand het contactformulier van ${site.name} invulde.`;
  return {
    forMessage: (message) => ({
      id: message.id,
      to: contactTo,
      replyTo: { name: message.name, address: message.email },
      ...layOutMail(site, {
        lang: defaultLanguage,
        subject: `Nieuw bericht: ${message.subject}`,
        heading: message.subject,
        paragraphs: [`${message.name} (${message.email}) schreef:`],
        quote: message.message,
        notes: [
          `Antwoord gewoon op deze mail: je antwoord gaat naar ${message.email}.`,
          `Beloofd: een antwoord, uiterlijk ${at(replyDueAt(message.receivedAt, replyPromiseMs))}. Taal van de bezoeker: ${writtenIn[message.language]}.`,
          ...(message.flagged
            ? ['Let op: dit bericht werd ongewoon snel of vanaf een andere site verstuurd.']
            : []),
        ],
        reason,
      }),
    }),
    forBundle: (id, messages) => ({
      id,
      to: contactTo,
      ...layOutMail(site, {
        lang: defaultLanguage,
        subject: `${messages.length} nieuwe berichten`,
        paragraphs: [
          'Er kwamen meer dan honderd berichten in een uur binnen. De volgende staan in je inbox:',
        ],
        quote: messages.slice(0, listedMessages).map(toLine).join('\n'),
        action: { label: 'Open je inbox', url: `${publicUrl}/admin` },
        reason,
      }),
    }),
  };
}
