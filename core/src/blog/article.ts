import { defaultLanguage, type Language, languages } from '../language/index.ts';

/** What decides where and when one language version of an article is shown. */
export interface Publication {
  /** The last part of its path; the same for all its language versions. */
  readonly slug: string;
  readonly language: Language;
  /** The calendar day in Brussels from which it is public, YYYY-MM-DD. */
  readonly publishedOn: string;
  /** A draft is never public. */
  readonly draft: boolean;
}

/** An article in the languages in which it is public; at least one. */
export interface Post<Article extends Publication> {
  /** The last part of its path, the same in every language. */
  readonly slug: string;
  /** By language; a language in which it is not public is absent. */
  readonly versions: Readonly<Partial<Record<Language, Article>>>;
}

/** Whether a version is public on `today`, a calendar day in Brussels. Source: docs/rules.md#reading-articles. */
export function isPublished(
  { draft, publishedOn }: Pick<Publication, 'draft' | 'publishedOn'>,
  today: string,
): boolean {
  return !draft && publishedOn <= today;
}

/** The languages of a post, Dutch first. */
export function postLanguages<Article extends Publication>({
  versions,
}: Post<Article>): readonly Language[] {
  return languages.filter((language) => versions[language]);
}

/** The version a reader of `language` sees: their own, else the one there is. Source: docs/rules.md#8. */
export function versionFor<Article extends Publication>(
  { slug, versions }: Post<Article>,
  language: Language,
): Article {
  const version = versions[language] ?? versions[defaultLanguage] ?? Object.values(versions)[0];
  // biome-ignore lint/plugin: a post without a version is a defect of its reader
  if (!version) throw new Error(`The post ${slug} has no version`);
  return version;
}

/** The day of the first version of a post. */
const dayOf = <Article extends Publication>({ versions }: Post<Article>) =>
  Object.values(versions)
    .map(({ publishedOn }) => publishedOn)
    .sort()[0] ?? '';

/**
 * The posts that are public on `today`, newest first; those of one day in the order of their slugs.
 * Source: docs/rules.md#2, docs/rules.md#reading-articles.
 */
export function publishedPosts<Article extends Publication>(
  articles: readonly Article[],
  today: string,
): readonly Post<Article>[] {
  const bySlug = new Map<string, Article[]>();
  for (const article of articles) {
    if (!isPublished(article, today)) continue;
    const own = bySlug.get(article.slug);
    if (own) own.push(article);
    else bySlug.set(article.slug, [article]);
  }
  return [...bySlug]
    .map(([slug, own]) => ({
      slug,
      versions: Object.fromEntries(own.map((article) => [article.language, article])),
    }))
    .sort((a, b) =>
      dayOf(a) === dayOf(b) ? (a.slug < b.slug ? -1 : 1) : dayOf(a) < dayOf(b) ? 1 : -1,
    );
}
