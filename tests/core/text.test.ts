import { anyText, hostileText, sitePath } from '@coachsite/core/testing';
import {
  containsWords,
  isPathOfSite,
  loggablePath,
  plainText,
  singleLine,
} from '@coachsite/core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('plain text', () => {
  test('keeps line ends and tabs, drops other control characters', () => {
    expect(plainText('a\r\nb\rc\td\u0000\u0007\u001b[31m\u007f')).toBe('a\nb\nc\td[31m');
  });

  test('can be stored anywhere: well-formed, without NUL, and stable', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, hostileText), (text) => {
        const plain = plainText(text);
        expect(plain.isWellFormed()).toBe(true);
        expect(plain).not.toContain('\u0000');
        expect(plainText(plain)).toBe(plain);
      }),
    );
  });

  test('a single line has no line end', () => {
    expect(singleLine('Hi\r\nBcc: a@b.c\u2028x')).toBe('Hi Bcc: a@b.c x');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(singleLine(text)).not.toMatch(/[\r\n\u2028\u2029]/);
      }),
    );
  });
});

describe('a path of the site', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/a/%2e%2e//evil.example/%2F',
    '/.//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'admin',
    '',
    null,
    undefined,
    7,
    `/${'a'.repeat(3000)}`,
  ])('%j is rejected', (path) => {
    expect(isPathOfSite(path)).toBe(false);
  });

  test.each(['/', '/admin', '/shop/x?a=1#b', '/auth?redirect=%2Fadmin%3Fx%3D1', '/zo%C3%A9', '/é'])(
    '%s is accepted',
    (path) => {
      expect(isPathOfSite(path)).toBe(true);
    },
  );

  test('an accepted path stays on the site in every browser', () => {
    const odd = fc
      .array(
        fc.constantFrom('/', '\\', '.', '..', '%2f', '@', ':', '\t', 'evil.example', '?', '#', 'a'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(odd, anyText), (text) => {
        if (!isPathOfSite(text)) return;
        expect(new URL(text, 'https://coach.example').host).toBe('coach.example');
        expect(text).toMatch(/^\/(?![/\\])/);
      }),
    );
  });

  test('ordinary paths are accepted', () => {
    fc.assert(fc.property(sitePath, (path) => isPathOfSite(path)));
  });
});

describe('the part of a URL that logs and analytics get', () => {
  test('has no query, no fragment and no e-mail address in any spelling', () => {
    const written = [
      encodeURI,
      encodeURIComponent,
      (text: string) => encodeURI(encodeURIComponent(text)),
    ];
    fc.assert(
      fc.property(
        fc.emailAddress().filter((email) => !/[/?#]/.test(email)),
        fc.constantFrom(...written),
        fc.webQueryParameters(),
        (email, write, query) => {
          expect(loggablePath(`/x/${write(email)}/y?token=${query}#${query}`)).toBe('/x/***/y');
        },
      ),
    );
  });

  test('keeps every other path, and the origin of a whole URL', () => {
    fc.assert(
      fc.property(sitePath, (path) => {
        const [pathname = ''] = path.split(/[?#]/, 1);
        fc.pre(!/@|%(?:25)*40/.test(pathname));
        expect(loggablePath(`https://site.example${path}`)).toBe(`https://site.example${pathname}`);
      }),
    );
  });
});

describe('a search for words', () => {
  test('finds every word, in any order, case and form of Unicode, with or without accents', () => {
    const text = 'Zoë Peeters\nÉcole';
    for (const search of ['peeters  ZOË', 'zoe', 'e\u0301cole', 'ecole Peetérs', 'öe', ''])
      expect([search, containsWords(text, search)]).toEqual([search, true]);
    expect(containsWords(text.normalize('NFD'), 'zoë')).toBe(true);
  });

  test('finds no text that lacks one', () => {
    for (const search of ['zou', 'zoë janssens', 'école!', 'Ζοe'])
      expect([search, containsWords('Zoë Peeters, école', search)]).toEqual([search, false]);
    expect(containsWords('zou, zon en zo', 'zoë')).toBe(false);
    expect(containsWords('हिन्दी', 'हन्द')).toBe(false);
  });

  test('finds each part of a text in it', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, part, after) => {
        expect(containsWords(`${before} ${part} ${after}`, part)).toBe(true);
      }),
    );
  });
});
