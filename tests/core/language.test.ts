import {
  defaultLanguage,
  initialLanguage,
  languageCookie,
  languages,
  languageUrl,
  requestLanguage,
  switchLanguage,
  withClock,
} from '@coachsite/core/language';
import { anyText, sitePath } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../support/core-cases.ts';

interface SwitchCase {
  readonly to: 'nl' | 'en';
  readonly lastPath: string | null;
  readonly expect: { stored: string; navigateTo: string | null; lastPathAfter?: null };
}

test.each([
  ['nl', 'vandaag 14:38', 'vandaag 14.38'],
  ['nl', '27 november 2026 om 14:38:05 CET', '27 november 2026 om 14.38.05 CET'],
  ['nl', 'tot: 9:00', 'tot: 9.00'],
  ['en', 'today 14:38', 'today 14:38'],
])('a time of day in %s: %s', (language, text, written) => {
  expect(withClock(text, language)).toBe(written);
});

describe('language (docs/rules.md#4)', () => {
  test.each(casesOf<{ stored: unknown; expected: string }>('language', 'initial'))(
    'stored $stored starts in $expected',
    ({ stored, expected }) => {
      expect(initialLanguage(stored)).toBe(expected);
    },
  );

  test.each(casesOf<SwitchCase>('language', 'switch'))('to $to from $lastPath', (one) => {
    expect(switchLanguage(one)).toMatchObject(one.expect);
    expect(switchLanguage(one).lastPathAfter).toBeNull();
  });

  test('only the exact values count; anything else is Dutch', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect(initialLanguage(stored)).toBe(stored === 'en' ? 'en' : 'nl');
      }),
    );
  });

  test('a response is in the language of the query, else of the cookie, else in Dutch', () => {
    const value = fc.oneof(fc.constantFrom('nl', 'en', undefined, 'fr', ['en']), anyText);
    fc.assert(
      fc.property(value, value, (query, cookie) => {
        const known = [query, cookie].find((one) => one === 'nl' || one === 'en');
        expect(requestLanguage({ query, cookie })).toBe(known ?? 'nl');
      }),
    );
  });

  test('a product with other languages has its own default and its own URLs', () => {
    const offered = ['en', 'nl'] as const;
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect(initialLanguage(stored, offered)).toBe(stored === 'nl' ? 'nl' : 'en');
        expect(initialLanguage(stored, ['nl'])).toBe('nl');
      }),
    );
    expect(requestLanguage({ query: 'nl', cookie: 'en' }, ['en'])).toBe('en');
    expect(['en', 'nl', 'fr'].map((one) => languageUrl('/about', one, offered))).toEqual([
      '/about',
      '/about?lang=nl',
      '/about',
    ]);
  });

  test('the URL of a page in a language is its path and selects that language', () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), sitePath, (language, path) => {
        const { pathname } = new URL(path, 'https://coach.example');
        const url = new URL(languageUrl(pathname, language), 'https://coach.example');
        expect(url.pathname).toBe(pathname);
        const query = url.searchParams.get('lang');
        expect(requestLanguage({ query, cookie: undefined })).toBe(language);
        expect(query).toBe(language === 'en' ? 'en' : null);
      }),
    );
  });

  test('the cookie keeps a language for a year, and only a secure site asks for a secure one', () => {
    expect(defaultLanguage).toBe('nl');
    const cookie = 'language=en; Path=/; Max-Age=31536000; SameSite=Lax';
    expect(languageCookie('en', false)).toBe(cookie);
    expect(languageCookie('en', true)).toBe(`${cookie}; Secure`);
  });

  test('a switch stores the language and returns to the last path once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), sitePath, (to, lastPath) => {
        expect(switchLanguage({ to, lastPath })).toEqual({
          stored: to,
          navigateTo: lastPath,
          lastPathAfter: null,
        });
        expect(switchLanguage({ to, lastPath: undefined }).navigateTo).toBeNull();
      }),
    );
  });
});
