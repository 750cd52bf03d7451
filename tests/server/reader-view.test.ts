import type { Article } from '@coachsite/adapters/contract';
import type { LiveSite } from '@coachsite/server/live-site';
import { openBuild, siteOn } from '@coachsite/server/site-files';
import { Readability } from '@mozilla/readability';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { realArticles } from '../support/articles.ts';
import { sharedServer } from '../support/shared-server.ts';

/** The site's own articles, and one whose titles are words by which reader views tell an article from what is around it. */
const own = realArticles();
const [some] = own as [Article];
const titles = [
  'Je metabolisme',
  'Contact met mensen',
  'Extra groenten',
  'Stel een menu samen',
  'Sociale momenten',
  'Media en reclame',
  'Tags en scrollen',
  'Gerelateerd related',
  'Comment en reactie',
  'Footer, header en sidebar',
  'Sponsor en popup',
  'Hidden widget',
];
const [model] = some.sections;
const odd: Article = {
  ...some,
  slug: 'woorden',
  sections: titles.map((title, index) => ({
    id: title.toLowerCase().replace(/[^a-z]+/g, '-'),
    title,
    blocks: [
      {
        kind: 'paragraph',
        spans: [{ text: `Deel ${index}, met woorden die blijven, ook als het kort is.` }],
      },
      ...(model?.blocks.slice(0, 1) ?? []),
    ],
  })),
} as Article;

const live: LiveSite = {
  current: (
    (site) => () =>
      site
  )(siteOn(await openBuild(), [...own, odd], '2026-11-24')),
  close: () => undefined,
};
const { url } = await sharedServer({ site: live });

/** The headings of an article or legal text, on the page and in the reader view of Firefox. */
async function headings(path: string) {
  const html = await (await fetch(url + path)).text();
  const page = new Window({ url: url + path });
  page.document.write(html);
  const texts = (root: {
    querySelectorAll(selector: string): ArrayLike<{ textContent: string }>;
  }) => Array.from(root.querySelectorAll('h2'), ({ textContent }) => textContent.trim());
  const shown = Array.from(page.document.querySelectorAll('main section[id] h2')).map(
    ({ textContent }) => textContent.trim(),
  );
  const read = new Readability(page.document as unknown as Document).parse();
  const view = new Window();
  view.document.body.innerHTML = read?.content ?? '';
  const text = view.document.body.textContent.replace(/\s+/g, ' ');
  return { shown, kept: texts(view.document.body as never), text, byline: read?.byline };
}

test.each(['privacy', 'cookies', 'terms', ...own.map(({ slug }) => `blog/${slug}`)])(
  '%s keeps every heading in a reader view',
  async (path) => {
    for (const language of ['nl', 'en']) {
      const { shown, kept } = await headings(`/${path}?lang=${language}`);
      expect(shown.length).toBeGreaterThan(3);
      expect(kept).toEqual(expect.arrayContaining(shown));
    }
  },
);

test('titles of any words keep their headings and sections in a reader view', async () => {
  const { kept, text } = await headings('/blog/woorden');
  expect(kept).toEqual(expect.arrayContaining(titles));
  for (const index of titles.keys()) expect(text).toContain(`Deel ${index}, met woorden`);
});

test('a reader view names the author of an article', async () => {
  const { byline } = await headings(`/blog/${some.slug}`);
  expect(byline).toBeTruthy();
});
