import { missedPath } from '@coachsite/core/redirects';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['/old-page', '/old-page'],
  ['/Over-Mij?utm_source=mail', '/Over-Mij'],
  ['/2019/05/10-tips', '/2019/05/10-tips'],
  ['/wp-content/uploads/gids.pdf', '/wp-content/uploads/gids.pdf'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/a+b,c~d', '/a+b,c~d'],
  ['/index.html', '/index.html'],
  [
    '/a-very-long-name-of-an-article-about-eating-well',
    '/a-very-long-name-of-an-article-about-eating-well',
  ],
  ['/averylongwordwithoutanydigitinitatall', '/averylongwordwithoutanydigitinitatall'],
  ['/1234567', '/1234567'],
  ['/a-1234-b', '/a-1234-b'],
  ['/blog/favicon', '/blog/favicon'],
  [`/${'ab-'.repeat(66)}c`, `/${'ab-'.repeat(66)}c`],
])('%s is counted as %s', (url, path) => {
  expect(missedPath(url)).toBe(path);
});

test.each([
  ['too long', `/${'ab-'.repeat(66)}cd`],
  ['no path of a page', 'old'],
  ['of other characters', '/a b'],
  ['of other characters', '/a"b'],
  ['of other characters', '/caf\u00e9'],
  ['asked by browsers', '/.well-known/assetlinks.json'],
  ['asked by browsers', '/favicon-32.png'],
  ['asked by browsers', '/apple-touch-icon-120x120.png'],
  ['asked by browsers', '/browserconfig.xml'],
  ['tried by scanners', '/wp-login.php'],
  ['tried by scanners', '/index.PHP/page'],
  ['tried by scanners', '/x.php7'],
  ['tried by scanners', '/x.asp'],
  ['tried by scanners', '/x.aspx'],
  ['tried by scanners', '/x.jsp'],
  ['tried by scanners', '/x.jspx'],
  ['tried by scanners', '/x.yml'],
  ['tried by scanners', '/x.yaml'],
  ['tried by scanners', '/backup.tar.gz'],
  ['tried by scanners', '/.env'],
  ['tried by scanners', '/app/.git/config'],
  ['tried by scanners', '/wp-admin'],
  ['tried by scanners', '/blog/wp-json/users'],
  ['tried by scanners', '/cgi-bin/luci'],
  ['tried by scanners', '/vendor/phpunit'],
  ['a telephone number', '/call/0470123456'],
  ['a telephone number', '/32470123456'],
  ['a mail address', '/off/ann@example.com'],
  ['a mail address', '/off/ann%40example.com'],
  ['a mail address', '/off/ann%2540example.com'],
  ['a token', '/confirm/abcdefghijklmnopqrstuvw1'],
  ['an id', '/x/0f8fad5b-d9cb-469f-a165-7086a728b50e'],
])('a path that is %s is not counted: %s', (_why, url) => {
  expect(missedPath(url)).toBeUndefined();
});

test('whatever is counted is short, has no query, and is counted as itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\/[\w.@%~-]{0,30}){1,9}$/), (path) => {
      const counted = missedPath(`${path}?a=1`);
      if (counted === undefined) return;
      expect(counted).toBe(path);
      expect(counted.length).toBeLessThanOrEqual(200);
      expect(counted).not.toMatch(/[?@]/);
      expect(missedPath(counted)).toBe(counted);
    }),
  );
});
