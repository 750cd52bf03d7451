import type { PhoneDigits, PhoneReader } from '../../account/index.ts';
import { compactTyped } from '../../text/index.ts';

/**
 * Knows of numbering plans only that 00 stands for the plus sign, that a number with one 0 is Belgian, and that +32 has no 0
 * behind it, which it leaves out where it is in brackets.
 */
export const memoryPhoneReader: PhoneReader = (written) => {
  const plain = compactTyped(written).replace('(0)', '').replace(/[./-]/g, '');
  const digits = plain.replace(/^(?:\+|00)/, '').replace(/^0/, '32');
  return /^(?!320)[1-9][0-9]{5,14}$/.test(digits) ? (digits as PhoneDigits) : undefined;
};
