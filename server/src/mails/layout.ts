import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Language } from '@coachsite/core/language';
import { headerText, type MailContent } from '@coachsite/core/mail';
import { mailHtml } from './html.ts';
import { fill, mailTexts } from './texts.ts';
import type { MailWords } from './words.ts';

/** Six digits that look like a code: the first three, in two groups. */
export const codeLike = /(?<!\d)(\d\d)(\d)(?=\d{3}(?!\d))/g;

/** Groups the enterprise number as the register does, so that no part of it looks like a 6-digit code. */
function enterpriseNumber(number: string): string {
  return number.replace(/\D/g, '').replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3');
}

/**
 * The sender: name, address, e-mail and number of the business, as far as the owner has stated them.
 * Source: docs/law-and-search.md#B1.
 */
function senderFacts({ name, email, company }: SiteConfig): string {
  const place = [company.postalCode, company.city].filter(Boolean).join(' ');
  const number = enterpriseNumber(company.enterpriseNumber);
  return [company.legalName || name, company.street, place, number && `BE ${number}`, email]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A text beside a code. A program takes the only number of six digits in a mail for the code, so six digits of anything
 * else, such as an e-mail address, are split by an invisible character. Source: docs/contract.md#8.
 */
const besideCode = (text: string) => text.replace(codeLike, '$1$2\u2060');

function toText(words: MailWords, sender: string): string {
  const { code, unsubscribe } = words;
  const plain = code ? besideCode : (text: string) => text;
  const blocks = [
    plain(words.heading ?? words.subject),
    ...words.paragraphs.map(plain),
    words.quote,
    words.action && `${words.action.label}:\n${words.action.url}`,
    words.codeWords,
    code,
    ...(words.notes ?? []),
    plain(`-- \n${sender}\n${words.reason}`),
    unsubscribe && !unsubscribe.onlyInHtml && `${unsubscribe.label}:\n${unsubscribe.url}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/**
 * The name of the sender: the coach and the brand, or the brand alone while nobody has given the coach's name.
 * Source: docs/law-and-search.md#D43.
 */
function senderName({ name: brand, coach }: SiteConfig, lang: Language): string {
  return coach.name ? fill(mailTexts[lang].sender, { coach: coach.name, brand }) : brand;
}

/**
 * Lays out a mail in the frame that all mails share, as plain text and as HTML: the brand above, sender and reason
 * below. All facts come from the site configuration.
 */
export function layOutMail(site: SiteConfig, words: MailWords): MailContent {
  const sender = senderFacts(site);
  return {
    // A subject is one line, whatever the visitor wrote into it.
    subject: headerText(words.subject),
    senderName: senderName(site, words.lang),
    text: toText(words, sender),
    html: mailHtml(words, site.name, sender),
  };
}
