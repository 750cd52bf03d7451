import { escapeMarkup } from '@coachsite/core/text';
import {
  brandColour,
  fonts,
  type GroundColour,
  mailGrounds,
  mailInks,
  mailStyles,
  onBrand,
  type TextColour,
} from './theme.ts';
import type { MailWords } from './words.ts';

/** A table for layout, which is what mail programs lay out alike. Tables carry no role. */
const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const row = (cell: string) => `<tr>${cell}</tr>`;

/** The colour of text: inline for a light screen, by class for a dark one. */
const ink = (name: TextColour) =>
  ({ class: `c-${name}`, style: `color:${mailInks[name].light}` }) as const;

/** The colour of a ground, in each of the ways in which mail programs read it. */
const ground = (name: GroundColour) => {
  const { light } = mailGrounds[name];
  return { class: `b-${name}`, bgcolor: light, style: `background-color:${light}` } as const;
};

const multiline = (text: string) => escapeMarkup(text).replace(/\r?\n/g, '<br>\n');

function paragraph(text: string, look: 'text' | 'note' = 'text') {
  const { class: name, style } = ink(look);
  const face =
    look === 'text'
      ? `font-family:${fonts.serif};font-size:17px;font-weight:400;line-height:1.55`
      : `font-family:${fonts.sans};font-size:14px;font-weight:400;line-height:1.5`;
  return `<p class="${name}" style="margin:0 0 16px;${face};${style}">${escapeMarkup(text)}</p>`;
}

/** Heights in pixels of the ticks under the name. They rise to the last one, which has the colour of the brand. */
const tickHeights = [8, 11, 14, 17, 20] as const;

/** The mark of the site as cells of a table, as mails load no pictures. */
function ticks() {
  const cells = tickHeights.map((height, at) => {
    const isLast = at === tickHeights.length - 1;
    const { class: name, bgcolor } = ground('tick');
    const colour = isLast ? brandColour : bgcolor;
    const look = isLast ? '' : ` class="${name}"`;
    // Empty: spam filters count what is written in no size at all. The size keeps Outlook from making the cell higher.
    const tick = `<td${look} bgcolor="${colour}" width="5" height="${height}" style="width:5px;height:${height}px;background-color:${colour};font-size:8px;line-height:8px;mso-line-height-rule:exactly"></td>`;
    return `<td valign="bottom" style="padding:0 5px 0 0">${table('', row(tick))}</td>`;
  });
  return table('aria-hidden="true"', row(cells.join('')));
}

/** Straight on the left, round on the right. Source: docs/design.md#1. */
const lane = 'border-radius:3px 99px 99px 3px';

function button({ label, url }: NonNullable<MailWords['action']>) {
  const link = `<a href="${escapeMarkup(url)}" style="display:inline-block;padding:15px 30px 15px 22px;font-family:${fonts.sans};font-size:17px;font-weight:700;line-height:1.2;color:${onBrand};text-decoration:none;${lane}">${escapeMarkup(label)}</a>`;
  const cell = `<td bgcolor="${brandColour}" style="background-color:${brandColour};${lane};mso-padding-alt:15px 26px">${link}</td>`;
  return table('style="margin:8px 0 24px"', row(cell));
}

/** The code, large, on a plate with what to do with it. */
function codePlate(code: string, codeWords: string | undefined) {
  const { class: look, bgcolor, style } = ground('plate');
  const { class: colour, style: colourStyle } = ink('text');
  const words = codeWords
    ? `<p class="${colour}" style="margin:0 0 10px;font-family:${fonts.sans};font-size:15px;font-weight:400;line-height:1.4;${colourStyle}">${escapeMarkup(codeWords)}</p>`
    : '';
  const digits = `<p class="${colour} code" style="margin:0;font-family:${fonts.sans};font-size:36px;font-weight:700;line-height:1.1;letter-spacing:8px;${colourStyle}">${escapeMarkup(code)}</p>`;
  const cell = `<td class="${look}" bgcolor="${bgcolor}" style="${style};padding:18px 24px;border-radius:3px 28px 28px 3px">${words}${digits}</td>`;
  return table('width="100%" style="margin:0 0 20px"', row(cell));
}

function quotation(text: string) {
  const { class: look, bgcolor, style } = ground('quote');
  const { class: colour, style: colourStyle } = ink('text');
  const said = `<blockquote class="${colour}" style="margin:0;font-family:${fonts.serif};font-size:17px;font-weight:400;line-height:1.55;${colourStyle};overflow-wrap:anywhere">${multiline(text)}</blockquote>`;
  const cell = `<td class="${look}" bgcolor="${bgcolor}" style="${style};padding:16px 20px;border-left:3px solid ${brandColour};border-radius:3px 20px 20px 3px">${said}</td>`;
  return table('width="100%" style="margin:0 0 20px"', row(cell));
}

/** The line that a list of mails shows beside the subject; the filler keeps what follows out of it. */
const preheader = (text: string) =>
  `<div style="display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all">${escapeMarkup(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`;

function footer(words: MailWords, sender: string) {
  const { class: colour, style } = ink('note');
  const way = words.unsubscribe
    ? `<br>\n<a class="${colour}" href="${escapeMarkup(words.unsubscribe.url)}" style="${style};text-decoration:underline">${escapeMarkup(words.unsubscribe.label)}</a>`
    : '';
  return `<p class="${colour}" style="margin:0;font-family:${fonts.sans};font-size:13px;font-weight:400;line-height:1.55;${style}">${escapeMarkup(sender)}<br>\n${escapeMarkup(words.reason)}${way}</p>`;
}

/** The HTML part of a mail. It loads nothing, and holds together without its style element. */
export function mailHtml(words: MailWords, brand: string, sender: string): string {
  const { action, code, codeWords, quote } = words;
  const page = ground('page');
  const sheet = ground('sheet');
  const text = ink('text');
  const content = [
    `<h1 class="${text.class}" style="margin:0 0 18px;font-family:${fonts.sans};font-size:27px;font-weight:800;line-height:1.15;letter-spacing:-.3px;${text.style};overflow-wrap:anywhere">${escapeMarkup(words.heading ?? words.subject)}</h1>`,
    ...words.paragraphs.map((one) => paragraph(one)),
    quote && quotation(quote),
    action && button(action),
    code && codePlate(code, codeWords),
    ...(words.notes ?? []).map((one) => paragraph(one, 'note')),
  ];
  const head = `<td style="padding:0 0 22px 2px"><p class="${text.class}" style="margin:0 0 8px;font-family:${fonts.sans};font-size:18px;font-weight:800;line-height:1.2;${text.style}">${escapeMarkup(brand)}</p>${ticks()}</td>`;
  const body = `<td class="${sheet.class} sheet" bgcolor="${sheet.bgcolor}" style="${sheet.style};padding:36px 40px 24px;border-radius:3px 40px 40px 3px">\n${content.filter(Boolean).join('\n')}\n</td>`;
  const foot = `<td style="padding:22px 2px 0">${footer(words, sender)}</td>`;
  const column = table(
    'width="100%" style="max-width:600px"',
    [head, body, foot].map((cell) => `\n${row(cell)}`).join(''),
  );
  // Outlook for Windows reads no max-width.
  const outlook = (part: string) => `<!--[if mso]>${part}<![endif]-->`;
  const centre = `${outlook('<table role="presentation" width="600" align="center"><tr><td>')}${column}${outlook('</td></tr></table>')}`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeMarkup(words.subject)}</title>
<style>${mailStyles}</style>
</head>
<body class="${page.class}" style="margin:0;padding:0;${page.style};-webkit-text-size-adjust:100%">
${preheader(words.preheader)}
<div role="article" aria-label="${escapeMarkup(words.subject)}" lang="${words.lang}">
${table(
  `class="${page.class}" bgcolor="${page.bgcolor}" width="100%" style="${page.style}"`,
  row(`<td class="edge" align="center" style="padding:32px 16px">\n${centre}\n</td>`),
)}
</div>
</body>
</html>
`;
}
