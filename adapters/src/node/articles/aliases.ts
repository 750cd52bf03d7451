import { articleFileName } from '@coachsite/core/blog';
import type { Article } from '../../contract/index.ts';

/**
 * What is wrong with the earlier names of an article, beside the other articles: a name that one of them has, or had, leads
 * there.
 */
export function wrongAlias(article: Article, all: readonly Article[]): string | undefined {
  for (const alias of article.aliases ?? []) {
    const named = all.find(({ slug }) => slug === alias);
    if (named) return `"aliases": ${alias} is the name of ${articleFileName(named)}`;
    const other = all.find(
      ({ slug, aliases = [] }) => slug !== article.slug && aliases.includes(alias),
    );
    if (other) return `"aliases": ${articleFileName(other)} has ${alias} too`;
  }
  return undefined;
}
