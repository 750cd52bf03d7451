import {
  checkPersonPhone,
  checkPhone,
  checkReachablePhone,
  checkWrittenPhone,
  containsPhone,
  isPhoneRecipient,
} from '@coachsite/core/account';
import { anyText, memoryPhoneReader, notAPhone, phone, typedPhone } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['+32 470 12 34 56', '32470123456'],
  ['32470123456', '32470123456'],
  [' +12 ', '12'],
  ['+ 3 2\t470\n', '32470'],
  ['123456789012345', '123456789012345'],
  ['\u202a+32\u200b470 12 34 56\u202c', '32470123456'],
])('%s is normalised to %s', (input, digits) => {
  expect(checkPhone(input)._unsafeUnwrap()).toBe(digits);
});

test.each([
  '',
  '+',
  '1',
  '0470123456',
  '++32470123456',
  '3+2470',
  '32470+',
  '+32-470',
  'x32470',
  '32470x',
  `+32470${' '.repeat(60)}x`,
  '1234567890123456',
  '٣٢٤٧٠',
])('%j is not a phone number', (input) => {
  expect(checkPhone(input)._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
});

test.each([
  ['32470111222', true],
  ['call +32470111222.', true],
  ['/users/32470111222?x', true],
  ['324701112223', false],
  ['132470111222 and 32470111222', true],
  ['132470111222', false],
  ['0470111222', false],
  ['32470111222x', true],
  ['x32470111222', true],
  ['032470111222', false],
  ['32470111222 0', true],
  ['324701112220 324701112220 32470111222', true],
  ['', false],
])('%j contains the number: %j', (text, isFound) => {
  expect(containsPhone(text, '32470111222')).toBe(isFound);
});

test('a number of fewer than seven digits is not looked for', () => {
  expect(containsPhone('call 3247011', '3247011')).toBe(true);
  expect(containsPhone('call 324701', '324701')).toBe(false);
});

test('a number is found in any text around it that does not lengthen it, and a short one never', () => {
  fc.assert(
    fc.property(phone, anyText, anyText, (number, before, after) => {
      const text = `${before} ${number}`;
      expect(containsPhone(`${text} ${after}`, number)).toBe(true);
      expect(containsPhone(`x${number}0`, number)).toBe(false);
      expect(isPhoneRecipient(number)).toBe(true);
      expect(isPhoneRecipient(`${number}x`)).toBe(false);
      expect(isPhoneRecipient(`x${number}`)).toBe(false);
      expect(containsPhone(text, number.slice(0, 6))).toBe(false);
    }),
  );
});

test('a number is accepted however it is typed, and with one mistake it is none', () => {
  fc.assert(
    fc.property(typedPhone, notAPhone, ({ typed, digits }, mistaken) => {
      expect(checkPhone(typed)._unsafeUnwrap()).toBe(digits);
      expect(checkPhone(mistaken)._unsafeUnwrapErr()).toEqual({ kind: 'invalid_phone' });
    }),
    { numRuns: 300 },
  );
});

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

const reading = { readPhone: memoryPhoneReader };
const invalid = { kind: 'invalid_phone' };

test('a number in a form is read as people write it', () => {
  for (const written of ['0470 12 34 56', '+32 (0)470/12.34.56', '0032 470 12-34-56'])
    expect(checkWrittenPhone(reading, written)._unsafeUnwrap()).toBe('32470123456');
  for (const written of ['', '+32 0470 12 34 56', 'call me', '12', undefined, 32470123456])
    expect(checkWrittenPhone(reading, written)._unsafeUnwrapErr()).toEqual(invalid);
});

test('somebody is looked up by a number as people write it, or by digits that no plan knows', () => {
  expect(checkPersonPhone(reading, '0470 12 34 56')._unsafeUnwrap()).toBe('32470123456');
  expect(checkPersonPhone(reading, '+320470123456')._unsafeUnwrap()).toBe('320470123456');
  for (const written of ['', '0', 'call me', undefined, 32470123456])
    expect(checkPersonPhone(reading, written)._unsafeUnwrapErr()).toEqual(invalid);
});

test('a number that gets messages is one that can be dialled as it stands', () => {
  expect(checkReachablePhone(reading, '+32 470 12 34 56')._unsafeUnwrap()).toBe('32470123456');
  for (const given of ['+320470123456', '0470123456', '12', '', undefined, 32470123456])
    expect(checkReachablePhone(reading, given)._unsafeUnwrapErr()).toEqual(invalid);
  const readPhone = () => checkPhone('32470123457')._unsafeUnwrap();
  expect(checkReachablePhone({ readPhone }, '32470123456')._unsafeUnwrapErr()).toEqual(invalid);
});
