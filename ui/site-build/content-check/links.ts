import type { Article, Finding } from '@coachsite/adapters/contract';
import { locationsOf } from '../../src/site/locations.ts';
import { pages } from '../../src/site/pages.ts';
import type { Json, TextFile } from './text-file.ts';

/** A link of a text: `[words](/path#anchor)` or a whole value such as `/path`. */
const links = /\]\((\/[^)\s]*|#[^)\s]*)\)/g;
const wholePath = /^\/[a-z0-9/-]+(?:#[\w-]+)?$/;

/** Paths that are no page. */
const files = ['/feed.xml', '/sitemap.xml', '/robots.txt'];

interface Target {
  readonly ids: Set<string>;
  /** Whether its anchors come from texts, so that one that no text has is dead. */
  readonly isListed: boolean;
}

/** The values of every key `id`. */
function idsIn(json: Json | undefined): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, inner]) =>
    key === 'id' && typeof inner === 'string' ? [inner] : idsIn(inner as Json),
  );
}

/** Every page there is or will be, with its anchors as far as texts name them. */
function targetsOf(texts: readonly TextFile[], articles: readonly Article[]) {
  const targets = new Map<string, Target>();
  for (const page of pages) {
    const own = texts.filter(({ file }) =>
      page.texts.some((name) => file.endsWith(`/${name}.json`)),
    );
    const ids = own.flatMap(({ json }) => idsIn(json));
    for (const { path } of locationsOf(page))
      targets.set(path, { ids: new Set(ids), isListed: ids.length > 0 });
  }
  targets.set('/blog', { ids: new Set(), isListed: false });
  for (const { slug, sections, ending } of articles) {
    const known = targets.get(`/blog/${slug}`)?.ids ?? [];
    const ids = [...known, ...sections.map(({ id }) => id), ...(ending ? [ending.id] : [])];
    targets.set(`/blog/${slug}`, { ids: new Set(ids), isListed: true });
  }
  for (const path of files) targets.set(path, { ids: new Set(), isListed: false });
  return targets;
}

/** What is wrong with a link, or undefined. */
function problemOf(
  href: string,
  targets: ReadonlyMap<string, Target>,
  here?: string,
): string | undefined {
  const [whole = '', anchor] = href.split('#');
  const path = (whole.split('?', 1)[0] ?? '') || here;
  if (path === undefined) return undefined;
  const target = targets.get(path);
  if (!target) return `"${href}" leads to no page`;
  if (anchor && target.isListed && !target.ids.has(anchor))
    return `"${href}" leads to a page that has no "${anchor}"`;
  return undefined;
}

/** Links of texts and articles to pages and anchors that do not exist. */
export function checkLinks(
  texts: readonly TextFile[],
  articles: readonly { readonly file: string; readonly raw: string; readonly article: Article }[],
): readonly Finding[] {
  const targets = targetsOf(
    texts,
    articles.map(({ article }) => article),
  );
  const ofTexts = texts.flatMap(({ file, sentences }) =>
    sentences.flatMap(({ key, text, line }) => {
      const found = [...text.matchAll(links)].map(([, href = '']) => href);
      return [...found, ...(wholePath.test(text) ? [text] : [])].flatMap((href) => {
        const problem = problemOf(href, targets);
        return problem ? [{ file, ...(line && { line }), message: `${problem} (${key})` }] : [];
      });
    }),
  );
  const ofArticles = articles.flatMap(({ file, raw, article }) =>
    raw.split('\n').flatMap((text, index) =>
      [...text.matchAll(links)].flatMap(([, href = '']) => {
        const problem = problemOf(href, targets, `/blog/${article.slug}`);
        return problem ? [{ file, line: index + 1, message: problem }] : [];
      }),
    ),
  );
  return [...ofTexts, ...ofArticles];
}
