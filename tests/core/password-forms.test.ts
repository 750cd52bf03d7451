import { checkNewPassword, passwordForms, preparedPassword } from '@coachsite/core/account';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const composed = 'Caf\u00e9-Str0ng!pw';
const apart = 'Cafe\u0301-Str0ng!pw';

test('a password is composed, and every space is the usual one', () => {
  expect(preparedPassword(apart)).toBe(composed);
  expect(preparedPassword('a\u00a0b\u2003c\u3000d')).toBe('a b c d');
  // Trimmed, cut or folded further it would be another password.
  for (const same of [' a ', '\ta\n', 'A\ufb01', '\uff21', '\u200b', '\0'])
    expect(preparedPassword(same)).toBe(same);
});

test('only a password that can be written in several ways has several forms', () => {
  expect(passwordForms('Kraanvogel-7!zee')).toEqual(['Kraanvogel-7!zee']);
  expect(passwordForms(composed)).toEqual([composed, apart]);
  expect(passwordForms(apart)).toEqual([composed, apart]);
  expect(passwordForms('e\u0301 \u00e9')).toEqual([
    '\u00e9 \u00e9',
    'e\u0301 \u00e9',
    'e\u0301 e\u0301',
  ]);
  expect(passwordForms('a\u00a0b')).toEqual(['a b', 'a\u00a0b']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const forms = passwordForms(text);
      expect(forms[0]).toBe(preparedPassword(text));
      expect(forms).toContain(text);
      expect(preparedPassword(preparedPassword(text))).toBe(preparedPassword(text));
      expect(forms.every((form) => preparedPassword(form) === forms[0])).toBe(true);
    }),
  );
});

test('a new password is judged and returned in its one form', () => {
  expect(checkNewPassword(apart)._unsafeUnwrap()).toBe(composed);
  // 8 characters as sent, 7 as everybody reads it.
  expect(checkNewPassword('Ze\u0301b-7!x')._unsafeUnwrapErr().reasons).toEqual(['length']);
  expect(checkNewPassword(`Aa1!${'e\u0301x'.repeat(62)}`).isOk()).toBe(true);
  const about = { email: 'h\u00e9l\u00e8ne@example.com' };
  for (const password of ['H\u00e9l\u00e8ne-7!', 'He\u0301le\u0300ne-7!'])
    expect(checkNewPassword(password, about)._unsafeUnwrapErr().reasons).toEqual(['pwned']);
  const site = { siteName: 'Re\u0301ve\u0301e' };
  expect(checkNewPassword('R\u00e9v\u00e9e-74!', site)._unsafeUnwrapErr().reasons).toEqual([
    'pwned',
  ]);
});
