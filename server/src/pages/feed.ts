import { type Article, articleSummary } from '@coachsite/adapters/contract';
import { type Post, versionFor } from '@coachsite/core/blog';
import { type Language, languageUrl } from '@coachsite/core/language';
import { escapeMarkup } from '@coachsite/core/text';
import en from '@coachsite/ui/content/en/blog.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/blog.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { SiteFiles } from './site-files.ts';

const texts = { nl, en };

/** The name that an article had first. */
const firstSlug = ({ slug, versions }: Post<Article>) =>
  Object.values(versions).flatMap(({ aliases = [] }) => aliases)[0] ?? slug;

/**
 * An article as an entry, whose author is `author`: programs that read feeds do not all hand that of the feed down. It has
 * one id per language version, which never changes: that of its first name.
 */
function entry(origin: string, post: Post<Article>, language: Language, author: string): string {
  const { title, summary, category, language: own } = articleSummary(post, language);
  const { publishedOn, updatedOn } = versionFor(post, language);
  const at = (slug: string) => languageUrl(`${origin}/blog/${slug}`, own);
  const url = at(post.slug);
  return [
    `<entry><title>${escapeMarkup(title)}</title><id>${at(firstSlug(post))}</id><link href="${url}" hreflang="${own}"/>`,
    `<published>${publishedOn}T00:00:00Z</published><updated>${updatedOn}T00:00:00Z</updated>`,
    `<category term="${category}" label="${escapeMarkup(texts[language].categories[category])}"/>${author}<summary>${escapeMarkup(summary)}</summary></entry>`,
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
  const author = `<author><name>${escapeMarkup(coach.name || name)}</name></author>`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<title>${escapeMarkup(name)}</title><id>${self}</id>`,
    // The site before the feed: some programs open the first link.
    `<link rel="alternate" type="text/html" href="${languageUrl(`${origin}/blog`, language)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/><updated>${changedOn}T00:00:00Z</updated>`,
    author,
    ...posts.map((post) => entry(origin, post, language, author)),
    '</feed>\n',
  ].join('');
}
