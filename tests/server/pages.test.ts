import { contentLanguage, locationLanguages } from '@coachsite/adapters/contract';
import { languageUrl } from '@coachsite/core/language';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { policyHash, readPage } from '../support/html.ts';
import { json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { anySession, sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const { site, locations, server, get } = await sharedSite();

const { DOMParser } = new Window();
const languages = ['nl', 'en'] as const;
const cases = locations.flatMap((location) =>
  languages.map((language) => [location.path, language, location] as const),
);

describe.each(cases)('%s in %s', (path, language, location) => {
  const { page } = location;
  const url = `${path}?lang=${language}`;

  test('is a complete page of that language before any script', async () => {
    const response = await get(url);
    const read = readPage(await response.text());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-language')).toBe(language);
    expect(read).toMatchObject({ language, titles: 1, firstDivWithId: 'root' });
    if (page.kind === 'document') expect(read.headings).toBe(1);
    expect(read.title?.length).toBeGreaterThan(5);
    expect(read.description?.length).toBeGreaterThan(0);
    expect(read.title).not.toContain('{{');
    expect(read.description).not.toContain('{{');
  });

  test('names no file that is not there', async () => {
    const markup = await (await get(url)).text();
    const named = new Set(markup.match(/\/assets\/[\w./-]+/g));
    expect([...named].filter((file) => !site.assets.has(file))).toEqual([]);
    expect(named.size).toBeGreaterThan(2);
  });

  test('names the URL of its own language as the canonical one', async () => {
    const { canonicals, alternates, isNoindex } = readPage(await (await get(url)).text());
    const plain = server.url + path;
    if (!page.indexable) {
      expect({ canonicals, isNoindex }).toEqual({ canonicals: [], isNoindex: true });
      return;
    }
    const existing = locationLanguages(location);
    const own = languageUrl(plain, contentLanguage(location, language));
    expect({ canonicals, isNoindex }).toEqual({ canonicals: [own], isNoindex: false });
    expect(alternates).toEqual(
      Object.fromEntries([
        ...existing.map((one) => [one, languageUrl(plain, one)]),
        ['x-default', languageUrl(plain, contentLanguage(location, 'nl'))],
      ]),
    );
  });

  test('runs nothing its policy does not name by hash', async () => {
    const response = await get(url);
    const policy = response.headers.get('content-security-policy') ?? '';
    const read = readPage(await response.text());
    for (const { text } of read.executed) expect(policy).toContain(policyHash(text));
    expect(policy).not.toMatch(/unsafe|\*|https?:|script-src[^;]*data:/);
    expect(policy).toMatch(
      /object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
    );
    expect([read.handlers, read.styleAttributes, read.scriptLinks]).toEqual([[], [], []]);
  });
});

test('titles and descriptions are unique in each language and short enough to be shown whole', async () => {
  for (const language of languages) {
    const indexable = locations.filter(({ page }) => page.indexable);
    const pages = await Promise.all(
      indexable.map(async ({ path }) =>
        readPage(await (await get(`${path}?lang=${language}`)).text()),
      ),
    );
    for (const name of ['title', 'description'] as const) {
      const texts = pages.map((page) => page[name]);
      expect(new Set(texts).size).toBe(texts.length);
    }
    for (const { title = '', description = '' } of pages) {
      expect.soft(title.length, title).toBeLessThanOrEqual(60);
      expect.soft(description.length, description).toBeLessThanOrEqual(155);
    }
  }
});

test('links of the site lead to pages of the site', async () => {
  const known = new Set(locations.map(({ path }) => path));
  const others = /^\/(storage\/v1|feed\.xml|sitemap\.xml)/;
  for (const { path } of locations) {
    const { links } = readPage(await (await get(path)).text());
    for (const link of links) {
      if (!link.startsWith('/') || others.test(link)) continue;
      expect.soft(known, `${link} on ${path}`).toContain(link.split(/[?#]/)[0]);
    }
  }
});

test.each([
  '/nope',
  '/shop/unknown',
  '/coaching/2-on-1',
  '/blog/other',
  '/auth/other',
  '/about/more',
])('%s is the not-found page, with status 404 and its own title', async (path) => {
  const response = await get(path);
  const read = readPage(await response.text());
  expect(response.status).toBe(404);
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(read).toMatchObject({ isNoindex: true, canonicals: [], headings: 1, language: 'nl' });
  expect(read.title).toMatch(/\S/);
});

test.each([
  ['/about', undefined, 'nl'],
  ['/about?lang=en', undefined, 'en'],
  ['/about?lang=nl', 'en', 'nl'],
  // Of several the first, as browsers read it.
  ['/about?lang=en&lang=nl', 'nl', 'en'],
  ['/about?lang=xx&lang=en', 'nl', 'nl'],
  ['/about', 'en', 'en'],
  ['/about', 'EN', 'nl'],
  ['/about', 'fr', 'nl'],
  ['/about?lang=EN', 'en', 'en'],
  ['/about?lang=', undefined, 'nl'],
  ['/nope', 'en', 'en'],
] as const)('%s with the cookie %s is in %s', async (path, cookie, language) => {
  const headers = {
    'accept-language': 'en',
    ...(cookie === undefined ? {} : { cookie: `language=${cookie}` }),
  };
  const response = await get(path, { headers });
  expect(response.headers.get('content-language')).toBe(language);
  expect(readPage(await response.text()).language).toBe(language);
});

test('a language that was chosen is kept in a cookie that scripts can read too', async () => {
  const cookieOf = async (path: string, cookie?: string) =>
    (await get(path, cookie ? { headers: { cookie } } : {})).headers.get('set-cookie');
  expect(await cookieOf('/about')).toBeNull();
  expect(await cookieOf('/about?lang=en')).toBe(
    'language=en; Path=/; Max-Age=31536000; SameSite=Lax',
  );
  expect(await cookieOf('/about', 'language=en')).toMatch(/^language=en;/);
  expect(await cookieOf('/about', 'language=fr')).toBeNull();
});

test('a page says how it may be kept, and is not sent twice', async () => {
  const response = await get('/about');
  const etag = response.headers.get('etag') ?? '';
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.get('vary')).toContain('Cookie');
  expect(etag).toMatch(/^"[^"]+"$/);
  const again = await get('/about', { headers: { 'if-none-match': `"other", ${etag}` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect((await get('/about?lang=en', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])(
  'with Accept-Encoding %s a page and a file are sent as %s, each with its own ETag',
  async (accepted, sent) => {
    for (const path of ['/about', site.manifest.app]) {
      const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
      const response = await get(path, { headers: { 'accept-encoding': accepted } });
      expect(response.headers.get('content-encoding')).toBe(sent);
      expect(await response.text()).toBe(await plain.text());
      expect(response.headers.get('etag') === plain.headers.get('etag')).toBe(sent === null);
    }
  },
);

test('HEAD responds like GET, without a body', async () => {
  for (const path of ['/', '/about', '/nope', '/robots.txt', '/healthz', site.manifest.app]) {
    const read = await get(path, { headers: { 'accept-encoding': 'identity' } });
    const head = await get(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.status).toBe(read.status);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'etag', 'content-language']) {
      expect(head.headers.get(name)).toBe(read.headers.get(name));
    }
    if (read.headers.has('content-length')) {
      expect(head.headers.get('content-length')).toBe(read.headers.get('content-length'));
    }
  }
});

test('built files never change under their name', async () => {
  const { app, styles, document } = site.manifest;
  const fonts = [...site.assets.keys()].filter((path) => path.endsWith('.woff2'));
  expect(fonts).toHaveLength(4);
  for (const path of [app, styles, document, ...fonts]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect((await get('/assets/none.js')).status).toBe(404);
});

test('the filters of the shop work without a script', async () => {
  const all = await (await get('/shop')).text();
  const none = await (await get('/shop?q=%28.*')).text();
  expect(none).not.toBe(all);
  expect(readPage(none)).toMatchObject({ headings: 1, canonicals: [`${server.url}/shop`] });
});

test('a search is a text, whatever it looks like, and is found again in its page', async () => {
  const looks = fc.oneof(
    fc.constantFrom('5', '-3', '1e400', 'true', 'null', '{"a":1}', '[1,2]', '"a"', 'a&b', '12'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 15 }),
  );
  await fc.assert(
    fc.asyncProperty(looks, fc.constantFrom('', '5', 'ebook', 'x'), async (q, type) => {
      const response = await get(`/shop?${new URLSearchParams({ q, ...(type && { type }) })}`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      expect(response.status).toBe(200);
      expect(page.querySelectorAll('h1')).toHaveLength(1);
      expect(page.querySelector('#q')?.getAttribute('value')).toBe(q);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('what the server knows is part of each page, whatever it holds', async () => {
  const { data = '', structuredData = '' } = readPage(await (await get('/guide')).text());
  expect(JSON.parse(data)).toMatchObject({ config: { origin: server.url } });
  expect(data).not.toContain('ebook');
  expect(JSON.parse(structuredData)).toMatchObject({ '@context': 'https://schema.org' });
});

test('a page shows the e-book that is active now', async () => {
  const factsOf = async (path: string) =>
    (JSON.parse(readPage(await (await get(path)).text()).data ?? '{}') as { config: object })
      .config;
  const before = (await get('/guide')).headers.get('etag') ?? '';
  await server.ports.ebooks.activate({
    id: 'e1',
    fileName: 'gids.pdf',
    sizeBytes: 4321,
    pages: 7,
    sha256: 'a'.repeat(64),
    uploadedAt: 0,
  });
  const after = await get('/guide', { headers: { 'if-none-match': before } });
  expect(after.status).toBe(200);
  expect(await factsOf('/guide')).toMatchObject({ ebook: { sizeBytes: 4321, pages: 7 } });
  expect(await factsOf('/?lang=en')).toMatchObject({ ebook: { sizeBytes: 4321 } });
});

test('/auth shows no sign-in method that the environment switches off', async () => {
  const auth = async (env: Record<string, string>) => {
    const own = await startTestServer({ site, env });
    const html = await (await fetch(`${own.url}/auth?lang=en`)).text();
    await own.stop();
    const [body = ''] = /<div id="root">.*<\/div>/s.exec(html) ?? [];
    return {
      password: body.includes('name="password"'),
      tabs: body.includes('role="tab"'),
      isOff: body.includes('Signing in is switched off for now.'),
    };
  };
  expect(await auth({})).toEqual({ password: true, tabs: true, isOff: false });
  expect(await auth({ AUTH_SIGNUP: 'off' })).toEqual({
    password: true,
    tabs: false,
    isOff: false,
  });
  expect(await auth({ AUTH_EMAIL: 'off' })).toEqual({ password: false, tabs: false, isOff: true });
});

test('the pages of the admin area are the same for an admin as for a stranger, and hold nobody’s data', async () => {
  const { authorization = '' } = await asAdmin(server);
  const cookie = `cs-access=${authorization.replace('Bearer ', '')}`;
  const message = { name: 'Anneliesje', email: 'a@example.com', subject: 'Vraag', message: 'Hoi?' };
  const sent = await fetch(`${server.url}/api/contact`, json(message));
  expect(sent.status).toBe(201);
  const paths = locations.map(({ path }) => path).filter((path) => path.startsWith('/admin'));
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    const [own, other] = await Promise.all(
      [{ cookie }, anySession].map(async (headers) => (await get(path, { headers })).text()),
    );
    expect([path, own === other, own?.includes('Anneliesje')]).toEqual([path, true, false]);
  }
});
