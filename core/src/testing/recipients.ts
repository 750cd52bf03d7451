import type { CanonicalEmail, PhoneDigits } from '../account/index.ts';

/** An e-mail address for a test, written in its canonical form; not checked. */
export const emailOf = (canonical: string): CanonicalEmail => canonical as CanonicalEmail;

/** A phone number for a test, written as digits; not checked. */
export const phoneOf = (digits: string): PhoneDigits => digits as PhoneDigits;
