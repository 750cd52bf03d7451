import {
  addressKey,
  checkRedirects,
  finderOf,
  type Redirect,
  type RedirectReason,
} from '@coachsite/core/redirects';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const pages = new Set(['/', '/contact', '/blog/now']);
const site = {
  home: 'https://coach.example',
  isPage: (path: string) => pages.has(path),
  isKnown: (path: string) => path === '/blog/planned',
};
type Typed = readonly (readonly [from: string, to: string | null])[];
const check = (...rows: Typed) =>
  checkRedirects(
    rows.map(([from, to]) => ({ from, to })),
    site,
  );
const kept = (...rows: Typed) => check(...rows)._unsafeUnwrap();
const reasons = (...rows: Typed) => {
  const error = check(...rows)._unsafeUnwrapErr();
  expect(error.kind).toBe('validation_failed');
  return error.fields;
};

describe('a typed redirect', () => {
  test.each([
    ['/old', '/contact', '/old', '/contact'],
    ['/Old/Page/', '/contact/', '/Old/Page', '/contact'],
    [' /old ', ' /contact?lang=en#form ', '/old', '/contact?lang=en#form'],
    ['https://coach.example/old/', 'https://coach.example/contact', '/old', '/contact'],
    ['http://www.coach.example/old', 'HTTPS://WWW.COACH.EXAMPLE/contact', '/old', '/contact'],
    ['/café', '/contact', '/caf%C3%A9', '/contact'],
    ['/a/../old', '/contact', '/old', '/contact'],
    ['/old', null, '/old', null],
    ['/old', '/', '/old', '/'],
    ['/old', '/?lang=en', '/old', '/?lang=en'],
    ['/Contact', '/contact', '/Contact', '/contact'],
    ['/see-https:now', '/contact', '/see-https:now', '/contact'],
    ['/old', '/blog/planned?lang=en#tips', '/old', '/blog/planned?lang=en#tips'],
    ['/old café', '/blog/planned', '/old%20caf%C3%A9', '/blog/planned'],
    [`/${'a'.repeat(399)}`, '/contact', `/${'a'.repeat(399)}`, '/contact'],
  ])('%s to %s is kept', (from, to, path, target) => {
    expect(kept([from, to])).toEqual([{ from: path, to: target }]);
  });

  test.each<[string, string | null, Readonly<Record<string, RedirectReason>>]>([
    ['', '/contact', { '0.from': 'required' }],
    ['/old', ' ', { '0.to': 'required' }],
    ['old', '/contact', { '0.from': 'not_a_path' }],
    ['//evil.example/old', '/contact', { '0.from': 'not_a_path' }],
    ['/old?id=1', '/contact', { '0.from': 'not_a_path' }],
    ['/old#part', '/contact', { '0.from': 'not_a_path' }],
    ['/%ff', '/contact', { '0.from': 'not_a_path' }],
    ['https://coach.example//evil.example', '/contact', { '0.from': 'not_a_path' }],
    ['https://', '/contact', { '0.from': 'not_a_path' }],
    ['/old', '//evil.example', { '0.to': 'not_a_path' }],
    ['/old', '/\\evil.example', { '0.to': 'not_a_path' }],
    ['/old', 'mailto:ann@example.com', { '0.to': 'not_a_path' }],
    ['/old', 'javascript:alert(1)', { '0.to': 'not_a_path' }],
    ['/old', 'https://evil.example/contact', { '0.to': 'foreign_host' }],
    ['https://blog.coach.example/old', '/contact', { '0.from': 'foreign_host' }],
    ['/old', 'https://coach.www.example/', { '0.to': 'foreign_host' }],
    ['/old', 'https://coach.example.evil.example/', { '0.to': 'foreign_host' }],
    [`/${'a'.repeat(400)}`, '/contact', { '0.from': 'too_long' }],
    ['/old', `/${'a'.repeat(400)}`, { '0.to': 'too_long' }],
    ['/contact', '/', { '0.from': 'existing_page' }],
    ['/contact/', null, { '0.from': 'existing_page' }],
    ['/', '/contact', { '0.from': 'existing_page' }],
    ['/contact', 'https://evil.example/', { '0.from': 'existing_page', '0.to': 'foreign_host' }],
    ['/old', '/nowhere?lang=en#tips', { '0.to': 'no_page' }],
    ['/old', '/old', { '0.to': 'loop' }],
    ['/old', '/OLD/?again', { '0.to': 'loop' }],
  ])('%s to %s is rejected', (from, to, fields) => {
    expect(reasons([from, to])).toEqual(fields);
  });

  test('no host is compared when the site has no URL of its own', () => {
    const nowhere = { ...site, home: 'nowhere' };
    expect(checkRedirects([{ from: '/old', to: null }], nowhere).isErr()).toBe(true);
  });
});

describe('several redirects', () => {
  test('an address that an earlier row has, in whatever form, is rejected', () => {
    expect(reasons(['/old', '/contact'], ['/OLD/', null], ['/%6Fld', '/'])).toEqual({
      '1.from': 'repeated',
      '2.from': 'repeated',
    });
  });

  test('a chain is rejected where it begins, a loop in each of its rows', () => {
    expect(reasons(['/a', '/b'], ['/b', '/contact'])).toEqual({ '0.to': 'chain' });
    expect(reasons(['/a', '/b'], ['/b', null])).toEqual({ '0.to': 'chain' });
    expect(reasons(['/a', '/B/'], ['/b', '/a?x'])).toEqual({ '0.to': 'loop', '1.to': 'loop' });
    expect(reasons(['/in', '/a'], ['/a', '/b'], ['/b', '/a'])).toEqual({
      '0.to': 'chain',
      '1.to': 'loop',
      '2.to': 'loop',
    });
    expect(reasons(['/a', '/b'], ['/b', '/c'], ['/c', '/a'])).toEqual({
      '0.to': 'loop',
      '1.to': 'loop',
      '2.to': 'loop',
    });
  });

  test('a row with a mistake leads nowhere, and nothing leads over it', () => {
    expect(reasons(['/a', '/blog/planned'], ['/blog/planned', '//evil.example'])).toEqual({
      '1.to': 'not_a_path',
    });
    expect(reasons(['old', '/b'], ['/b', '/contact'])).toEqual({ '0.from': 'not_a_path' });
  });

  test('a page ends the way, even where an old address differs from it in case alone', () => {
    expect(kept(['/Contact', '/contact'], ['/kontakt', '/contact'])).toHaveLength(2);
  });

  test('rows keep their order, and each mistake its place', () => {
    const rows = kept(['/b', '/'], ['/a', null]);
    expect(rows.map(({ from }) => from)).toEqual(['/b', '/a']);
    expect(reasons(['/b', '/'], ['/a', ''], ['/contact', '/'])).toEqual({
      '1.to': 'required',
      '2.from': 'existing_page',
    });
    expect(kept()).toEqual([]);
  });

  const path = fc.constantFrom('/a', '/B', '/c/', '/d', '/contact', '/', '/e%20f');
  const row = fc.record({ from: path, to: fc.option(path) });

  const open = { ...site, isKnown: () => true };

  test('what is kept leads each old address to its end in one step, and is kept again as it is', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const checked = checkRedirects(rows, open);
        if (checked.isErr()) {
          expect(checked.error.fields).not.toEqual({});
          return;
        }
        const find = finderOf(checked.value, []);
        for (const { from, to } of checked.value) {
          const found = find(from, '');
          expect(found).toEqual(to === null ? 'gone' : { to });
          const next = to === null || site.isPage(to) ? undefined : find(to, '');
          expect(next).toBeUndefined();
        }
        expect(checkRedirects(checked.value, open)._unsafeUnwrap()).toEqual(checked.value);
      }),
    );
  });
});

describe('an old address', () => {
  const table: readonly Redirect[] = [
    { from: '/Old', to: '/contact' },
    { from: '/caf%C3%A9', to: '/about' },
    { from: '/gone', to: null },
    { from: '/form', to: '/contact?lang=nl#form' },
    { from: '/en/only', to: '/about?lang=en' },
    { from: '/to-old-name', to: '/blog/old-name?lang=en#end' },
    { from: '/blog/taken', to: null },
  ];
  const find = finderOf(table, [
    { from: '/blog/old-name', to: '/blog/now' },
    { from: '/blog/taken', to: '/blog/now' },
  ]);

  test.each([
    ['/Old', '', '/contact'],
    ['/old', '', '/contact'],
    ['/OLD/', '', '/contact'],
    ['/%4Fld', '', '/contact'],
    ['/café', '', '/about'],
    ['/cafe%CC%81', '', '/about'],
    ['/old', '?lang=en&utm_source=mail', '/contact?lang=en&utm_source=mail'],
    ['/old', '?', '/contact'],
    ['/old', '?&a=1&&a=2', '/contact?a=1&a=2'],
    ['/form', '?lang=en&b=1', '/contact?lang=nl&b=1#form'],
    ['/en/old', '', '/contact?lang=en'],
    ['/NL/Old', '?b=1', '/contact?b=1&lang=nl'],
    ['/en/old', '?lang=nl', '/contact?lang=nl'],
    ['/en/form', '', '/contact?lang=nl#form'],
    ['/en/only', '', '/about?lang=en'],
    ['/blog/old-name', '', '/blog/now'],
    ['/en/blog/old-name', '', '/blog/now?lang=en'],
    ['/to-old-name', '', '/blog/now?lang=en#end'],
  ])('%s%s leads to its target', (path, search, to) => {
    expect(find(path, search)).toEqual({ to });
  });

  test.each(['/gone', '/GONE/', '/en/gone', '/blog/taken'])('%s is gone', (path) => {
    expect(find(path, '?a=1')).toBe('gone');
  });

  test.each([
    '/',
    '/olds',
    '/old/er',
    '/fr/old',
    '/en',
    '/en/',
    '/only',
    '/%ff',
    '',
    '/en/en/old',
    '/x/en/old',
  ])('%s is none', (path) => {
    expect(find(path, '')).toBeUndefined();
  });

  test('a target keeps what stands behind a second question mark or hash', () => {
    const odd = finderOf([{ from: '/a', to: '/b?c=d?e#f#g' }], []);
    expect(odd('/a', '?h=1')).toEqual({ to: '/b?c=d?e&h=1#f#g' });
  });

  test('an empty table finds nothing', () => {
    expect(finderOf([], [])('/old', '')).toBeUndefined();
  });

  test('paths that mean the same have one key, and a long one costs no more than a short one', () => {
    expect(addressKey('/A%20b//')).toBe('/a b');
    expect(addressKey('///')).toBe('/');
    expect(addressKey('/%')).toBeUndefined();
  });
});
