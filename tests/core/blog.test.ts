import {
  articlesPerPage,
  countWords,
  isPublished,
  listPage,
  type Publication,
  pagesOf,
  postLanguages,
  publishedPosts,
  readingMinutes,
  versionFor,
} from '@coachsite/core/blog';
import { languages } from '@coachsite/core/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const day = fc
  .oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4000 }))
  .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10));

const someArticles = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    language: fc.constantFrom(...languages),
    publishedOn: day,
    draft: fc.boolean(),
  }),
  { selector: ({ slug, language }) => `${slug}.${language}` },
) satisfies fc.Arbitrary<Publication[]>;

describe('publication', () => {
  test('an article is public from its day on, and a draft never', () => {
    const article = { slug: 'a', language: 'nl', publishedOn: '2026-11-24', draft: false } as const;
    expect(isPublished(article, '2026-11-23')).toBe(false);
    expect(isPublished(article, '2026-11-24')).toBe(true);
    expect(isPublished({ ...article, draft: true }, '2026-11-24')).toBe(false);
  });

  test('exactly the public versions are in the posts, each in its own language', () => {
    fc.assert(
      fc.property(someArticles, day, (articles, today) => {
        const posts = publishedPosts(articles, today);
        const shown = posts.flatMap(({ versions }) => Object.values(versions));
        expect(new Set(shown)).toEqual(new Set(articles.filter((one) => isPublished(one, today))));
        for (const post of posts) {
          const own = languages.filter((one) => Object.keys(post.versions).includes(one));
          expect(postLanguages(post)).toEqual(own);
          for (const language of languages) {
            const version = versionFor(post, language);
            expect(version.slug).toBe(post.slug);
            if (post.versions[language]) expect(version.language).toBe(language);
          }
        }
      }),
    );
  });

  test('once public, a post stays so', () => {
    fc.assert(
      fc.property(someArticles, day, day, (articles, one, other) => {
        const [earlier = '', later = ''] = [one, other].sort();
        const slugs = (today: string) => publishedPosts(articles, today).map(({ slug }) => slug);
        expect(slugs(later)).toEqual(expect.arrayContaining([...slugs(earlier)]));
      }),
    );
  });

  test('newest first, by the day of the first version; the order of the files does not matter', () => {
    fc.assert(
      fc.property(someArticles, day, (articles, today) => {
        const posts = publishedPosts(articles, today);
        const days = posts.map(({ versions }) =>
          Object.values(versions)
            .map(({ publishedOn }) => publishedOn)
            .reduce((a, b) => (a < b ? a : b)),
        );
        expect(days).toEqual([...days].sort().reverse());
        const slugs = posts.map(({ slug }) => slug);
        for (const [at, slug] of slugs.entries())
          if (at > 0 && days[at - 1] === days[at]) expect((slugs[at - 1] ?? '') < slug).toBe(true);
        expect(publishedPosts(articles.toReversed(), today).map(({ slug }) => slug)).toEqual(slugs);
      }),
    );
  });
});

describe('pages of a list', () => {
  test('contain every item once, in order, at most ten each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 57 }), (count) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const pages = Array.from({ length: pagesOf(count) }, (_, index) =>
          listPage(items, index + 1),
        );
        expect(pages.flatMap((page) => page?.items ?? [])).toEqual(items);
        for (const page of pages) {
          expect(page?.items.length).toBeLessThanOrEqual(articlesPerPage);
          expect(page?.pages).toBe(pages.length);
        }
      }),
    );
  });

  test.each([0, 3, -1, 1.5, Number.NaN])('there is no page %s of two', (number) => {
    expect(listPage(Array.from({ length: articlesPerPage + 1 }), number)).toBeUndefined();
  });

  test('an empty list has one empty page', () => {
    expect(listPage([], 1)).toEqual({ items: [], number: 1, pages: 1 });
  });
});

describe('reading time', () => {
  test('230 words take a minute, and nothing takes less than one', () => {
    expect(readingMinutes('word '.repeat(1150))).toBe(5);
    expect(readingMinutes('')).toBe(1);
  });

  test('counts words however they are separated, and never shrinks with more of them', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 800 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '  \n\n'), (some, between) => {
        const text = some.join(between);
        expect(countWords(text)).toBe(some.length);
        expect(readingMinutes(`${text} more words`)).toBeGreaterThanOrEqual(readingMinutes(text));
      }),
    );
  });
});

test('a post without a version is a defect, and named', () => {
  expect(() => versionFor({ slug: 'empty', versions: {} }, 'nl')).toThrow('empty has no version');
});
