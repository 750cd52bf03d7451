import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Language } from '@coachsite/core/language';
import { headerText, type MailContent } from '@coachsite/core/mail';
import { escapeMarkup } from '@coachsite/core/text';

/** The texts of a mail, in order. Everything is plain text; the layout escapes it. */
export interface MailWords {
  readonly lang: Language;
  readonly subject: string;
  /** The first line of the body; the subject when left out. */
  readonly heading?: string;
  readonly paragraphs: readonly string[];
  /** A one-time code, shown large; the only 6-digit number of the text part. Source: docs/contract.md#8. */
  readonly code?: string;
  /** What to do with the code, where the mail has a link to follow instead. */
  readonly codeWords?: string;
  /** The one link of the mail. Source: docs/contract.md#8. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Text that another person wrote, kept line by line and set apart from ours. */
  readonly quote?: string;
  /** Notes after the link: how long it is valid, what to do if the recipient did not ask for it. */
  readonly notes?: readonly string[];
  /** Why the recipient gets this mail. Source: docs/law-and-search.md#D43. */
  readonly reason: string;
  /** The unsubscribe link of advertising mails; `onlyInHtml` leaves it out of a text part with a one-time link. */
  readonly unsubscribe?: {
    readonly label: string;
    readonly url: string;
    readonly onlyInHtml?: boolean;
  };
}

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

function toText(words: MailWords, sender: string): string {
  const { unsubscribe } = words;
  const blocks = [
    words.heading ?? words.subject,
    ...words.paragraphs,
    words.action && `${words.action.label}:\n${words.action.url}`,
    words.codeWords,
    words.code,
    words.quote,
    ...(words.notes ?? []),
    `-- \n${sender}\n${words.reason}`,
    unsubscribe && !unsubscribe.onlyInHtml && `${unsubscribe.label}:\n${unsubscribe.url}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const font = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";
const ink = '#1b1b18';
const faint = '#5c5b55';

const paragraph = (text: string, style = '') =>
  `<p style="margin:0 0 16px;${style}">${escapeMarkup(text)}</p>`;

const multiline = (text: string) => escapeMarkup(text).replace(/\r?\n/g, '<br>\n');

function toHtml(words: MailWords, site: SiteConfig, sender: string): string {
  const { action, code, codeWords, quote, unsubscribe } = words;
  const body = [
    ...words.paragraphs.map((text) => paragraph(text)),
    action &&
      `<p style="margin:24px 0"><a href="${escapeMarkup(action.url)}" style="display:inline-block;padding:14px 24px;background:${ink};color:#ffffff;text-decoration:none;font-weight:700">${escapeMarkup(action.label)}</a></p>`,
    codeWords && paragraph(codeWords),
    code &&
      `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${escapeMarkup(code)}</p>`,
    quote &&
      `<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${faint}">${multiline(quote)}</blockquote>`,
    ...(words.notes ?? []).map((text) => paragraph(text, `color:${faint}`)),
  ].filter(Boolean);
  const way = unsubscribe
    ? `<br>\n<a href="${escapeMarkup(unsubscribe.url)}" style="color:${faint}">${escapeMarkup(unsubscribe.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(words.subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:${ink};${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">${escapeMarkup(site.name)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeMarkup(words.heading ?? words.subject)}</h1>
${body.join('\n')}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #d9d7cf">
<p style="margin:0;font-size:13px;color:${faint}">${escapeMarkup(sender)}<br>
${escapeMarkup(words.reason)}${way}</p>
</div>
</body>
</html>
`;
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
    text: toText(words, sender),
    html: toHtml(words, site, sender),
  };
}
