import { contentLanguage, locationLanguages } from '@coachsite/adapters/contract';
import { describe, expect, test } from 'vitest';
import { readPage } from '../support/html.ts';
import { pngSize, visibleText } from '../support/page-content.ts';
import { makePdf } from '../support/pdf.ts';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';

/**
 * Every page in both languages, as a search engine and a network that shares links read it.
 * Source: docs/law-and-search.md#F.
 */
const { locations, server, get } = await sharedSite();
const { site } = server.config;

const languages = ['nl', 'en'] as const;
const listed = locations
  .filter(({ page }) => page.indexable)
  .flatMap((location) => languages.map((language) => [location.path, language, location] as const));

type Node = Readonly<Record<string, unknown>> & { readonly '@type': string };

const graphOf = (text: string | undefined) =>
  (JSON.parse(text ?? '{}') as { '@graph': readonly Node[] })['@graph'];

/** Every `{"@id": …}` that only points elsewhere. */
function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === '@id') return [String(first[1])];
  return entries.flatMap(([, inner]) => references(inner));
}

function meta(html: string, name: string): string | undefined {
  const found = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return found?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
}

describe.each(listed)('%s in %s', (path, language, location) => {
  const { page } = location;
  const own = locationLanguages(location);
  const shown = contentLanguage(location, language);
  const read = async () => (await get(`${path}?lang=${language}`)).text();
  const isEnglish = shown === 'en';
  const canonical = () => `${server.url}${path}${isEnglish ? '?lang=en' : ''}`;

  test('has a title and a description that fit a result page (F20)', async () => {
    const { title = '', description = '', headings } = readPage(await read());
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(155);
    expect(headings).toBe(1);
  });

  test('describes itself to networks that share links (F60)', async () => {
    const html = await read();
    // The card is that of the URL it names, also on the page for readers of the other language.
    const { title, description } = readPage(await (await get(`${path}?lang=${shown}`)).text());
    expect({
      title: meta(html, 'og:title'),
      url: meta(html, 'og:url'),
      locale: meta(html, 'og:locale'),
      other: meta(html, 'og:locale:alternate'),
      site: meta(html, 'og:site_name'),
      type: meta(html, 'og:type'),
      card: meta(html, 'twitter:card'),
    }).toEqual({
      title: title?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
      url: canonical(),
      locale: isEnglish ? 'en_GB' : 'nl_BE',
      other: own.length === 1 ? undefined : language === 'en' ? 'nl_BE' : 'en_GB',
      site: server.config.site.name,
      type: page.id === 'blog-post' ? 'article' : 'website',
      card: 'summary_large_image',
    });
    expect(meta(html, 'og:description')).toBe(description?.replaceAll('&#x27;', "'"));
    expect(meta(html, 'og:image:alt')?.length).toBeGreaterThan(20);
  });

  test('has a picture of its own in its language (F60)', async () => {
    const html = await read();
    const image = meta(html, 'og:image') ?? '';
    expect(image).toMatch(`${server.url}/social/`);
    const response = await fetch(image);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(pngSize(bytes)).toEqual({ width: 1200, height: 630 });
    expect([meta(html, 'og:image:width'), meta(html, 'og:image:height')]).toEqual(['1200', '630']);
    expect(bytes.length).toBeLessThanOrEqual(300_000);
  });

  test('has the same data in structured data as in its text, in one graph (F40-F46)', async () => {
    const html = await read();
    const graph = graphOf(readPage(html).structuredData);
    const types = graph.map((node) => node['@type']);
    expect(types).toEqual(expect.arrayContaining(['WebSite', 'Organization', 'Person']));
    expect(types.includes('BreadcrumbList')).toBe(path !== '/');
    for (const type of ['Review', 'AggregateRating', 'Product', 'Offer', 'ProfessionalService']) {
      expect(JSON.stringify(graph)).not.toContain(`"${type}"`);
    }
    const ids = graph.map((node) => node['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of references(graph)) expect(ids).toContain(id);
    // Neither of them is real in the configuration file.
    for (const { url } of [site.instagram, { url: site.googleReviewsUrl }]) {
      expect(html).not.toContain(url);
    }
    const text = visibleText(html);
    for (const node of graph) {
      if (node['@type'] === 'Person' || node['@type'] === 'Organization') {
        const { name, legalName, email, jobTitle } = node;
        for (const said of [name, legalName, email, jobTitle])
          if (said) expect(text).toContain(said);
      }
      if (node['@type'] === 'Service' || node['@type'] === 'CreativeWork') {
        for (const said of [node.name, node.description])
          expect(text).toContain(String(said ?? '').replace(/\s+/g, ' '));
      }
      if (node['@type'] === 'WebPage' && shown !== language) {
        expect(node.inLanguage).toBe(shown);
        expect(text).toContain(node.name);
        expect(text).toContain(node.description);
      }
      const items = (node.itemListElement ?? []) as readonly {
        name?: string;
        item?: string | { name?: string; url?: string };
      }[];
      for (const { name, item } of items) {
        const said = name ?? (item as { name?: string }).name;
        expect(text).toContain(String(said).replace(/\s+/g, ' '));
        const url = typeof item === 'string' ? item : item?.url;
        expect((await fetch(url ?? '', { method: 'HEAD' })).status).toBe(200);
      }
    }
  });
});

const typesOn = async (path: string) =>
  graphOf(readPage(await (await get(path)).text()).structuredData);

test('services are services, a program that is a book is a work, and neither has an offer (F41, F42)', async () => {
  const service = (await typesOn('/coaching/1-on-1')).find((node) => node['@type'] === 'Service');
  expect(service).toMatchObject({ provider: { '@id': `${server.url}/#business` } });
  const shop = (await typesOn('/shop')).find((node) => node['@type'] === 'ItemList');
  const items = ((shop?.itemListElement ?? []) as { item: Node }[]).map(
    ({ item }) => item['@type'],
  );
  expect(items).toEqual(['Service', 'Service', 'Service', 'CreativeWork']);
});

test('the article says when it was written, in Dutch on both pages (F5, F43)', async () => {
  for (const language of languages) {
    const graph = await typesOn(`/blog/5-afvalfouten?lang=${language}`);
    expect(graph.find((node) => node['@type'] === 'BlogPosting')).toMatchObject({
      headline: 'De 5 grootste fouten bij afvallen',
      datePublished: '2024-09-17',
      inLanguage: 'nl',
      url: `${server.url}/blog/5-afvalfouten`,
    });
  }
});

test('no two pages of a language have the same title, description or picture', async () => {
  for (const language of languages) {
    const own = listed.filter(([, one]) => one === language);
    const pages = await Promise.all(
      own.map(async ([path]) => (await get(`${path}?lang=${language}`)).text()),
    );
    for (const read of [
      (html: string) => readPage(html).title,
      (html: string) => readPage(html).description,
      (html: string) => meta(html, 'og:image'),
    ]) {
      expect(new Set(pages.map(read)).size).toBe(own.length);
    }
  }
});

test('a page that search engines must not list says so, and names no canonical URL (F22)', async () => {
  const hidden = locations.filter(({ page }) => !page.indexable).map(({ path }) => path);
  for (const path of [...hidden, '/nowhere', '/shop/nothing', '/coaching/nothing']) {
    const response = await get(path);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const read = readPage(await response.text());
    expect([read.isNoindex, read.canonicals, read.structuredData]).toEqual([true, [], undefined]);
  }
  for (const path of ['/api/ebook', '/auth/v1/user', '/rest/v1/user_roles']) {
    expect((await get(path)).headers.get('x-robots-tag')).toBe('noindex');
  }
});

test('an article names its author to programs that follow no reference', async () => {
  const graph = graphOf(readPage(await (await get('/blog/5-afvalfouten')).text()).structuredData);
  const article = graph.find((node) => node['@type'] === 'BlogPosting');
  expect(article?.['author']).toEqual({
    '@type': 'Organization',
    '@id': `${server.url}/#business`,
    name: site.name,
  });
});

test('the blog leads to the feed of its language (F27)', async () => {
  const feed = (html: string) => /type="application\/atom\+xml" href="([^"]*)"/.exec(html)?.[1];
  expect(feed(await (await get('/blog?lang=nl')).text())).toBe('/feed.xml');
  expect(feed(await (await get('/blog?lang=en')).text())).toBe('/feed.xml?lang=en');
});

test('the guide file points to the page that ranks for it (F26)', async () => {
  const body = new FormData();
  body.append('file', new Blob([makePdf()], { type: 'application/pdf' }), 'gids.pdf');
  const headers = await asAdmin(server);
  await fetch(`${server.url}/api/admin/ebook`, { method: 'POST', headers, body });
  const file = await get('/storage/v1/object/public/ebook/free-guide.pdf');
  expect(file.headers.get('link')).toBe(`<${server.url}/guide>; rel="canonical"`);
});

test('pages name their icons, the manifest and the colour of both schemes (F62)', async () => {
  const html = await (await get('/')).text();
  expect(html).toContain('rel="icon" href="/icon.svg"');
  expect(html).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  expect(html).toContain('rel="manifest" href="/site.webmanifest"');
  expect(
    html.match(/name="theme-color" media="\(prefers-color-scheme: (?:light|dark)\)"/g),
  ).toHaveLength(2);
});

test('sitemap and feeds name the day the content changed, not that of the build (F24)', async () => {
  const sitemap = await (await get('/sitemap.xml')).text();
  const changedOn = (slug: string) =>
    new RegExp(`<loc>[^<]*${slug}</loc><lastmod>([^<]*)<`).exec(sitemap)?.[1];
  expect(changedOn('trainen-in-twee-halve-uren')).toBe('2026-10-20');
  expect(changedOn('5-afvalfouten')).toBe('2026-11-24');
});
