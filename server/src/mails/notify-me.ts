import type { ProgramId } from '@coachsite/core/catalogue';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import { confirmLinkMs, type InterestMails } from '@coachsite/core/notify-me';
import en from '@coachsite/ui/content/en/programs.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/programs.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';
import { fill, intlLocale, mailTexts } from './texts.ts';

const programTexts = (language: Language, id: ProgramId) => (language === 'nl' ? nl : en).items[id];

/** The date of a time, in the time zone of the business. */
const dayOf = (language: Language, at: EpochMs): string =>
  new Intl.DateTimeFormat(intlLocale[language], {
    dateStyle: 'long',
    timeZone: 'Europe/Brussels',
  }).format(at);

/** The recipient of a mail of the list, and the links for it. */
type InterestMailData = Parameters<InterestMails['launch' | 'confirmation']>[0];

/** Texts and link of a mail of the list. */
interface InterestMailContent {
  readonly words: (typeof mailTexts)[Language]['notifyMe']['confirmation' | 'launch'];
  readonly url: string;
  /**
   * Leaves the unsubscribe link out of a text part with a one-time link.
   * Source: docs/decisions/0011-notify-me-links.md.
   */
  readonly wayOutOnlyInHtml?: boolean;
}

/**
 * The two mails of the notify-me list: the request to confirm, and the launch of the program.
 * Source: docs/law-and-search.md#D41, docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export function interestMails({ site, publicUrl }: Config): InterestMails {
  const toMail = (
    letter: InterestMailData,
    { words, url, wayOutOnlyInHtml = false }: InterestMailContent,
  ) => {
    const { email, language } = letter.interest;
    const { action, ...said } = words;
    const query = new URLSearchParams({ token: letter.unsubscribeToken, lang: language });
    const unsubscribeUrl = `${publicUrl}/notify/unsubscribe?${query}`;
    return {
      id: letter.id,
      to: email,
      unsubscribeUrl,
      ...layOutMail(site, {
        lang: language,
        ...said,
        action: { label: action, url },
        unsubscribe: {
          label: mailTexts[language].notifyMe.unsubscribe,
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
      const mail = toMail(letter, {
        words: fill(mailTexts[language].notifyMe.confirmation, {
          program: programTexts(language, programId).name,
          brand: site.name,
        }),
        url: `${publicUrl}/notify/confirm?${query}`,
        wayOutOnlyInHtml: true,
      });
      return { ...mail, secretUntil: letter.interest.requestedAt + confirmLinkMs };
    },
    launch: (letter) => {
      const { language, programId, requestedAt, confirmedAt } = letter.interest;
      const { name, description } = programTexts(language, programId);
      return toMail(letter, {
        words: fill(mailTexts[language].notifyMe.launch, {
          program: name,
          description,
          brand: site.name,
          asked: dayOf(language, requestedAt),
          confirmed: dayOf(language, confirmedAt),
        }),
        url: `${publicUrl}/shop/${programId}?lang=${language}`,
      });
    },
  };
}
