import { checkPhone } from '@coachsite/core/account';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../support/arbitraries.ts';

test.each([
  ['+32 470 12 34 56', '32470123456'],
  ['32470123456', '32470123456'],
  [' +12 ', '12'],
])('%s is normalised to %s', (input, digits) => {
  expect(checkPhone(input)._unsafeUnwrap()).toBe(digits);
});

test.each(['', '+', '1', '0470123456', '++32470123456', '+32-470', '1234567890123456', '٣٢٤٧٠'])(
  '%j is not a phone number',
  (input) => {
    expect(checkPhone(input)._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
  },
);

test('an accepted number is 2 to 15 digits, and accepted again unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.stringMatching(/^\+?[0-9 ]{1,20}$/)), (text) => {
      const checked = checkPhone(text);
      if (checked.isErr()) return;
      expect(checked.value).toMatch(/^[1-9][0-9]{1,14}$/);
      expect(checkPhone(checked.value)._unsafeUnwrap()).toBe(checked.value);
    }),
  );
});
