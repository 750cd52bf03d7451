import type { PhoneDigits, PhoneReader } from '../../account/index.ts';
import { compactTyped } from '../../text/index.ts';

/**
 * A reader that knows three rules of numbering plans: 00 stands for the plus sign; a number that begins with one 0 is
 * Belgian; +32 is not followed by 0, so a 0 in brackets is left out.
 */
export const memoryPhoneReader: PhoneReader = (written) => {
  const plain = compactTyped(written).replace('(0)', '').replace(/[./-]/g, '');
  const digits = plain.replace(/^(?:\+|00)/, '').replace(/^0/, '32');
  return /^(?!320)[1-9][0-9]{5,14}$/.test(digits) ? (digits as PhoneDigits) : undefined;
};
