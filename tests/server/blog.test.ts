import type { Article } from '@coachsite/adapters/contract';
import { type LiveSite, openLiveSite } from '@coachsite/server/live-site';
import { openBuild, siteOn } from '@coachsite/server/site-files';
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { realArticles } from '../support/articles.ts';
import { readPage } from '../support/html.ts';
import { visibleText } from '../support/page-content.ts';
import { sharedServer } from '../support/shared-server.ts';

const build = await openBuild();
const [some] = realArticles();
const article = (more: Partial<Article>): Article => ({ ...(some as Article), ...more });

/** A site whose articles and day the test sets; as in a running server, pages follow at once. */
function movable(articles: readonly Article[], today: string) {
  let site = siteOn(build, articles, today);
  const live: LiveSite = { current: () => site, close: () => undefined };
  const show = (next: readonly Article[], day: string) => {
    site = siteOn(build, next, day);
  };
  return { live, show };
}

async function serve(articles: readonly Article[], today = '2026-11-24') {
  const { live, show } = movable(articles, today);
  const server = await sharedServer({ site: live });
  const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
  const read = async (path: string) => (await get(path)).text();
  return { server, show, get, read };
}

/** The slugs of a page of the list, in order. */
const slugsIn = (html: string) =>
  [...html.matchAll(/<h2 class="h-1"[^>]*><a href="\/blog\/([^"]+)"/g)].map(([, slug]) => slug);

const count = 23;
const many = Array.from({ length: count }, (_, index) =>
  article({
    slug: `artikel-${index}`,
    title: `Artikel ${index}`,
    publishedOn: `2026-10-${String(index + 1).padStart(2, '0')}`,
    updatedOn: `2026-10-${String(index + 1).padStart(2, '0')}`,
  }),
);

describe('the list', () => {
  test('has ten articles on a page, newest first, and every article once', async () => {
    const { read, get } = await serve(many);
    const pages = await Promise.all(['/blog', '/blog/page/2', '/blog/page/3'].map(read));
    const slugs = pages.map(slugsIn);
    expect(slugs.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(slugs.flat()).toEqual(many.map(({ slug }) => slug).reverse());
    expect((await get('/blog/page/4')).status).toBe(404);
    expect((await get('/blog/page/0')).status).toBe(404);
    const first = await get('/blog/page/1?lang=en');
    expect([first.status, first.headers.get('location')]).toEqual([308, '/blog?lang=en']);
  });

  test('names the page before and after, and is its own canonical page', async () => {
    const { server, read } = await serve(many);
    const html = await read('/blog/page/2?lang=en');
    const link = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(html)?.[1];
    expect(link('prev')).toBe(`${server.url}/blog?lang=en`);
    expect(link('next')).toBe(`${server.url}/blog/page/3?lang=en`);
    expect(readPage(html).canonicals).toEqual([`${server.url}/blog/page/2?lang=en`]);
    expect(html).toContain('href="/blog/page/3"');
    const titles = await Promise.all(['/blog', '/blog/page/2', '/blog/page/3'].map(read));
    expect(new Set(titles.map((one) => readPage(one).title)).size).toBe(3);
    expect(new Set(titles.map((one) => readPage(one).description)).size).toBe(3);
    expect(await read('/sitemap.xml')).toContain(`<loc>${server.url}/blog/page/3</loc>`);
  });

  test('goes on below each article: with the next one, after the last with the newest', async () => {
    const nextOf = (html: string) =>
      /<h2 class="label">Lees ook<\/h2><a [^>]*href="\/blog\/([^"]+)"/.exec(html)?.[1];
    const { read, show } = await serve(many);
    expect(nextOf(await read('/blog/artikel-22'))).toBe('artikel-21');
    expect(nextOf(await read('/blog/artikel-0'))).toBe('artikel-22');
    show(many.slice(0, 1), '2026-11-24');
    expect(nextOf(await read('/blog/artikel-0'))).toBeUndefined();
  });

  test('without articles is a page all the same', async () => {
    const { get, read } = await serve([]);
    expect((await get('/blog')).status).toBe(200);
    expect(slugsIn(await read('/blog'))).toEqual([]);
    expect(await read('/feed.xml')).not.toContain('<entry>');
  });
});

describe('publication', () => {
  const waits = article({ slug: 'wacht', publishedOn: '2026-11-25', updatedOn: '2026-11-25' });
  const draft = article({ slug: 'klad', draft: true });
  const out = article({ slug: 'uit', publishedOn: '2026-11-01', updatedOn: '2026-11-20' });
  const places = ['/blog', '/feed.xml', '/sitemap.xml', '/api/articles'];

  test('a draft, and an article that waits, is nowhere', async () => {
    const { read, get } = await serve([out, waits, draft]);
    for (const place of places) {
      const text = await read(place);
      expect([place, text.includes('uit'), /wacht|klad/.test(text)]).toEqual([place, true, false]);
    }
    for (const slug of ['wacht', 'klad']) {
      expect((await get(`/blog/${slug}`)).status).toBe(404);
      expect((await get(`/api/articles/${slug}`)).status).toBe(404);
    }
  });

  test('an article that waits is everywhere on its day, and pages from before are forgotten', async () => {
    const { read, get, show } = await serve([out, waits, draft]);
    await read('/blog');
    show([out, waits, draft], '2026-11-25');
    expect((await get('/blog/wacht')).status).toBe(200);
    for (const place of places) expect(await read(place)).toContain('wacht');
    expect(await read('/sitemap.xml')).toMatch(/wacht<\/loc><lastmod>2026-11-25</);
    expect(await read('/sitemap.xml')).toMatch(/uit<\/loc><lastmod>2026-11-20</);
    show([waits], '2026-11-25');
    expect((await get('/blog/uit')).status).toBe(404);
  });

  test('the built site changes at midnight in Brussels, by itself', async () => {
    // In October the day in Brussels begins at 22:00 UTC.
    const before = Date.parse('2026-10-19T21:59:59Z');
    let now = before;
    const live = await openLiveSite({
      now: () => now,
      earlier: { keep: async () => {}, find: async () => undefined },
      onFinding: () => {},
      onFailure: () => {},
      onUnkept: () => {},
    });
    const slugs = () => live.current().posts.map(({ slug }) => slug);
    const [sameDay, earlier] = [live.current(), slugs()];
    now = before - 5000;
    expect(live.current()).toBe(sameDay);
    expect(earlier).not.toContain('trainen-in-twee-halve-uren');
    now = Date.parse('2026-10-19T22:00:00Z');
    expect(slugs()).toEqual(['trainen-in-twee-halve-uren', ...earlier]);
    live.close();
  });
});

describe('an article in both languages, and in one', () => {
  const nl = article({ slug: 'beide', language: 'nl', title: 'Nederlandse titel' });
  const { notice: _notice, ...plain } = article({ slug: 'beide', language: 'en' });
  const en = { ...plain, title: 'English title', updatedOn: '2026-11-02' } as Article;
  const only = { ...en, slug: 'english' };

  test('each language has its own page, with the other as its alternate', async () => {
    const { server, read } = await serve([nl, en]);
    const [dutch, english] = [await read('/blog/beide'), await read('/blog/beide?lang=en')];
    const url = `${server.url}/blog/beide`;
    const alternates = { nl: url, en: `${url}?lang=en`, 'x-default': url };
    expect(readPage(dutch)).toMatchObject({ canonicals: [url], alternates });
    expect(readPage(english)).toMatchObject({ canonicals: [`${url}?lang=en`], alternates });
    expect(dutch).toContain('Nederlandse titel');
    expect(english).toContain('English title');
    expect(english).toContain('<article><header');
    const graph = JSON.parse(readPage(english).structuredData ?? '{}') as {
      '@graph': { '@type': string }[];
    };
    expect(graph['@graph'].find((node) => node['@type'] === 'BlogPosting')).toMatchObject({
      headline: 'English title',
      inLanguage: 'en',
      datePublished: '2024-09-17',
      dateModified: '2026-11-02',
    });
  });

  test('one in English only says so in Dutch, and is marked as English', async () => {
    const { server, read } = await serve([only]);
    const html = await read('/blog/english');
    const url = `${server.url}/blog/english?lang=en`;
    expect(readPage(html)).toMatchObject({
      language: 'nl',
      canonicals: [url],
      alternates: { en: url, 'x-default': url },
    });
    expect(html).toContain('<article lang="en">');
    // The card of a link agrees with the URL that it names.
    const card = [
      ...html.matchAll(/<meta property="og:(title|locale|url|image:alt)" content="([^"]*)"/g),
    ];
    expect(Object.fromEntries(card.map(([, name, content]) => [name, content]))).toMatchObject({
      title: expect.stringMatching(/^English/),
      locale: 'en_GB',
      url,
      'image:alt': expect.stringMatching(/^English[^.]*\.$/),
    });
    expect(visibleText(html)).toContain('Dit is enkel in het Engels beschikbaar.');
    expect(visibleText(await read('/blog'))).toContain('Enkel in het Engels');
  });

  test('what is under the article is written as text, never as markup', async () => {
    const evil = article({
      slug: 'kwaad',
      title: '<img src=x onerror=alert(1)>',
      summary: 'A & B <script>',
      intro: [{ kind: 'paragraph', spans: [{ text: '</article><script>alert(1)</script>' }] }],
    });
    const { read } = await serve([evil]);
    for (const path of ['/blog', '/blog/kwaad', '/feed.xml']) {
      const text = await read(path);
      expect([path, /<img src=x|<script>alert|<script>&lt;/.test(text)]).toEqual([path, false]);
    }
  });
});

describe('the feed', () => {
  test.each(['nl', 'en'] as const)('in %s is well-formed Atom with absolute URLs', async (lang) => {
    const { server, read } = await serve([...realArticles(), ...many]);
    const text = await read(`/feed.xml?lang=${lang}`);
    const xml = new new Window().DOMParser().parseFromString(text, 'application/xml');
    expect(xml.querySelector('parsererror')).toBeNull();
    const feed = xml.documentElement;
    expect([feed.tagName, feed.getAttribute('xmlns')]).toEqual([
      'feed',
      'http://www.w3.org/2005/Atom',
    ]);
    const entries = [...feed.querySelectorAll('entry')];
    expect(entries).toHaveLength(3 + count);
    const ids = entries.map((entry) => entry.querySelector('id')?.textContent ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of entries) {
      for (const tag of ['title', 'summary', 'published', 'updated'])
        expect(entry.querySelector(tag)?.textContent).not.toBe('');
      const href = entry.querySelector('link')?.getAttribute('href') ?? '';
      expect(href.startsWith(`${server.url}/blog/`)).toBe(true);
      expect((await fetch(href)).status).toBe(200);
    }
    const days = entries.map((entry) => entry.querySelector('published')?.textContent ?? '');
    expect(days).toEqual([...days].sort().reverse());
    expect(text).toContain(lang === 'nl' ? 'Wat je eet op je drukste dag' : 'What to eat on your');
  });
});

describe('the articles as data', () => {
  test('are what the app shows, with the errors of the site’s own calls', async () => {
    const { read, get } = await serve(realArticles());
    const found = JSON.parse(await read('/api/articles/eten-op-een-drukke-dag?lang=en')) as {
      article: Article;
    };
    expect(found).toMatchObject({
      languages: ['nl', 'en'],
      article: { language: 'en' },
      next: { slug: 'trainen-in-twee-halve-uren', language: 'en' },
    });
    const list = JSON.parse(await read('/api/articles?lang=en')) as {
      items: { slug: string; title: string }[];
    };
    expect(list.items.find(({ slug }) => slug === '5-afvalfouten')).toMatchObject({
      title: 'The 5 biggest weight loss mistakes',
      language: 'nl',
      isTranslated: true,
    });
    for (const [path, status] of [
      ['/api/articles?page=2', 404],
      ['/api/articles/nergens', 404],
      ['/api/articles?page=x', 400],
      ['/api/articles?lang=fr', 400],
    ] as const)
      expect([path, (await get(path)).status]).toEqual([path, status]);
  });
});
