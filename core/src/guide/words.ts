/** What a list, or a line that begins like one, has before its words. */
const bullet = /^[•◦▪▫●○■□‣⁃∙·✓✔➢➤–—*-]\s/;
const number = /^\(?(?:\d{1,3}|[a-z])[.)]\s/u;

/** Whether a text begins with the sign of an item of a list. */
export const beginsWithBullet = (text: string): boolean => bullet.test(text);

/** Whether a text begins with the number or letter of an item of a list. */
export const beginsWithNumber = (text: string): boolean => number.test(text);

/** An item of a list without its sign or number. */
export const withoutLabel = (text: string): string => text.replace(bullet, '').replace(number, '');

/** Characters that are no text: controls, soft hyphens, marks of direction, private ones of fonts with symbols. */
const noText = /[^\P{C}\n\t]/gu;

/** A word that the end of a line divides: at least two small letters, a hyphen, and a small letter below. */
const divided = /(?<=\p{Ll}{2})[-‐]\n(?=\p{Ll})/gu;

/** The lines of a paragraph as one line, words that were divided whole again. */
export const flow = (text: string): string =>
  text
    .replace(noText, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(divided, '')
    .replace(/\n+/g, ' ')
    .trim();
