import type { Language } from '@coachsite/core/language';
import type { Mail } from '@coachsite/core/mail';
import type { InterestMails } from '@coachsite/core/notify-me';
import { titles } from './bakery.ts';

const site = 'https://padaria.example';

const words: Readonly<Record<Language, { readonly confirm: string; readonly open: string }>> = {
  pt: { confirm: 'Confirme o seu endereço', open: 'As inscrições estão abertas' },
  en: { confirm: 'Confirm your address', open: 'You can book now' },
  fr: { confirm: 'Confirmez votre adresse', open: 'Les inscriptions sont ouvertes' },
};

const compose = (id: string, to: string, subject: string, url: string): Mail => ({
  id,
  to,
  subject,
  text: url,
  html: `<p><a href="${url}">${subject}</a></p>`,
});

/** The mails of the waiting list, each in the language of the person who gets it. */
export const mails: InterestMails = {
  confirmation: ({ id, interest, confirmToken }) => {
    const { email, language, programId } = interest;
    const subject = `${words[language].confirm}: ${titles[programId][language]}`;
    return compose(id, email, subject, `${site}/confirm?token=${confirmToken}`);
  },
  launch: ({ id, interest, unsubscribeToken }) => {
    const { email, language, programId } = interest;
    const subject = `${titles[programId][language]}: ${words[language].open}`;
    return {
      ...compose(id, email, subject, `${site}/courses/${programId}`),
      unsubscribeUrl: `${site}/unsubscribe?token=${unsubscribeToken}`,
    };
  },
  launchSample: ({ id, to, programId, language }) =>
    compose(id, to, titles[programId][language], `${site}/courses/${programId}`),
};
