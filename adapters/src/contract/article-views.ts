import { listPage, type Post, postLanguages, versionFor } from '@coachsite/core/blog';
import type { Language } from '@coachsite/core/language';
import type { Article, ArticleInLanguages, ArticleList, ArticleSummary } from './articles.ts';

/** Reads the public articles: from memory on the server, over HTTP in browsers. */
export interface ArticleReader {
  /** A page of the list for readers of a language; undefined when the list has no such page. */
  readonly list: (language: Language, number: number) => Promise<ArticleList | undefined>;
  /** An article in a language, or in the one it has; undefined when there is none with this slug. */
  readonly find: (language: Language, slug: string) => Promise<ArticleInLanguages | undefined>;
}

/** An article for the list and the feed. Its title is translated, or that of the article. Source: docs/rules.md#8. */
export function articleSummary(post: Post<Article>, language: Language): ArticleSummary {
  const article = versionFor(post, language);
  const { slug, category, cover, publishedOn, minutes } = article;
  const own = article.language === language;
  const { title, summary } = (own ? undefined : article.notice) ?? article;
  return {
    slug,
    language: article.language,
    title,
    isTranslated: own || article.notice !== undefined,
    summary,
    category,
    cover,
    publishedOn,
    minutes,
  };
}

/** A page of the list of articles. */
export function articleList(
  posts: readonly Post<Article>[],
  language: Language,
  number: number,
): ArticleList | undefined {
  const page = listPage(posts, number);
  return page && { ...page, items: page.items.map((post) => articleSummary(post, language)) };
}

/** One article in a language, or in the one it has, and the one to read after it. */
export function articleInLanguages(
  posts: readonly Post<Article>[],
  language: Language,
  slug: string,
): ArticleInLanguages | undefined {
  const index = posts.findIndex((one) => one.slug === slug);
  const post = posts[index];
  if (!post) return undefined;
  const next = posts[index + 1] ?? posts[0];
  return {
    article: versionFor(post, language),
    languages: [...postLanguages(post)],
    next: next && next !== post ? articleSummary(next, language) : undefined,
  };
}

/** A reader of articles that are in memory. */
export function readerOf(posts: readonly Post<Article>[]): ArticleReader {
  return {
    list: async (language, number) => articleList(posts, language, number),
    find: async (language, slug) => articleInLanguages(posts, language, slug),
  };
}
