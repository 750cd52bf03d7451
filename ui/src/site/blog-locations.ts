import type { Article, PageLocation, SiteContent } from '@coachsite/adapters/contract';
import { pagesOf, postLanguages, versionFor } from '@coachsite/core/blog';
import { type Language, languages } from '@coachsite/core/language';
import { pageById } from './pages.ts';

/** Title and description of an article for readers of a language: its own, or those of its notice. */
function metaOf(article: Article, language: Language) {
  const { title, description } =
    (article.language === language ? undefined : article.notice) ?? article;
  return { title, description };
}

/** The location of an article, described for these readers. */
export function articleLocation(
  languagesIn: readonly Language[],
  versions: Readonly<Partial<Record<Language, Article>>>,
): PageLocation {
  const known = Object.entries(versions) as [Language, Article][];
  const { slug = '', minutes = 1 } = known[0]?.[1] ?? {};
  return {
    page: pageById('blog-post'),
    path: `/blog/${slug}`,
    value: slug,
    languages: languagesIn,
    minutes,
    changedOn:
      known
        .map(([, { updatedOn }]) => updatedOn)
        .sort()
        .at(-1) ?? '',
    // Also in its own language, which that of its readers need not be.
    meta: Object.fromEntries(
      known.flatMap(([language, one]) =>
        [one.language, language].map((of) => [of, metaOf(one, of)] as const),
      ),
    ),
  };
}

/** The path of a page of the list; the first is the blog itself. */
export const listPath = (number: number): string =>
  number === 1 ? '/blog' : `/blog/page/${number}`;

/** The location of a page of the list of articles. */
export function listLocation(number: number, pages: number): PageLocation {
  const own = number === 1 ? {} : { value: String(number) };
  return { page: pageById('blog'), path: listPath(number), list: { number, pages }, ...own };
}

/** Every page of the list, and every article. */
export function blogLocations({ posts }: SiteContent): readonly PageLocation[] {
  const pages = pagesOf(posts.length);
  const newest = posts
    .flatMap(({ versions }) => Object.values(versions).map(({ updatedOn }) => updatedOn))
    .sort()
    .at(-1);
  return [
    ...Array.from({ length: pages }, (_, index) => ({
      ...listLocation(index + 1, pages),
      ...(newest && { changedOn: newest }),
    })),
    ...posts.map((post) =>
      articleLocation(
        postLanguages(post),
        Object.fromEntries(languages.map((language) => [language, versionFor(post, language)])),
      ),
    ),
  ];
}
