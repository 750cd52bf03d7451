import { readArticle } from '@coachsite/adapters/articles';
import type { Article, Finding } from '@coachsite/adapters/contract';
import { articleNameOf, type SavedArticle, savedArticles } from '@coachsite/core/blog';
import type { ContentStore } from '@coachsite/core/content';
import type { SiteArticles } from './laid-site.ts';

/** What a text may name and still be shown: it was checked when it was saved, and days have passed since. */
const anyDay = '9999-12-31';

/**
 * Reads the articles that are written on the site. Each text is read once; the result stays the same object until one of
 * them changes. A text that this version of the program cannot read is left out, and its file is shown if it has one.
 */
export function articlesReader(
  store: Pick<ContentStore, 'newest'>,
  onFinding: (finding: Finding) => void,
): () => Promise<SiteArticles> {
  let shown: SiteArticles = new Map();
  let known = new Map<number, readonly [name: string, article: Article] | undefined>();

  function read(name: string, { text }: SavedArticle) {
    const named = articleNameOf(name);
    if (!named || !text) return undefined;
    const source = { file: name, words: 'en', today: anyDay, hasPictures: true } as const;
    const { article, findings } = readArticle(named, text.markdown, source);
    findings.forEach(onFinding);
    return article && ([name, article] as const);
  }

  return async () => {
    const saved = await savedArticles(store);
    const isSame =
      saved.size === known.size && [...saved.values()].every(({ id }) => known.has(id));
    if (isSame) return shown;
    known = new Map(
      [...saved].map(([name, { id, content }]) => [
        id,
        known.has(id) ? known.get(id) : read(name, content),
      ]),
    );
    shown = new Map([...known.values()].filter((one) => one !== undefined));
    return shown;
  };
}
