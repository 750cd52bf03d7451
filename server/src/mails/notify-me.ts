import type { ProgramId } from '@coachsite/core/catalogue';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { InterestMails } from '@coachsite/core/notify-me';
import en from '@coachsite/ui/content/en/programs.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/programs.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';

const programTexts = (language: Language, id: ProgramId) => (language === 'nl' ? nl : en).items[id];

/** The day something happened where the business is. */
const dayOf = (language: Language, at: EpochMs): string =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Brussels',
  }).format(at);

const wayOut = { nl: 'Uitschrijven', en: 'Unsubscribe' } as const;

/** The words of the confirmation mail: who asks, what happens on a click, and what happens without one. */
const confirmationWords = {
  nl: (program: string, brand: string) => ({
    subject: `Bevestig: hou me op de hoogte van ${program}`,
    heading: 'Nog één klik',
    paragraphs: [
      `Je vroeg ${brand} om een mail wanneer het traject ${program} klaar is. Klik op de link, dan sta je op de lijst.`,
    ],
    label: 'Ja, hou me op de hoogte',
    notes: [
      'De link werkt zeven dagen. Heb je dit niet gevraagd? Doe dan niets: zonder bevestiging wissen we je adres na veertien dagen.',
    ],
    reason: `Je krijgt deze mail omdat je adres op de site van ${brand} werd ingevuld.`,
  }),
  en: (program: string, brand: string) => ({
    subject: `Please confirm: notify me about ${program}`,
    heading: 'One more click',
    paragraphs: [
      `You asked ${brand} for an email when the program ${program} is ready. Click the link, and you are on the list.`,
    ],
    label: 'Yes, notify me',
    notes: [
      'The link works for seven days. If you did not ask for this, do nothing: without a confirmation we delete your address after fourteen days.',
    ],
    reason: `You are receiving this email because your address was entered on the site of ${brand}.`,
  }),
} as const;

/** What the launch mail tells of. */
interface Launch {
  readonly program: string;
  readonly description: string;
  readonly brand: string;
  readonly asked: string;
  readonly confirmed: string;
}

/**
 * The words of the launch mail: what is there now, that nothing follows, and why it came.
 * Source: docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
const launchWords = {
  nl: ({ program, description, brand, asked, confirmed }: Launch) => ({
    subject: `Nu beschikbaar: ${program}`,
    heading: 'Het is zover',
    paragraphs: [
      `Je vroeg ${brand} om een mail wanneer het traject ${program} klaar is. Dat is het nu.`,
      description,
    ],
    label: 'Bekijk het traject',
    notes: [
      'Dit is de enige mail die je hierover krijgt. Over dertig dagen wissen we je adres van de lijst.',
    ],
    reason: `Je krijgt deze mail omdat je er op ${asked} om vroeg op de site van ${brand}, en dat op ${confirmed} bevestigde.`,
  }),
  en: ({ program, description, brand, asked, confirmed }: Launch) => ({
    subject: `Now available: ${program}`,
    heading: 'It is here',
    paragraphs: [
      `You asked ${brand} for an email when the program ${program} is ready. Now it is.`,
      description,
    ],
    label: 'View the program',
    notes: [
      'This is the only email you get about it. In thirty days we delete your address from the list.',
    ],
    reason: `You are receiving this email because you asked for it on the site of ${brand} on ${asked}, and confirmed that on ${confirmed}.`,
  }),
} as const;

/** To whom a mail of the list goes, and with which way out. */
type Letter = Parameters<InterestMails['launch' | 'confirmation']>[0];

/** What a mail of the list says, and where its link leads. */
interface Said {
  readonly words: ReturnType<(typeof confirmationWords | typeof launchWords)[Language]>;
  readonly url: string;
  /** Keeps the way out of a text part that holds a token's link. Source: docs/decisions/0021-notify-me-links.md. */
  readonly wayOutOnlyInHtml?: boolean;
}

/** The two mails of the notify-me list. Source: docs/law-and-search.md#D41, docs/law-and-search.md#D43. */
export function interestMails({ site, publicUrl }: Config): InterestMails {
  const address = (letter: Letter, { words, url, wayOutOnlyInHtml = false }: Said) => {
    const { email, language } = letter.interest;
    const { label, ...said } = words;
    const query = new URLSearchParams({ token: letter.unsubscribeToken, lang: language });
    const unsubscribeUrl = `${publicUrl}/notify/unsubscribe?${query}`;
    return {
      id: letter.id,
      to: email,
      unsubscribeUrl,
      ...layOutMail(site, {
        lang: language,
        ...said,
        action: { label, url },
        unsubscribe: {
          label: wayOut[language],
          url: unsubscribeUrl,
          onlyInHtml: wayOutOnlyInHtml,
        },
      }),
    };
  };
  return {
    confirmation: (letter) => {
      const { language, programId } = letter.interest;
      const query = new URLSearchParams({
        token: letter.confirmToken,
        type: 'notify',
        redirect_to: `${publicUrl}/shop/${programId}`,
        lang: language,
      });
      return address(letter, {
        words: confirmationWords[language](programTexts(language, programId).name, site.name),
        url: `${publicUrl}/notify/confirm?${query}`,
        wayOutOnlyInHtml: true,
      });
    },
    launch: (letter) => {
      const { language, programId, askedAt, confirmedAt } = letter.interest;
      const { name, description } = programTexts(language, programId);
      return address(letter, {
        words: launchWords[language]({
          program: name,
          description,
          brand: site.name,
          asked: dayOf(language, askedAt),
          confirmed: dayOf(language, confirmedAt),
        }),
        url: `${publicUrl}/shop/${programId}?lang=${language}`,
      });
    },
  };
}
