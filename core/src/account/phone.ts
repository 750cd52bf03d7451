import { type Branded, err, ok, type Result } from '../kernel/index.ts';

/** A phone number as E.164 digits without the plus sign; `checkPhone` makes one. */
export type PhoneDigits = Branded<string, 'PhoneDigits'>;

/** The text is no phone number that is accepted. */
export interface PhoneError {
  /** The only reason there is: not 2 to 15 digits, or the first of them is 0. */
  readonly kind: 'invalid_phone';
}

/**
 * Checks a phone number and returns its E.164 digits without the plus sign: a leading `+` and all white space are
 * removed, then 2 to 15 digits must remain, the first not 0. Anything but a string is `invalid_phone`, a number too.
 * Errors: `invalid_phone`. Source: docs/wire.md#3.
 */
export function checkPhone(input: unknown): Result<PhoneDigits, PhoneError> {
  const digits = typeof input === 'string' ? input.replace(/\s/g, '').replace(/^\+/, '') : '';
  return /^[1-9][0-9]{1,14}$/.test(digits)
    ? ok(digits as PhoneDigits)
    : err({ kind: 'invalid_phone' });
}

/** Whether a recipient, an e-mail address or the digits of a phone number, is a phone number. */
export const isPhoneRecipient = (recipient: string): recipient is PhoneDigits =>
  /^\d+$/.test(recipient);

/** Shorter numbers are not searched for in texts, where they would be found in anything. */
const searchedDigits = 7;

/**
 * Whether a text contains a number as a whole, with or without a plus sign: `32470111222` is not in `324701112223`.
 * `phone` are E.164 digits; numbers of fewer than 7 are never found. Source: docs/law-and-search.md#D50.
 */
export function containsPhone(text: string, phone: string): boolean {
  if (phone.length < searchedDigits) return false;
  for (let at = text.indexOf(phone); at >= 0; at = text.indexOf(phone, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + phone.length);
    if (!/\d/.test(around)) return true;
  }
  return false;
}
