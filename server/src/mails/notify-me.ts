import type { ArticleSummary } from '@coachsite/adapters/contract';
import type { WaitingListId } from '@coachsite/core/catalogue';
import { defaultWaitingList, defaultZone } from '@coachsite/core/defaults';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { InterestMails } from '@coachsite/core/notify-me';
import blogEn from '@coachsite/ui/content/en/blog.json' with { type: 'json' };
import en from '@coachsite/ui/content/en/programs.json' with { type: 'json' };
import blogNl from '@coachsite/ui/content/nl/blog.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/programs.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';
import { fill, intlLocale, mailTexts } from './texts.ts';

/** The newest article as a reader of this language sees it; undefined while none is public. */
export type NewestArticle = (
  language: Language,
) => Pick<ArticleSummary, 'slug' | 'title' | 'summary'> | undefined;

const programTexts = (language: Language) => (language === 'nl' ? nl : en).items;

/** What a list is for: its title, what is said about it, and its page. */
function subjectOf(language: Language, id: WaitingListId, newest: NewestArticle) {
  if (id !== 'next-article') {
    const { name, description } = programTexts(language)[id];
    return { name, description, path: `/shop/${id}` };
  }
  const article = newest(language);
  if (article)
    return { name: article.title, description: article.summary, path: `/blog/${article.slug}` };
  // Every article was withdrawn after the launch began.
  const { title, lead } = language === 'nl' ? blogNl : blogEn;
  return { name: title.map(({ text }) => text).join(' '), description: lead, path: '/blog' };
}

/** The date of a time, in the time zone of the business. */
const dayOf = (language: Language, at: EpochMs): string =>
  new Intl.DateTimeFormat(intlLocale[language], {
    dateStyle: 'long',
    timeZone: defaultZone,
  }).format(at);

/** The recipient of a mail of the list, and the links for it. */
interface InterestMailData {
  readonly id: string;
  readonly interest: { readonly email: string; readonly language: Language };
  readonly unsubscribeToken: string;
}

/** A token that belongs to no interest, for the link of a preview or a test. */
const sampleToken = 'test';

/** Texts and link of a mail of the list. */
interface InterestMailContent {
  readonly words: (typeof mailTexts)[Language]['notifyMe']['confirmation' | 'launch'];
  readonly url: string;
  /**
   * Leaves the unsubscribe link out of a text part with a one-time link.
   * Source: docs/decisions/0011-notify-me-links.md.
   */
  readonly wayOutOnlyInHtml?: boolean;
  readonly notes?: readonly string[];
}

/**
 * The two mails of a waiting list: the request to confirm, and the launch of the program or the new article.
 * Source: docs/law-and-search.md#D41, docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export function interestMails({ site, publicUrl }: Config, newest: NewestArticle): InterestMails {
  const toMail = (
    data: InterestMailData,
    { words, url, wayOutOnlyInHtml = false, notes = [] }: InterestMailContent,
  ) => {
    const { email, language } = data.interest;
    const { action, ...said } = words;
    const query = new URLSearchParams({ token: data.unsubscribeToken, lang: language });
    const unsubscribeUrl = `${publicUrl}/notify/unsubscribe?${query}`;
    return {
      id: data.id,
      to: email,
      unsubscribeUrl,
      ...layOutMail(site, {
        lang: language,
        ...said,
        notes: [...notes, ...said.notes],
        action: { label: action, url },
        unsubscribe: {
          label: mailTexts[language].notifyMe.unsubscribe,
          url: unsubscribeUrl,
          onlyInHtml: wayOutOnlyInHtml,
        },
      }),
    };
  };
  const textsOf = (language: Language, id: WaitingListId) => {
    const { article, ...program } = mailTexts[language].notifyMe;
    return id === 'next-article' ? article : program;
  };
  const launchContent = ({
    language,
    programId,
    requestedAt,
    confirmedAt,
  }: Pick<
    Parameters<InterestMails['launch']>[0]['interest'],
    'language' | 'programId' | 'requestedAt' | 'confirmedAt'
  >): InterestMailContent => {
    const { name, description, path } = subjectOf(language, programId, newest);
    return {
      words: fill(textsOf(language, programId).launch, {
        program: name,
        description,
        brand: site.name,
        asked: dayOf(language, requestedAt),
        confirmed: dayOf(language, confirmedAt),
      }),
      url: `${publicUrl}${path}?lang=${language}`,
    };
  };
  return {
    confirmation: (data) => {
      const { language, programId } = data.interest;
      const isProgram = programId !== 'next-article';
      const query = new URLSearchParams({
        token: data.confirmToken,
        type: 'notify',
        redirect_to: publicUrl + (isProgram ? `/shop/${programId}` : '/blog'),
        lang: language,
      });
      const mail = toMail(data, {
        words: fill(textsOf(language, programId).confirmation, {
          program: isProgram ? programTexts(language)[programId].name : '',
          brand: site.name,
        }),
        url: `${publicUrl}/notify/confirm?${query}`,
        wayOutOnlyInHtml: true,
      });
      return { ...mail, secretUntil: data.interest.requestedAt + defaultWaitingList.confirmLinkMs };
    },
    launch: (data) => toMail(data, launchContent(data.interest)),
    launchSample: ({ id, to, programId, language, at, isTest }) => {
      const dates = { requestedAt: at, confirmedAt: at };
      const content = launchContent({ programId, language, ...dates });
      const interest = { email: to, language };
      const { subject, note } = mailTexts[language].notifyMe.launchTest;
      const { unsubscribeUrl: _, ...mail } = toMail(
        { id, interest, unsubscribeToken: sampleToken },
        isTest ? { ...content, notes: [note] } : content,
      );
      return isTest ? { ...mail, subject: `${subject} ${mail.subject}` } : mail;
    },
  };
}
