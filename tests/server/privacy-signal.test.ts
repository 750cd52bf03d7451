import { expect, test } from 'vitest';
import { sharedSite } from '../support/shared-server.ts';

/* Global Privacy Control as a header. Source: docs/law-and-search.md#D13. */

const {
  server: { url },
} = await sharedSite();

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url + path, { headers });

const signal = { 'sec-gpc': '1' };

// The second cookie is one that only the parser of the framework reads.
test.each([
  ['from memory', {}],
  ['by the framework', { cookie: '"language"=nl' }],
])(
  'a page says that its browser sent the signal, and nothing else differs: %s',
  async (_, more) => {
    const [usual, signalled] = await Promise.all([
      ask('/', more),
      ask('/', { ...more, ...signal }),
    ]);
    const [html, withSignal] = [await usual.text(), await signalled.text()];
    expect(html).not.toContain('data-gpc');
    expect(withSignal).toMatch(/^<!doctype html><html data-gpc="1" lang="/);
    expect(withSignal.replace(' data-gpc="1"', '')).toBe(html);
    const without = (response: Response) =>
      [...response.headers].filter(([name]) => !/^(?:etag|date|content-length)$/.test(name));
    expect(without(signalled)).toEqual(without(usual));
    expect(signalled.headers.get('etag')).not.toBe(usual.headers.get('etag'));
  },
);

test('a browser that has the page gets 304, and one that turned the signal on gets the page', async () => {
  const etag = (await ask('/', signal)).headers.get('etag') ?? '';
  expect((await ask('/', { ...signal, 'if-none-match': etag })).status).toBe(304);
  expect((await ask('/', { 'if-none-match': etag })).status).toBe(200);
});

test('another value is no signal, and only pages take it', async () => {
  expect(await (await ask('/', { 'sec-gpc': '0' })).text()).not.toContain('data-gpc');
  const file = '/facts/none.json';
  expect(await (await ask(file, signal)).text()).toBe(await (await ask(file)).text());
});

test('a page that does not exist says so too', async () => {
  const missing = await ask('/nowhere', signal);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('data-gpc="1"');
});
