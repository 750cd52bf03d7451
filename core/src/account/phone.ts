import { type Branded, err, ok, type Result } from '../kernel/index.ts';
import { compactTyped } from '../text/index.ts';

/** A phone number as E.164 digits without the plus sign; `checkPhone` makes one. */
export type PhoneDigits = Branded<string, 'PhoneDigits'>;

/** The text is no phone number that is accepted. */
export interface PhoneError {
  /** The only reason there is: not 2 to 15 digits, the first of them is 0, or in no numbering plan. */
  readonly kind: 'invalid_phone';
}

/**
 * Checks a phone number and returns its E.164 digits without the plus sign. A leading `+`, all white space and
 * invisible characters are removed; then 2 to 15 digits must remain, the first of them not 0. Errors: `invalid_phone`,
 * also for anything but a string. Source: docs/wire.md#3.
 */
export function checkPhone(input: unknown): Result<PhoneDigits, PhoneError> {
  const digits = typeof input === 'string' ? compactTyped(input).replace(/^\+/, '') : '';
  return /^[1-9][0-9]{1,14}$/.test(digits)
    ? ok(digits as PhoneDigits)
    : err({ kind: 'invalid_phone' });
}

/**
 * Reads a number as people write it, by the numbering plans of all countries; `undefined` for what can be nobody's
 * number. One without the code of a country belongs to the product's own. It has no effect, and never throws.
 */
export type PhoneReader = (written: string) => PhoneDigits | undefined;

/** What reads numbers as people write them: a function of a library, as only one knows all numbering plans. */
export interface PhoneReading {
  /** Of a library. */
  readonly readPhone: PhoneReader;
}

/**
 * Checks a number that somebody typed into a form or a command, in any usual spelling, and returns its E.164 digits. Errors:
 * `invalid_phone`. Source: docs/rules.md#reading-phone.
 */
export function checkWrittenPhone(
  reading: PhoneReading,
  written: unknown,
): Result<PhoneDigits, PhoneError> {
  const digits = typeof written === 'string' ? reading.readPhone(written) : undefined;
  return digits === undefined ? err({ kind: 'invalid_phone' }) : ok(digits);
}

/**
 * As `checkWrittenPhone`, for a number by which somebody is looked up: an account may have one that numbering plans do not
 * know, as its E.164 digits. Whose number it is says `findPersonPhone`, by the accounts that there are. Errors:
 * `invalid_phone`. Source: docs/law-and-search.md#D50.
 */
export function checkPersonPhone(
  reading: PhoneReading,
  written: unknown,
): Result<PhoneDigits, PhoneError> {
  return checkWrittenPhone(reading, written).orElse(() => checkPhone(written));
}

/**
 * As `checkPhone`, for a number that gets a message: it must also be one that can be dialled as it stands, which
 * `320470123456` is not. Errors: `invalid_phone`.
 */
export function checkReachablePhone(
  reading: PhoneReading,
  input: unknown,
): Result<PhoneDigits, PhoneError> {
  return checkPhone(input).andThen((digits) =>
    reading.readPhone(`+${digits}`) === digits
      ? ok(digits)
      : err({ kind: 'invalid_phone' } as const),
  );
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
