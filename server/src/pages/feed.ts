import { type Article, articleSummary } from '@coachsite/adapters/contract';
import { type Post, versionFor } from '@coachsite/core/blog';
import { type Language, languageUrl } from '@coachsite/core/language';
import { escapeMarkup } from '@coachsite/core/text';
import type { Config } from '../config/config.ts';
import type { SiteFiles } from './site-files.ts';

/** An article as an entry. It has one id per language version, which never changes. */
function entry(origin: string, post: Post<Article>, language: Language): string {
  const { title, summary, category, language: own } = articleSummary(post, language);
  const { publishedOn, updatedOn } = versionFor(post, language);
  const url = languageUrl(`${origin}/blog/${post.slug}`, own);
  return [
    `<entry><title>${escapeMarkup(title)}</title><id>${url}</id><link href="${url}" hreflang="${own}"/>`,
    `<published>${publishedOn}T00:00:00Z</published><updated>${updatedOn}T00:00:00Z</updated>`,
    `<category term="${category}"/><summary>${escapeMarkup(summary)}</summary></entry>`,
  ].join('');
}

/** The articles as an Atom feed in one language. Source: docs/law-and-search.md#F27, RFC 4287. */
export function feed(
  config: Config,
  { posts, manifest }: Pick<SiteFiles, 'posts' | 'manifest'>,
  language: Language,
): string {
  const origin = config.publicUrl;
  const self = languageUrl(`${origin}/feed.xml`, language);
  const days = posts.map((post) => versionFor(post, language).updatedOn).sort();
  const changedOn = days.at(-1) ?? manifest.changedOn['blog'] ?? '1970-01-01';
  const { name, coach } = config.site;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<title>${escapeMarkup(name)}</title><id>${self}</id><link rel="self" href="${self}"/>`,
    `<link href="${languageUrl(`${origin}/blog`, language)}"/><updated>${changedOn}T00:00:00Z</updated>`,
    `<author><name>${escapeMarkup(coach.name || name)}</name></author>`,
    ...posts.map((post) => entry(origin, post, language)),
    '</feed>\n',
  ].join('');
}
