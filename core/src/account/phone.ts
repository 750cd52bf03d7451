import { err, ok, type Result } from 'neverthrow';

export interface PhoneError {
  readonly kind: 'invalid_phone';
}

/**
 * Checks a phone number and returns its E.164 digits without the plus sign: a leading `+` and all white space are
 * removed, then 2 to 15 digits must remain, the first not 0. Source: docs/wire.md#3.
 */
export function checkPhone(input: string): Result<string, PhoneError> {
  const digits = input.slice(0, 64).replace(/\s/g, '').replace(/^\+/, '');
  return /^[1-9][0-9]{1,14}$/.test(digits) ? ok(digits) : err({ kind: 'invalid_phone' });
}
