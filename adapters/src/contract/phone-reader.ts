import type { PhoneDigits, PhoneReader } from '@coachsite/core/account';
import { compactTyped } from '@coachsite/core/text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What people write between the digits: brackets, dots, commas, slashes, apostrophes, dashes of every kind. */
const separators = /[()[\]./\\·•_~−'’,\p{Pd}]/gu;

/** What people write before a number; a link has it too. */
const label = /^(?:tel|t\u00e9l|gsm)[.:]*/i;

/** A number of a country, where it says no other. */
const country = 'BE';

/** The digits of a number that exists in some numbering plan. */
function digitsOf(text: string): PhoneDigits | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return number?.isValid() ? (number.number.slice(1) as PhoneDigits) : undefined;
}

/**
 * Reads a telephone number as Belgians write it: `+32 (0)470/12.34.56`, `0032 470 12 34 56`, `0470 12 34 56`. Reads
 * numbers of other countries with their code, with or without the plus sign. `undefined` for a number that is not in
 * the numbering plan of its country, such as one with too few digits. Source: docs/rules.md#reading-phone.
 */
export const readPhone: PhoneReader = (written) => {
  const text = compactTyped(written.normalize('NFKC')).replace(label, '').replace(separators, '');
  if (!/^\+?\p{Nd}{3,20}$/u.test(text)) return undefined;
  return digitsOf(text) ?? (text.startsWith('+') ? undefined : digitsOf(`+${text}`));
};
