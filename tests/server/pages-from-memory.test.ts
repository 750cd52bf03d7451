import { languages } from '@coachsite/core/language';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byFramework, type Method, overTheWire } from '../support/by-framework.ts';
import { startTestServer } from '../support/server.ts';
import { sharedSite } from '../support/shared-server.ts';

const { site, locations, server } = await sharedSite();

const byTheFramework = (path: string, headers: Record<string, string>, method?: Method) =>
  byFramework(server, path, headers, method);

async function servedFromMemory(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^coachsite_pages_from_memory_total (\d+)/m.exec(text)?.[1]);
}

const samples: readonly (readonly [
  method: Method,
  search: string,
  headers: Record<string, string>,
])[] = [
  ['GET', '', {}],
  ['GET', '', { cookie: 'a=b; language=en; c=d', 'accept-encoding': 'br, gzip' }],
  ['GET', '?lang=en', { cookie: 'language=nl', 'accept-encoding': 'gzip' }],
  ['HEAD', '', { 'accept-encoding': 'br' }],
  ['GET', '?x=1', { 'if-none-match': '*' }],
];

// Those that are for members are sent elsewhere without a session, and those that tell the time are rendered.
const always = locations.filter(({ page }) => !page.isTimed && page.guard === 'none');

test.each(always.map(({ path }) => path))(
  '%s is sent from memory, as the framework would send it',
  async (path) => {
    // A host is known once a request was not redirected.
    await overTheWire(server.url, path, {});
    const before = await servedFromMemory();
    for (const [method, search, headers] of samples) {
      const sent = await overTheWire(server.url, path + search, headers, method);
      expect(sent).toEqual(await byTheFramework(path + search, headers, method));
    }
    expect(await servedFromMemory()).toBe(before + samples.length);
  },
);

test('odd requests have the response that the framework gives', async () => {
  const piece = fc.constantFrom('language', '=', 'nl', 'en', ';', ' ', '"', 'x', '%65n', '; ');
  const cookie = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').trim());
  const encoding = fc.constantFrom('br', 'br;q=0', 'gzip;q=0.1', '*', 'identity', 'BR', 'x');
  const known = (await server.app.inject({ url: '/about' })).headers.etag ?? '';
  const tag = fc.constantFrom('', '*', `${known}`, `W/${known}`, '"other"');
  const query = fc.constantFrom(
    ...[
      '',
      '?',
      '?lang=en',
      '?lang=de',
      '?x=1',
      '?lang=nl&lang=en',
      '?lang=%65n',
      '?l%61ng=en',
      '??lang=en',
    ],
    ...['?lang=+en', '?lang[]=en', '?lang=en;x', '?LANG=en', '?lang', '?%zz&lang=en'],
  );
  const method = fc.constantFrom<Method>('GET', 'HEAD');
  const parts = fc.tuple(method, cookie, encoding, tag, query);
  await fc.assert(
    fc.asyncProperty(parts, async ([how, cookies, accepted, etag, search]) => {
      const headers = {
        ...(cookies && { cookie: cookies }),
        'accept-encoding': accepted,
        ...(etag && { 'if-none-match': etag }),
      };
      expect(await overTheWire(server.url, `/about${search}`, headers, how)).toEqual(
        await byTheFramework(`/about${search}`, headers, how),
      );
    }),
    { numRuns: 200 },
  );
});

test('a foreign host is redirected, whatever was served before', async () => {
  const secure = await startTestServer({
    site,
    env: { PUBLIC_URL: 'https://coach.example', TRUST_PROXY: '127.0.0.1' },
  });
  const ask = (headers: Record<string, string>) => overTheWire(secure.url, '/about', headers);
  const here = { host: 'coach.example', 'x-forwarded-proto': 'https' };
  try {
    for (const round of [1, 2]) {
      expect([round, (await ask(here)).status]).toEqual([round, 200]);
      for (const other of [
        { host: 'www.coach.example' },
        { host: 'other.example' },
        { 'x-forwarded-proto': 'http' },
        { 'x-forwarded-host': 'other.example' },
      ]) {
        const { status, headers } = await ask({ ...here, ...other });
        expect([status, headers['location']]).toEqual([308, 'https://coach.example/about']);
      }
    }
  } finally {
    await secure.stop();
  }
});

test('each language is served by its cookie alone', async () => {
  for (const language of languages) {
    const { headers } = await overTheWire(server.url, '/about', { cookie: `language=${language}` });
    expect(headers['content-language']).toBe(language);
  }
});
