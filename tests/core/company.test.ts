import { hasBasis, isBankAccount, isClaimFresh, isEnterpriseNumber } from '@coachsite/core/company';
import { anyText, epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimFreshMs } from '#core/src/company/claims.ts';

/** A number with its check digits, written with dots. */
const enterpriseNumber = fc.integer({ min: 0, max: 19_999_999 }).map((first) => {
  const eight = String(first).padStart(8, '0');
  const check = String(97 - (first % 97)).padStart(2, '0');
  const digits = eight + check;
  return `${digits.slice(0, 4)}.${digits.slice(4, 7)}.${digits.slice(7)}`;
});

/** Replaces the digit at the given place among the digits of `text` by another one. */
function withOtherDigit(text: string, place: number, add: number): string {
  const at = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const index = at[place % at.length] ?? 0;
  const digit = (Number(text[index]) + add) % 10;
  return text.slice(0, index) + digit + text.slice(index + 1);
}
const otherDigit = [fc.nat(100), fc.integer({ min: 1, max: 9 })] as const;

const swap = (text: string) =>
  [...text].map((one) => (/[A-Z]/.test(one) ? String(one.charCodeAt(0) - 55) : one)).join('');

/** An IBAN with its check digits, in groups of four. */
const bankAccount = fc
  .tuple(fc.stringMatching(/^[A-Z]{2}$/), fc.stringMatching(/^[A-Z0-9]{11,30}$/))
  .map(([country, rest]) => {
    const check = 98n - (BigInt(swap(`${rest}${country}00`)) % 97n);
    return `${country}${String(check).padStart(2, '0')}${rest}`.replace(/.{4}(?=.)/g, '$& ');
  });

describe('enterprise number (docs/law-and-search.md#B1)', () => {
  test.each(['BE 0123.456.749', '0123.456.749'])('%s is one', (text) => {
    expect(isEnterpriseNumber(text)).toBe(true);
  });
  test.each([
    '',
    '0123456749',
    'BE0123.456.749',
    'NL 0123.456.749',
    '2123.456.749',
    ' 0123.456.749',
    '0123.456.749 ',
    '0123.456.7490',
  ])('"%s" is none', (text) => {
    expect(isEnterpriseNumber(text)).toBe(false);
  });
  test('correct check digits are accepted, and one wrong digit is rejected', () => {
    fc.assert(
      fc.property(enterpriseNumber, ...otherDigit, (text, place, add) => {
        expect(isEnterpriseNumber(text)).toBe(true);
        expect(isEnterpriseNumber(`BE ${text}`)).toBe(true);
        expect(isEnterpriseNumber(withOtherDigit(text, place, add))).toBe(false);
      }),
    );
  });
});

describe('bank account (ISO 13616)', () => {
  test.each(['BE68 5390 0754 7034', 'BE68539007547034', 'GB82 WEST 1234 5698 7654 32'])(
    '%s is one',
    (text) => {
      expect(isBankAccount(text)).toBe(true);
    },
  );
  test.each([
    '',
    'BE68',
    'be68539007547034',
    'BE68-5390-0754-7034',
    '68BE539007547034',
    'xBE68539007547034',
    'BE68539007547034.',
  ])('"%s" is none', (text) => {
    expect(isBankAccount(text)).toBe(false);
  });
  test('correct check digits are accepted, and one wrong digit is rejected', () => {
    fc.assert(
      fc.property(bankAccount, ...otherDigit, (text, place, add) => {
        expect(isBankAccount(text)).toBe(true);
        expect(isBankAccount(text.replaceAll(' ', ''))).toBe(true);
        expect(isBankAccount(withOtherDigit(text, place, add))).toBe(false);
      }),
    );
  });
  test('no text makes it throw', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (!/\d/.test(text)) expect(isBankAccount(text)).toBe(false);
        expect(typeof isEnterpriseNumber(text)).toBe('boolean');
      }),
    );
  });
});

describe('age of a claim (docs/law-and-search.md#A2)', () => {
  test('it is fresh for 400 days, and never with an unreadable date', () => {
    fc.assert(
      fc.property(epochMs, fc.nat(2 * claimFreshMs), (checkedAt, age) => {
        expect(isClaimFresh(checkedAt, checkedAt + age)).toBe(age <= claimFreshMs);
        expect(isClaimFresh(Number.NaN, checkedAt)).toBe(false);
      }),
    );
    expect(claimFreshMs).toBe(400 * 86_400_000);
    expect([0, 1].map((more) => isClaimFresh(5, 5 + claimFreshMs + more))).toEqual([true, false]);
  });
});

test('a basis says who measured what: neither nothing nor the specification of the site is one', () => {
  expect(hasBasis('Counted by the coach: customer specification of 2024')).toBe(true);
  for (const basis of ['', '  ', 'customer specification', '  Customer Specification, page 3'])
    expect(hasBasis(basis)).toBe(false);
});
