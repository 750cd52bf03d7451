import {
  escapeMarkup,
  isPathOfSite,
  loggablePath,
  loggedError,
  sanitise,
  singleLine,
} from '@coachsite/core/text';
import { isAllowedRedirect } from '@coachsite/core/url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

test('escaped text has no markup, and loses nothing', () => {
  expect(escapeMarkup(`<a href="x" title='y'>&`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;',
  );
  const signs: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = escapeMarkup(text);
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&[a-z#0-9]+;/g, (entity) => signs[entity] ?? '?')).toBe(text);
    }),
  );
});

test('each run of line ends and tabs is one space of a single line', () => {
  expect(singleLine('a\n\n\t\u2028b\nc')).toBe('a b c');
});

test('a handler is removed whatever letters its name has, from the first to the last of the alphabet', () => {
  for (const name of ['onaz', 'onAZ', 'onza', 'onZA', 'ONa', 'oNz'])
    expect(sanitise(`${name}=1`)).toBe('1');
  for (const name of ['on[', 'on@', 'on`', 'on{']) expect(sanitise(`${name}=1`)).toBe(`${name}=1`);
});

test('only whole words are schemes and handlers', () => {
  for (const text of [
    'xavascript:a',
    'xbscript:a',
    'anclick=1',
    'data:abcdefghl',
    'data;text/html',
    'meta:text/html',
    'see text/html',
    'text/html',
    ':text/html',
    'ata:text/html',
  ])
    expect(sanitise(text), text).toBe(text);
  expect(sanitise('javascript:')).toBe('');
  expect(sanitise('data:text/html')).toBe('');
  expect(sanitise('onx=')).toBe('');
  expect(sanitise(':')).toBe(':');
  expect(sanitise('= l')).toBe('= l');
});

test('a cut splits a pair of surrogates only if it is one', () => {
  const text = 'a'.repeat(999);
  expect(sanitise(`${text}\ud83db`)).toBe(`${text}\ud83d`);
  expect(sanitise(`${text}b\udc4d`)).toBe(`${text}b`);
  expect(sanitise(`${text}\ud83d\udc4d`)).toBe(text);
  expect(sanitise(`${text}b`)).toBe(`${text}b`);
});

test('a log names four errors of a chain, and each place on a line of its own', () => {
  const chain = [1, 2, 3, 4, 5].reduce<Error | undefined>(
    (cause, code) => Object.assign(new Error('x', { cause }), { code: `C${code}` }),
    undefined,
  );
  const logged = loggedError(chain);
  expect(logged.message).toBe('Error C5 < Error C4 < Error C3 < Error C2');
  const wordy = loggedError(
    new Error('somebody looked at ann@example.com\nand at bob@example.com'),
  );
  const places = wordy.stack.split('\n');
  expect(places.length).toBeGreaterThan(1);
  for (const place of places) expect(place).toMatch(/^\s+at /);
  expect(wordy.stack).not.toContain('@example.com');
  const stackless = Object.assign(new Error('x'), { stack: undefined });
  expect(loggedError(stackless).stack).toBe('');
});

test('a part of a path is logged if all of it is harmless', () => {
  const part = (text: string) => loggablePath(`/${text}`);
  expect(part('a-b_c.d~e%20:1')).toBe('/a-b_c.d~e%20:1');
  expect(part('x'.repeat(64))).toBe(`/${'x'.repeat(64)}`);
  for (const text of ['x'.repeat(65), 'eyJhbGci', '(a', 'a(', 'a(b', 'ann@example.com'])
    expect(part(text)).toBe('/***');
});

describe('a path of the site', () => {
  test('may be as long as the limit, and end in slashes', () => {
    expect(isPathOfSite('/x//')).toBe(true);
    expect(isPathOfSite('//x')).toBe(false);
    expect(isPathOfSite(`/${'x'.repeat(2047)}`)).toBe(true);
    expect(isPathOfSite(`/${'x'.repeat(2048)}`)).toBe(false);
  });
});

describe('a redirect (docs/security.md#LN-5)', () => {
  const home = 'https://site.example';
  const isAllowed = (target: string, ...list: string[]) => isAllowedRedirect(target, home, list);

  test('is allowed up to 2048 characters', () => {
    const url = `${home}/`;
    expect(isAllowed(url + 'x'.repeat(2048 - url.length))).toBe(true);
    expect(isAllowed(url + 'x'.repeat(2049 - url.length))).toBe(false);
  });

  test('may have an @ in its path, and none before', () => {
    expect(isAllowed(`${home}/a//b@c`)).toBe(true);
    expect(isAllowed('https://ann@site.example/a')).toBe(false);
    expect(isAllowed('https://@site.example/a')).toBe(false);
  });

  test('runs no script, even if a list says so', () => {
    for (const scheme of ['javascript', 'data'])
      expect(isAllowed(`${scheme}://x/y`, `${scheme}://x/`)).toBe(false);
    expect(isAllowed('coach.app://x/y', 'coach.app://x/')).toBe(true);
  });

  test('to an entry of the list is within its path', () => {
    expect(isAllowed('https://app.example', 'https://app.example')).toBe(true);
    expect(isAllowed('coach.app://x', 'coach.app://x')).toBe(true);
    expect(isAllowed('https://app.example/b', 'https://app.example/a')).toBe(false);
    expect(isAllowed('https://app.example/a', 'https://app.example/a/')).toBe(true);
    expect(isAllowed('xhttps://site.example/')).toBe(false);
    expect(isAllowed('1https://site.example/')).toBe(false);
  });
});
