import { checkEmail } from '@coachsite/core/account';
import { anyText, email } from '@coachsite/core/testing';
import { compactTyped, trimTyped } from '@coachsite/core/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** White space, and characters without a glyph that come along with what is copied, one of each block. */
const unseen = fc.constantFrom(
  ...' \t\n\u00a0\u3000\u2028',
  ...'\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e',
  ...'\u2060\u2061\u2064\u2066\u2067\u2068\u2069\u206f\u3164\ufe0f\ufeff\uffa0',
  '\u{e0001}',
  '\u{e0061}',
);
const unseenText = fc.array(unseen, { maxLength: 6 }).map((parts) => parts.join(''));
const seen = /[^\s\p{Default_Ignorable_Code_Point}]/u;

test('invisible characters around a value are dropped, those inside it are kept', () => {
  expect(trimTyped('\u200e\u202a jan@example.com\u200b\u00a0\u2060')).toBe('jan@example.com');
  expect(trimTyped('a \u200b b')).toBe('a \u200b b');
  expect(trimTyped('a\n\u200bb\n')).toBe('a\n\u200bb');
  expect(trimTyped('x')).toBe('x');
  expect(trimTyped(' \u200b\ufeff')).toBe('');
  expect(trimTyped('')).toBe('');
});

test('in a code or number they are dropped everywhere', () => {
  expect(compactTyped('\u200e123\u00a0\u2060456\n\u202c')).toBe('123456');
  expect(compactTyped('\u{e0061}\u00ad')).toBe('');
});

test('what is seen stays, whatever surrounds it', () => {
  fc.assert(
    fc.property(unseenText, anyText, unseenText, (before, text, after) => {
      const trimmed = trimTyped(text);
      expect(trimTyped(before + text + after)).toBe(trimmed);
      expect(trimTyped(trimmed)).toBe(trimmed);
      expect(text).toContain(trimmed);
      expect(seen.test(trimmed)).toBe(seen.test(text));
      expect([...compactTyped(before + text + after)].join('')).toBe(
        [...text].filter((one) => seen.test(one)).join(''),
      );
    }),
  );
});

test('a long text of white space between two letters is trimmed in no time', () => {
  const text = `a${' '.repeat(200_000)}b`;
  expect(trimTyped(text)).toBe(text);
});

test('an address is read without the invisible characters around it', () => {
  fc.assert(
    fc.property(unseenText, email, unseenText, (before, address, after) => {
      expect(checkEmail(before + address + after)._unsafeUnwrap()).toBe(address);
    }),
  );
  expect(checkEmail('\u200b\u00ad')._unsafeUnwrapErr().reasons).toEqual(['required']);
  expect(checkEmail('jan@exa\u200bmple.com')._unsafeUnwrapErr().reasons).toContain('format');
});
