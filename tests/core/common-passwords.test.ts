import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCommonWords, isCommonPassword } from '#core/src/account/common-passwords.ts';

const only = (...words: readonly string[]) => new Set(words);
const isCommon = (password: string, word: string) => isCommonPassword(password, {}, only(word));

test('every common word is written as passwords are compared: lower-case letters', () => {
  for (const word of defaultCommonWords) expect(word).toMatch(/^[a-z]+$/);
  expect(isCommonPassword('12345678!')).toBe(false);
});

test.each([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['8', 'b'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
  ['€', 'e'],
])('%s looks like %s, wherever it stands', (sign, letter) => {
  for (const [before, after] of [
    ['zw', 'mnk'],
    ['', 'zwmnk'],
    ['zwmnk', ''],
  ] as const) {
    const word = before + letter + after;
    expect(isCommon(before.toUpperCase() + sign + after, word)).toBe(true);
    expect(isCommon(`${before}x${after}`, word)).toBe(false);
  }
});

test('signs and digits around a word do not hide it, nor signs in between', () => {
  const decoration = fc.stringMatching(/^[0-9 !._-]{0,5}$/);
  fc.assert(
    fc.property(decoration, decoration, (before, after) => {
      for (const word of ['zomer', 'Zo-mer', 'z.o.m.e.r', 'ZOMERzomer'])
        expect(isCommon(before + word + after, 'zomer')).toBe(true);
      expect(isCommon(`${before}zomers${after}`, 'zomer')).toBe(false);
      expect(isCommon(`${before}zomerwinter${after}`, 'zomer')).toBe(false);
    }),
  );
});

test('a word may begin or end with a look-alike, and have decoration behind it', () => {
  expect(isCommon('5ummer', 'summer')).toBe(true);
  expect(isCommon('5ummer99!', 'summer')).toBe(true);
  expect(isCommon('Welcom3', 'welcome')).toBe(true);
  expect(isCommon('99p@ssword99', 'password')).toBe(true);
  // Decoration that looks like letters, on both sides of a word with a look-alike in it.
  expect(isCommon('44w3lcome44', 'welcome')).toBe(true);
  expect(isCommon('5ummer11', 'summer')).toBe(true);
});

test('a word that is said twice is common, half a word is not', () => {
  expect(isCommon('zonzon', 'zon')).toBe(true);
  expect(isCommon('zonzonz', 'zon')).toBe(false);
  expect(isCommon('zonmaan', 'zon')).toBe(false);
  expect(isCommon('zozo', 'zon')).toBe(false);
});

test('of a very long password only the beginning is looked at', () => {
  expect(isCommon(`${'1'.repeat(251)}zomer`, 'zomer')).toBe(true);
  expect(isCommon(`${'1'.repeat(252)}zomer`, 'zomer')).toBe(false);
});

test('a name of four letters, in whole or in part, is rejected with fewer than four others', () => {
  const made = (password: string, context: Parameters<typeof isCommonPassword>[1]) =>
    isCommonPassword(password, context, only());
  const email = 'anna-bel.x@example.com';
  for (const password of [
    'Anna1234!',
    'xyz-ANNA',
    '4nn4-99',
    'anna-bel.x',
    'annabelx',
    'annabelxannabelx',
  ])
    expect(made(password, { email })).toBe(true);
  for (const password of ['wxyzanna', 'bel99999', 'example1', 'Annb1234'])
    expect(made(password, { email })).toBe(false);
  for (const password of ['Momentum', 'momentumco99', 'Momentum & Co', 'm-o-m-e-n-t-u-m'])
    expect(made(password, { siteName: 'Momentum & Co' })).toBe(true);
  expect(made('and1and2', { siteName: 'And & Co' })).toBe(false);
  expect(made('bel2bel2', { siteName: 'Bel2' })).toBe(true);
  expect(made('undefined', {})).toBe(false);
});
