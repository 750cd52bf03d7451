import { anyText, sitePath } from '@coachsite/core/testing';
import { canonicalUrl, cleanUrl, isAllowedRedirect, safeRedirect } from '@coachsite/core/url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanSearch, queryMaxLength, trackingParameters } from '#core/src/url/url.ts';
import { casesOf } from '../support/core-cases.ts';

interface CleaningCase {
  readonly input: string;
  readonly output: string | null;
  readonly recommended?: string;
}

interface HostCase {
  readonly home: string;
  readonly input: string;
  readonly output: string | null;
  readonly accept?: readonly string[];
}

const home = 'https://coach.example';

describe('cleaning the URL (docs/rules.md#9)', () => {
  test.each(casesOf<CleaningCase>('addressCleaning', 'cases'))('case %#: $note', (one) => {
    expect(cleanUrl(one.input)).toBe(one.output ?? one.recommended);
  });

  test('no tracking parameter stays, in any case or escape, and every other one does', () => {
    const tracking = fc.constantFrom(
      ...trackingParameters,
      'utm_source',
      'UTM_Medium',
      'utm%5Fterm',
      'utm_x',
    );
    const other = fc.stringMatching(/^[a-f]{1,4}$/);
    const pairs = fc.array(
      fc.tuple(
        fc.oneof(
          tracking.map((name) => [name, true] as const),
          other.map((name) => [name, false] as const),
        ),
        other,
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pairs, (all) => {
        const spelled = all.map(([[name], value]) => `${name}=${value}`);
        const kept = spelled.filter((_, index) => !all[index]?.[0][1]).join('&');
        expect(cleanSearch(`?${spelled.join('&')}`)).toBe(kept && `?${kept}`);
      }),
    );
  });

  test('a question mark is taken off in front only, and a query alone is cleaned too', () => {
    expect(cleanSearch('a=1?b')).toBe('?a=1?b');
    expect(cleanSearch('??a=1')).toBe('??a=1');
    expect(cleanUrl('?utm_source=x')).toBe('');
    expect(cleanUrl('?utm_source=x&a=1#b')).toBe('?a=1#b');
  });

  test('a query of 200 characters stays, one of 201 is removed', () => {
    const exact = `q=${'a'.repeat(queryMaxLength - 2)}`;
    expect(cleanSearch(`?${exact}`)).toBe(`?${exact}`);
    expect(cleanSearch(`?${exact}b`)).toBe('');
    expect(cleanSearch(`?${exact}&gclid=1`)).toBe(`?${exact}`);
  });

  test('cleaning never fails, keeps path and fragment, and cleaning twice changes nothing', () => {
    const parts = fc.tuple(
      sitePath.map((path) => path.split('?')[0] ?? '/'),
      anyText,
      anyText,
    );
    fc.assert(
      fc.property(parts, ([path, query, hash]) => {
        const cleaned = cleanUrl(`${path}?${query.replaceAll('#', '')}#${hash}`);
        expect(cleanUrl(cleaned)).toBe(cleaned);
        expect(cleaned.startsWith(path)).toBe(true);
        expect(cleaned.endsWith(`#${hash}`)).toBe(true);
      }),
    );
  });
});

describe('the canonical URL (docs/rules.md#9)', () => {
  test.each(casesOf<HostCase>('canonicalHost', 'cases'))('$input', (one) => {
    const canonical = canonicalUrl(one.input, one.home);
    expect(one.output === null ? one.accept : [one.output]).toContain(canonical);
  });

  test('for any input the host is that of the home page or of this machine', () => {
    const input = fc.oneof(
      anyText,
      fc.webUrl(),
      anyText.map((text) => `http://${text}`),
    );
    fc.assert(
      fc.property(input, (text) => {
        const url = new URL(canonicalUrl(text, home));
        if (/^(?:127\..*|.*\.?localhost|\[::1\])$/.test(url.hostname)) return;
        expect(url.origin).toBe(home);
        expect(canonicalUrl(url.href, home)).toBe(url.href);
      }),
    );
  });

  test('a home page that is no URL of the web gives the root, as a path', () => {
    for (const malformed of ['', 'coach.example', 'mailto:a@coach.example', 'javascript:alert(1)'])
      expect(canonicalUrl('https://evil.example/x', malformed)).toBe('/');
  });
});

describe('redirect targets (docs/security.md#LN-5)', () => {
  const allowList = ['https://app.example/back', 'myapp://signed-in'];

  test('a home page that is no URL allows its own paths and the list only, and never throws', () => {
    fc.assert(
      fc.property(anyText, anyText, (target, malformed) => {
        fc.pre(!URL.canParse(malformed));
        expect(safeRedirect(`https://${target}`, malformed)).toBe('/');
      }),
    );
    expect(safeRedirect('/account', 'coach.example')).toBe('/account');
    expect(safeRedirect('https://app.example/back', '', allowList)).toBe(
      'https://app.example/back',
    );
    expect(isAllowedRedirect('https://coach.example/', 'coach.example')).toBe(false);
  });

  test.each([
    'https://evil.example',
    'https://coach.example.evil.example/',
    'https://coach.example@evil.example/',
    'https://evil.example@coach.example/',
    'https://@coach.example/',
    'https:coach.example',
    'https:/coach.example',
    'https:\\\\coach.example',
    '//coach.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http://coach.example/',
    'https://coach.example:8443/',
    'javascript:alert(1)',
    'javascript://coach.example/%0aalert(1)',
    'data:text/html,x',
    'https://coach.example/\u0000',
    'https://coach.example/a\tb',
    ' https://coach.example/',
    'https://coach.example/%2f%2fevil.example',
    '/%5cevil.example',
    'https://app.example/backdoor',
    'https://app.example/',
    'https://app.example/back/../other',
    'http://app.example/back',
    'myapp://other',
    '',
    null,
  ])('%j becomes the root of the site', (target) => {
    expect(safeRedirect(target, home, allowList)).toBe('https://coach.example/');
    expect(isAllowedRedirect(target ?? '', home, allowList)).toBe(false);
  });

  test.each([
    ['/account', 'https://coach.example/account'],
    ['/auth?redirect=%2Fadmin', 'https://coach.example/auth?redirect=%2Fadmin'],
    ['https://coach.example', 'https://coach.example'],
    ['https://coach.example/a?b=c#d', 'https://coach.example/a?b=c#d'],
    ['HTTPS://COACH.EXAMPLE/a', 'HTTPS://COACH.EXAMPLE/a'],
    ['https://app.example/back', 'https://app.example/back'],
    ['https://app.example/back/here?x=1', 'https://app.example/back/here?x=1'],
    ['myapp://signed-in/x', 'myapp://signed-in/x'],
  ])('%s is allowed', (target, url) => {
    expect(safeRedirect(target, home, allowList)).toBe(url);
  });

  test('no target names a user, however it is written', () => {
    const part = fc.constantFrom('a', 'a:', ':', ':b', 'a:b', '%40', '', '@', '?', '#', '/', '.');
    const user = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(user, fc.constantFrom('https://', 'https:////', 'https:'), (name, start) => {
        const target = `${start}${name}@coach.example/`;
        const url = URL.canParse(target) ? new URL(target) : undefined;
        if (url?.username || url?.password) expect(isAllowedRedirect(target, home)).toBe(false);
      }),
      { numRuns: 1000 },
    );
    for (const name of ['', 'a', ':', 'a:', ':b', 'a:b'])
      expect(isAllowedRedirect(`https://${name}@coach.example/`, home)).toBe(false);
  });

  test('a target has its scheme and its host in front, not somewhere behind', () => {
    for (const target of ['https:coach.example/x://y', 'https:/coach.example/x://y'])
      expect(isAllowedRedirect(target, home)).toBe(false);
  });

  test('an entry of the list without a path allows the whole origin, with or without a slash', () => {
    for (const entry of ['https://app.example', 'https://app.example/'])
      for (const target of [
        'https://app.example',
        'https://app.example/x',
        'https://app.example?x',
      ])
        expect(isAllowedRedirect(target, home, [entry])).toBe(true);
    for (const entry of ['myapp://x', 'myapp://x/'])
      for (const target of ['myapp://x', 'myapp://x/', 'myapp://x/y', 'myapp://x?y'])
        expect(isAllowedRedirect(target, home, [entry]), `${target} in ${entry}`).toBe(true);
    expect(isAllowedRedirect('myapp://xy', home, ['myapp://x'])).toBe(false);
  });

  test('no target leads away from the site while the list is empty', () => {
    const odd = fc
      .array(
        fc.constantFrom(
          'https:',
          'http:',
          '/',
          '//',
          '\\',
          '@',
          'coach.example',
          'evil.example',
          '.',
          ':',
          '?',
          '#',
          '%2f',
          '\t',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(odd, anyText, fc.webUrl()), (target) => {
        expect(new URL(safeRedirect(target, home)).origin).toBe(home);
      }),
      { numRuns: 500 },
    );
  });
});
