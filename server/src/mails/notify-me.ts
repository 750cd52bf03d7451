import type { ProgramId } from '@coachsite/core/catalogue';
import type { Language } from '@coachsite/core/language';
import type { InterestMails } from '@coachsite/core/notify-me';
import en from '../../../ui/content/en/programs.json' with { type: 'json' };
import nl from '../../../ui/content/nl/programs.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { layOutMail } from './layout.ts';

const programName = (language: Language, id: ProgramId): string =>
  (language === 'nl' ? nl : en).items[id].name;

/** The words of the confirmation mail: who asks, what happens on a click, and what happens without one. */
const words = {
  nl: (program: string, brand: string) => ({
    subject: `Bevestig: hou me op de hoogte van ${program}`,
    heading: 'Nog één klik',
    paragraphs: [
      `Je vroeg ${brand} om een mail wanneer het traject ${program} klaar is. Klik op de knop, dan sta je op de lijst.`,
    ],
    label: 'Ja, hou me op de hoogte',
    notes: [
      'De link werkt zeven dagen. Heb je dit niet gevraagd? Doe dan niets: zonder bevestiging wissen we je adres na veertien dagen.',
    ],
    reason: `Je krijgt deze mail omdat je adres op de site van ${brand} werd ingevuld.`,
    unsubscribe: 'Uitschrijven',
  }),
  en: (program: string, brand: string) => ({
    subject: `Please confirm: notify me about ${program}`,
    heading: 'One more click',
    paragraphs: [
      `You asked ${brand} for an email when the program ${program} is ready. Click the button and you are on the list.`,
    ],
    label: 'Yes, notify me',
    notes: [
      'The link works for seven days. Not you? Then do nothing: without a confirmation we delete your address after fourteen days.',
    ],
    reason: `You receive this email because your address was entered on the site of ${brand}.`,
    unsubscribe: 'Unsubscribe',
  }),
} as const;

/** The confirmation mail of the notify-me list. Source: legal reference D41, D43. */
export function interestMails({ site, publicUrl }: Config): InterestMails {
  return {
    confirmation: ({ id, interest, confirmToken, unsubscribeToken }) => {
      const { email, language, programId } = interest;
      const { label, unsubscribe, ...said } = words[language](
        programName(language, programId),
        site.name,
      );
      const query = new URLSearchParams({
        token: confirmToken,
        type: 'notify',
        redirect_to: `${publicUrl}/shop/${programId}`,
        lang: language,
      });
      const way = new URLSearchParams({ token: unsubscribeToken, lang: language });
      const unsubscribeUrl = `${publicUrl}/notify/unsubscribe?${way}`;
      return {
        id,
        to: email,
        unsubscribeUrl,
        ...layOutMail(site, {
          lang: language,
          ...said,
          action: { label, url: `${publicUrl}/notify/confirm?${query}` },
          unsubscribe: { label: unsubscribe, url: unsubscribeUrl },
        }),
      };
    },
  };
}
