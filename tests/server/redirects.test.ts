import type { Article, Missed, Redirects } from '@coachsite/adapters/contract';
import type { LiveSite } from '@coachsite/server/live-site';
import { openBuild, siteOn } from '@coachsite/server/site-files';
import { expect, test } from 'vitest';
import { realArticles } from '../support/articles.ts';
import { readPage } from '../support/html.ts';
import { json } from '../support/requests.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

const build = await openBuild();
const [some] = realArticles();
const article = (more: Partial<Article>): Article => ({ ...(some as Article), ...more });
let site = siteOn(build, [article({ slug: 'now', aliases: ['first', 'second'] })], '2026-11-24');
const live: LiveSite = { current: () => site, close: () => undefined };

const server = await sharedServer({ site: live });
const headers = await asAdmin(server);
const { publicUrl } = server.config;
const person = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' };

const get = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', headers: person, ...init });
const led = async (path: string, init?: RequestInit) => {
  const { status, headers: sent } = await get(path, init);
  return [status, sent.get('location')];
};
const put = (redirects: Redirects['redirects'], version?: number) =>
  fetch(
    `${server.url}/api/admin/redirects`,
    json({ redirects, ...(version !== undefined && { version }) }, headers, 'PUT'),
  );
const read = async () =>
  (await (await fetch(`${server.url}/api/admin/redirects`, { headers })).json()) as Redirects;
const missed = async () => {
  const response = await fetch(`${server.url}/api/admin/missed`, { headers });
  return ((await response.json()) as Missed).paths;
};

test('an old address leads to its new one by 308, for every reader, until it is taken out', async () => {
  expect(await led('/oud')).toEqual([404, null]);
  const saved = await put([{ from: `${publicUrl}/Oud/`, to: '/contact' }], 0);
  expect(saved.status).toBe(200);
  const table = (await saved.json()) as Redirects;
  expect(table.redirects).toEqual([{ from: '/Oud', to: '/contact' }]);
  expect(await read()).toEqual(table);
  expect(await led('/oud')).toEqual([308, '/contact']);
  expect(await led('/OUD?lang=en&utm_source=mail')).toEqual([
    308,
    '/contact?lang=en&utm_source=mail',
  ]);
  expect(await led('/en/oud')).toEqual([308, '/contact?lang=en']);
  expect(await led('/oud', { method: 'HEAD' })).toEqual([308, '/contact']);
  expect(await led('/oud', { headers: { 'user-agent': 'Googlebot/2.1' } })).toEqual([
    308,
    '/contact',
  ]);
  // No browser remembers it for good.
  expect((await get('/oud')).headers.get('cache-control')).toContain('no-cache');
  expect(await led('/oud', { method: 'POST' })).toEqual([404, null]);
  expect((await put([], table.version)).status).toBe(200);
  expect(await led('/oud')).toEqual([404, null]);
});

test('what is gone says so in the language of the reader, as a page that nobody indexes', async () => {
  await put([{ from: '/voorbij', to: null }]);
  const [dutch, english, unknown] = await Promise.all(
    ['/voorbij', '/voorbij?lang=en', '/onbekend'].map((path) => get(path)),
  );
  expect([dutch?.status, english?.status, unknown?.status]).toEqual([410, 410, 404]);
  const pages = await Promise.all([dutch, english, unknown].map((one) => one?.text()));
  const [nl, en, other] = pages.map((html = '') => readPage(html));
  expect([nl?.language, en?.language]).toEqual(['nl', 'en']);
  expect(pages[0]).toMatch(/<h1.*is er niet meer\..*<\/h1>/);
  expect(pages[1]).toMatch(/<h1.*is gone for good\..*<\/h1>/);
  expect(new Set([nl?.title, en?.title, other?.title]).size).toBe(3);
  expect(pages[0]).toContain('"isGone":true');
  expect(pages[2]).not.toContain('isGone');
  expect(dutch?.headers.get('x-robots-tag')).toBe('noindex');
});

test.each([
  [
    'a loop',
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    { '0.to': 'loop', '1.to': 'loop' },
  ],
  [
    'a chain',
    [
      ['/a', '/b'],
      ['/b', '/contact'],
    ],
    { '0.to': 'chain' },
  ],
  [
    'a target that is no page',
    [
      ['/a', '/bestaat-niet'],
      ['/b', '/Contact'],
      ['/c', '/blog/weg'],
    ],
    { '0.to': 'no_page', '1.to': 'no_page', '2.to': 'no_page' },
  ],
  ['a foreign host', [['/a', 'https://evil.example/']], { '0.to': 'foreign_host' }],
  ['an existing page', [['/contact', '/']], { '0.from': 'existing_page' }],
  ['an article', [['/blog/now', '/']], { '0.from': 'existing_page' }],
  [
    'a file',
    [
      ['/feed.xml', '/'],
      ['/assets/a.js', '/'],
    ],
    { '0.from': 'existing_page', '1.from': 'existing_page' },
  ],
  ['a service', [['/api/contact', null]], { '0.from': 'existing_page' }],
] as const)('%s is refused, and the table stays', async (_what, rows, fields) => {
  const before = await read();
  const response = await put(rows.map(([from, to]) => ({ from, to })));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'validation_failed', fields });
  expect(await read()).toEqual(before);
});

test('of two changes of one table the second learns of the first', async () => {
  const { version } = await read();
  expect((await put([{ from: '/een', to: '/' }], version)).status).toBe(200);
  const late = await put([{ from: '/twee', to: '/' }], version);
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: 'redirects_conflict' });
});

test('more rows than are kept are refused, and so is everybody who is no admin', async () => {
  const many = Array.from({ length: 501 }, (_, at) => ({ from: `/oud-${at}`, to: '/' }));
  expect((await put(many)).status).toBe(422);
  for (const path of ['redirects', 'missed'])
    expect((await fetch(`${server.url}/api/admin/${path}`)).status).toBe(401);
});

test('a renamed article leads on from each name it had, in every language, with the ids of its feed', async () => {
  await put([
    { from: '/artikel', to: '/blog/second?lang=en#tips' },
    { from: '/blog/weg', to: '/blog/now' },
  ]);
  expect(await led('/blog/first')).toEqual([308, '/blog/now']);
  expect(await led('/blog/Second/?lang=en')).toEqual([308, `${publicUrl}/blog/Second?lang=en`]);
  expect(await led('/blog/Second?lang=en')).toEqual([308, '/blog/now?lang=en']);
  expect(await led('/artikel')).toEqual([308, '/blog/now?lang=en#tips']);
  expect(await led('/blog/weg')).toEqual([308, '/blog/now']);
  expect((await get('/blog/now')).status).toBe(200);

  const idsOf = async () =>
    [
      ...(await (await get('/feed.xml')).text()).matchAll(
        /<entry>.*?<id>(.*?)<\/id><link href="(.*?)"/g,
      ),
    ].map(([, id, link]) => [id, link]);
  expect(await idsOf()).toEqual([[`${publicUrl}/blog/first`, `${publicUrl}/blog/now`]]);
  site = siteOn(
    build,
    [article({ slug: 'later', aliases: ['first', 'second', 'now'] })],
    '2026-11-24',
  );
  expect(await idsOf()).toEqual([[`${publicUrl}/blog/first`, `${publicUrl}/blog/later`]]);
  expect(await led('/blog/now')).toEqual([308, '/blog/later']);
  // Of an article that is not public no name leads anywhere.
  site = siteOn(build, [article({ slug: 'later', aliases: ['first'], draft: true })], '2026-11-24');
  expect(await led('/blog/first')).toEqual([404, null]);
});

test('a planned article may be a target, and its path is not missed; a row outlives its page', async () => {
  const planned = article({ slug: 'straks', aliases: ['vroeg'], publishedOn: '2099-01-01' });
  site = siteOn(build, [planned], '2026-11-24');
  await put([]);
  await Promise.all(['/blog/straks', '/blog/nooit'].map((path) => get(path)));
  const paths = (await missed()).map(({ path }) => path);
  expect([paths.includes('/blog/straks'), paths.includes('/blog/nooit')]).toEqual([false, true]);
  const rows = [
    { from: '/oude%20caf%C3%A9', to: '/blog/straks?lang=en#tips' },
    { from: '/feed', to: '/feed.xml' },
    { from: '/vroeger', to: '/blog/vroeg' },
  ];
  const typed = rows.map((row, at) => (at === 0 ? { ...row, from: '/oude café' } : row));
  expect(await (await put(typed)).json()).toMatchObject({ redirects: rows });
  site = siteOn(build, [], '2026-11-24');
  expect((await put([...rows, { from: '/meer', to: '/' }])).status).toBe(200);
  expect(await led('/Oude%20Caf%C3%A9')).toEqual([308, '/blog/straks?lang=en#tips']);
  expect((await put([...rows, { from: '/meer', to: '/blog/nooit' }])).status).toBe(422);
});

test('paths that people miss are counted, without query; robots, scanners and other methods are not', async () => {
  await put([]);
  await Promise.all(['', '?secret=1', '?lang=en'].map((query) => get(`/gemist${query}`)));
  await get('/blog/gemist');
  await get('/gemist', { method: 'HEAD' });
  await get('/robot', { headers: { 'user-agent': 'Googlebot/2.1' } });
  await get('/vooruit', { headers: { ...person, 'sec-purpose': 'prefetch' } });
  for (const path of ['/wp-login.php', '/off/ann@example.com', '/contact', '/assets/gone.js'])
    await get(path);
  const paths = await missed();
  expect(
    paths.filter(({ path }) => /gemist|robot|vooruit|wp-|off|contact|assets/.test(path)),
  ).toEqual([
    { path: '/gemist', count: 3, lastAt: expect.stringMatching(/^20\d\d-.*Z$/) },
    { path: '/blog/gemist', count: 1, lastAt: expect.any(String) },
  ]);
  await put([{ from: '/gemist', to: '/contact' }]);
  expect((await missed()).map(({ path }) => path)).not.toContain('/gemist');
});

test('any number of invented paths leaves at most 500 rows, and those that were missed most', async () => {
  for (let at = 0; at < 1200; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, one) => get(`/verzonnen/${at + one}`)));
    await get('/echt');
    if (at % 300 === 0) await missed();
  }
  await missed();
  const paths = await server.ports.missed.most(1000);
  expect(paths).toHaveLength(500);
  expect(paths.slice(0, 3).map(({ path }) => path)).toContain('/echt');
});
