import { defaultZone } from '../defaults/index.ts';
import { calendarDay, type EpochMs } from '../kernel/index.ts';
import { compactTyped } from '../text/index.ts';
import { isLoopbackHost, parsedUrl } from '../url/index.ts';

/** Why a field of the facts is wrong; its text is `problems:facts.<reason>`. */
export type FactReason =
  | 'required'
  | 'too_long'
  | 'too_many'
  | 'invalid'
  | 'not_a_year'
  | 'not_an_amount'
  | 'term_needs_month'
  | 'not_a_term'
  | 'not_same_lines'
  | 'not_an_email'
  | 'not_a_phone'
  | 'not_a_handle'
  | 'not_a_url'
  | 'not_a_date'
  | 'date_in_future'
  | 'not_a_number'
  | 'claim_missing'
  | 'claim_unknown'
  | 'duplicate'
  | 'consent_missing'
  | 'verification_missing'
  | 'words_missing'
  | 'not_an_enterprise_number'
  | 'not_a_bank_account'
  | 'not_a_postal_code'
  | 'not_a_portrait'
  | 'not_questions'
  | 'no_question'
  | 'no_answer'
  | 'not_plain'
  | 'not_fillable';

/** One wrong field: its path, such as `prices.1-on-1.amountCents`, and why. */
export interface FactProblem {
  /** Path in the facts, with dots. */
  readonly field: string;
  /** Key of its text. */
  readonly reason: FactReason;
  /** The line of a longer text, counted from 1. */
  readonly line?: number;
}

/** Longest texts, in characters, and longest lists. */
export const factLimits = {
  line: 120,
  text: 600,
  lead: 400,
  page: 20_000,
  lines: 10,
  training: 12,
  testimonials: 30,
  claims: 12,
} as const;

/** The earliest year that is plausible for a training or the first client. */
const earliestYear = 1950;

/** Adds a problem. */
export type Check = (field: string, reason: FactReason, line?: number) => void;

/** Whether a text is empty or white space. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** A text that may be empty, but not longer than its limit. */
export function checkLine(
  check: Check,
  field: string,
  text: string,
  limit: number = factLimits.line,
): void {
  if ([...text].length > limit) check(field, 'too_long');
}

/** Whether `year` is a calendar year that has begun in Brussels, and not before 1950. */
export function isPastYear(year: number, now: EpochMs): boolean {
  const latest = Number.isFinite(now)
    ? Number(calendarDay(defaultZone, now).slice(0, 4))
    : Number.POSITIVE_INFINITY;
  return Number.isInteger(year) && year >= earliestYear && year <= latest;
}

/**
 * Whether `text` has the characters of a phone number with its country or area code, and the usual separators. That is what
 * a stored fact must be; whether it is anybody's number is asked when it is saved.
 */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const plain = compactTyped(text);
  return (
    /^\(?\+?[\d./()[\]\\·•_~−\p{Pd}]+$/u.test(plain) && digits.length >= 8 && digits.length <= 15
  );
}

/** Whether `text` is a complete https URL. `http` is enough on a loopback host, for trying things out. */
export function isHttpsUrl(text: string): boolean {
  // A parser repairs much, such as white space and single slashes; pages show the text as it was written.
  if (!/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i.test(text)) return false;
  const url = parsedUrl(text);
  if (!url) return false;
  return url.protocol === 'https:' ? /[^.]\.[^.]/.test(url.hostname) : isLoopbackHost(url.hostname);
}
