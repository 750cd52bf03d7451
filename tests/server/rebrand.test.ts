import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { articlesFolder } from '../support/articles.ts';
import { type OtherSite, otherBrand, startOtherSite } from '../support/other-brand.ts';
import { readOutbox } from '../support/outbox.ts';
import { visibleText } from '../support/page-content.ts';
import { json } from '../support/requests.ts';
import { siteConfig as present } from '../support/site-config.ts';

/**
 * One file holds the brand: the whole product under another name shows no trace of the first.
 * Source: docs/decisions/0003-texts-and-facts-are-json.md.
 */
let other: OtherSite;
beforeAll(async () => {
  other = await startOtherSite();
}, 240_000);
afterAll(() => other?.stop());

const next = otherBrand(present);

/** Everything that would give the first brand away, in any case. */
const traces = [
  present.name,
  present.shortName,
  present.email.split('@')[1],
  present.instagram.handle.slice(1),
  new URL(present.bookingUrl).pathname.split('/')[1],
].map((word) => String(word).toLowerCase());

const tracesIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace));
const get = async (path: string) => (await fetch(other.url + path)).text();

test('the two brands share no word, so that a trace is recognisable', () => {
  expect(tracesIn(JSON.stringify({ ...next, claims: [], testimonials: [] }))).toEqual([]);
});

test('a first start says what it is doing before it is at a URL', () => {
  const lines = other.said.split('\n');
  expect(lines[0]).toMatch(/^Building the pages\b.*seconds$/);
  expect(lines[1]).toContain(other.url);
});

test('no page in any language shows the first brand, and every page says who runs the site (B1)', async () => {
  for (const { path, page } of [...other.prerender.locations, other.prerender.notFound]) {
    for (const language of ['nl', 'en']) {
      const html = await get(`${path}?lang=${language}`);
      expect([path, tracesIn(html)]).toEqual([path, []]);
      const { company, email, name } = next;
      const said = [name, email, company.legalName, company.street, company.enterpriseNumber];
      // The numbers of the business look like those of telephones.
      expect(html).toContain('<meta name="format-detection" content="telephone=no">');
      const text = visibleText(html);
      if (page.kind === 'document') for (const fact of said) expect(text).toContain(fact);
    }
  }
});

test('no file that machines read shows it', async () => {
  const files = [
    '/feed.xml',
    '/feed.xml?lang=en',
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
  ];
  for (const path of [...files, '/.well-known/security.txt', '/openapi.json', '/api/ebook']) {
    expect([path, tracesIn(await get(path))]).toEqual([path, []]);
  }
  expect(await get('/feed.xml')).toContain('Noor Claes');
  expect(await get('/site.webmanifest')).toContain('Vaart &amp; Vorm'.replace('&amp;', '&'));
  const home = await get('/');
  const scripts = [
    ...home.matchAll(
      /(?:src|data-document|data-app|data-session|data-styles)="(\/assets\/[^"]+)"/g,
    ),
  ];
  for (const [, path = ''] of scripts)
    expect([path, tracesIn(await get(path))]).toEqual([path, []]);
});

test('structured data names the other business with its address', async () => {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await get('/'))?.[1];
  const graph = (JSON.parse(data ?? '{}') as { '@graph': { '@type': string }[] })['@graph'];
  expect(graph.find((node) => node['@type'] === 'LocalBusiness')).toMatchObject({
    name: 'Vaart & Vorm',
    legalName: 'Noor Claes BV',
    vatID: 'BE 0123.456.749',
    address: { streetAddress: 'Dijkweg 7', addressLocality: 'Brugge' },
  });
});

test('a claim has one place: no page states the number of before, in figures or in words', async () => {
  const before =
    /\b10\+|\b100 ?%|\b75 ?%|45 (?:van|of) 60|(?:binnen|within) (?:24|2) |\bTien streepjes|\bTen ticks|Vierentwintig streepjes|Twenty-four ticks/i;
  for (const { path } of other.prerender.locations) {
    for (const language of ['nl', 'en']) {
      const html = (await get(`${path}?lang=${language}`)).replace(/<style>.*?<\/style>/s, '');
      expect([path, language, before.exec(html)?.[0]]).toEqual([path, language, undefined]);
    }
  }
  for (const path of ['/', '/about', '/testimonials']) expect(await get(path)).toContain('25+');
  // Said of two claims together: the day on which the older of both was checked.
  for (const path of ['/', '/about']) expect(await get(path)).toContain('3 februari 2026');
  expect(visibleText(await get('/shop'))).toMatch(/Populair\D+Premium 1-op-1/);
});

test.each([
  ['nl', 'Nagekeken: factuur van maart', 'Hoe deze verhalen zijn nagekeken'],
  ['en', 'Checked: invoice of March', 'How these stories were checked'],
])('words of a real client say in %s how they were checked (C1)', async (language, how, title) => {
  for (const path of ['/', '/testimonials']) {
    const text = visibleText(await get(`${path}?lang=${language}`));
    for (const said of [how, title]) expect(text).toContain(said);
    expect(text).not.toMatch(/nog geen woorden van echte klanten|no words of real clients/);
  }
});

test.each(['/terms', '/privacy'])('%s names the bank account (A1)', async (path) => {
  for (const language of ['nl', 'en']) {
    expect(visibleText(await get(`${path}?lang=${language}`))).toContain('BE68 5390 0754 7034');
  }
});

test('social images carry the other name', async () => {
  for (const location of other.prerender.locations.filter(({ page }) => page.indexable)) {
    const drawn = await other.prerender.socialCard(location, 'nl');
    expect(drawn.brand).toBe('Vaart & Vorm');
    expect(tracesIn(drawn.caption)).toEqual([]);
  }
});

describe('what leaves the site', () => {
  test('no mail shows the first brand, and each says who sends it (D43)', async () => {
    const email = 'reader@example.com';
    const apikey = { apikey: 'coachsite-public' };
    const send = (path: string, body: object, headers = {}) => {
      const request = json(body);
      return fetch(other.url + path, { ...request, headers: { ...request.headers, ...headers } });
    };
    await send('/api/contact', { name: 'Reader', email, subject: 'Dag', message: 'Dag' });
    await send('/api/notify', { email, programId: 'mind-body-12' });
    await send('/auth/v1/signup', { email, password: 'Vlaamse-Kermis-27' }, apikey);
    let mails = await readOutbox(other.outboxDirectory);
    for (let tries = 0; mails.length < 3 && tries < 200; tries += 1) {
      await wait(50);
      mails = await readOutbox(other.outboxDirectory);
    }
    expect(mails).toHaveLength(3);
    for (const mail of mails) {
      expect(tracesIn(JSON.stringify(mail))).toEqual([]);
      expect(mail.text).toContain('Dijkweg 7');
      expect(mail.text).not.toMatch(/24 uur/);
    }
  });

  test('the sample guide names no brand, and says that it is a sample', async () => {
    const pdf = await getDocumentProxy(readSampleGuide());
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => {
        const { items } = await (await pdf.getPage(index + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    const text = pages.join(' ');
    expect(tracesIn(text)).toEqual([]);
    expect(text).toContain('Dit is de voorbeeldgids');
  });
});

describe('an article is published into the running site', () => {
  const content = (...parameters: string[]) =>
    spawnSync(
      process.execPath,
      [join(other.folder, 'scripts/run.mjs'), 'content.ts', ...parameters],
      {
        encoding: 'utf8',
      },
    );
  const write = (body: string) => {
    const parts = readFileSync(join(articlesFolder, 'eten-op-een-drukke-dag.nl.md'), 'utf8').split(
      '\n---\n',
      1,
    );
    const title = parts.join().replace(/title: .*/, 'title: Gloednieuw');
    const path = join(other.folder, 'ui/content/articles/gloednieuw.nl.md');
    writeFileSync(path, `${title}\n---\n\nEen alinea.\n\n## Een deel\n\n${body}\n`);
  };
  const statusOf = async (path: string) => (await fetch(other.url + path)).status;

  test('by one command; with a mistake in its file it is not, and the site stays as it is', async () => {
    expect(await statusOf('/blog/gloednieuw')).toBe(404);
    write('Een <b>fout</b>.');
    const rejected = content('publish');
    expect([rejected.status, rejected.stderr]).toEqual([
      1,
      expect.stringMatching(/^ui\/content\/articles\/gloednieuw\.nl\.md:15: HTML is not allowed/m),
    ]);
    expect(content('check').status).toBe(1);
    expect(await statusOf('/blog/gloednieuw')).toBe(404);

    write('Een zin.');
    const published = content('publish');
    expect([published.stderr, published.status]).toEqual(['', 0]);
    await vi.waitFor(async () => expect(await statusOf('/blog/gloednieuw')).toBe(200), {
      timeout: 30_000,
      interval: 100,
    });
    expect(await get('/feed.xml')).toContain('Gloednieuw');
    expect(await statusOf('/social/blog-gloednieuw-nl.png')).toBe(200);
    expect(content('publish').stdout).toContain('Nothing has changed');
    expect(content().status).toBe(2);
  }, 120_000);

  test('articles stay while a build has removed their file and not yet the others', async () => {
    const path = join(other.folder, 'ui/dist/articles.json');
    renameSync(path, `${path}.away`);
    // The files are looked at every second.
    await wait(2500);
    expect(await statusOf('/blog/5-afvalfouten')).toBe(200);
    renameSync(`${path}.away`, path);
  });
});
