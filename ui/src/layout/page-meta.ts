import {
  awayImagePath,
  contentLanguage,
  locationLanguages,
  type PageLocation,
  type RuntimeConfig,
} from '@coachsite/adapters/contract';
import { defaultLanguage, languageUrl } from '@coachsite/core/language';
import type { i18n as I18n } from 'i18next';
import { isPauseText, type Language, textByKey } from '../i18n/index.ts';
import { listPath } from '../site/blog-locations.ts';

/** The longest title that search engines show whole. Source: docs/law-and-search.md#F20. */
const titleMax = 60;

/** How many questions the FAQ has at least; the one about qualifications is there only when the owner has named some. */
export function questionsOf(i18n: I18n): number {
  // Empty while the texts of the page are not loaded.
  const groups: Iterable<{ readonly items: readonly { readonly id: string }[] }> = i18n.t(
    'faq:groups',
    { returnObjects: true, defaultValue: '' },
  );
  return [...groups].flatMap(({ items }) => items).filter(({ id }) => id !== 'qualifications')
    .length;
}

/**
 * Title and description of a location in the language of `i18n`, and the caption of its social image:
 * `<page>:meta.title`, `meta.description` and `meta.image`. A page with a parameter keeps one text per value under it,
 * or one text that names the `{{program}}`. An article brings its own, in the `language` of its content.
 */
export function pageMeta(
  i18n: I18n,
  { page, value, meta, minutes }: PageLocation,
  language = i18n.language,
) {
  const namespace = page.texts[0] ?? page.id;
  const text = (key: string, words?: Record<string, string>) => textByKey(i18n, key, words);
  const ofArticle = meta?.[language as Language];
  if (ofArticle) {
    const whole = text('blog-post:meta.title', { title: ofArticle.title });
    return {
      title: whole.length > titleMax ? ofArticle.title : whole,
      description: ofArticle.description,
      image: text('blog-post:meta.image', { minutes: String(minutes) }),
    };
  }
  if (page.id === 'blog' && value) {
    const number = { number: value };
    return {
      title: text('blog:meta.more.title', number),
      description: text('blog:meta.more.description', number),
      image: text('blog:meta.image'),
    };
  }
  const program = value && page.id === 'product' ? text(`programs:items.${value}.name`) : '';
  const questions = page.id === 'faq' ? String(questionsOf(i18n)) : '';
  const part = (name: 'title' | 'description' | 'image') => {
    const keys = [`${namespace}:meta.${name}.${value}`, `${namespace}:meta.${value}.${name}`];
    const own = value ? keys.find((key) => i18n.exists(key)) : undefined;
    return text(own ?? `${namespace}:meta.${name}`, { program, questions });
  };
  return { title: part('title'), description: part('description'), image: part('image') };
}

/** A title without the name of the site at its end. */
export const headline = (title: string): string => title.split(' · ', 1)[0] ?? title;

/** The size of every social image, in pixels. Source: docs/law-and-search.md#F60. */
const imageSize = { width: '1200', height: '630' };

/** The usual path of the social image of a location; one that exists in one language has one image. */
export function usualImagePath(location: PageLocation, language: string): string {
  const { path } = location;
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
  return `/social/${name}-${contentLanguage(location, language)}.png`;
}

/**
 * The path of the social image of a location now. One that promises a reply has another path during days off, as
 * networks keep what they fetched.
 */
export function socialImagePath(i18n: I18n, location: PageLocation): string {
  const usual = usualImagePath(location, i18n.language);
  const namespace = location.page.texts[0] ?? location.page.id;
  return isPauseText(i18n, namespace, 'meta.image') ? awayImagePath(usual) : usual;
}

/** The attributes of one `<meta>`. */
interface Meta {
  readonly name?: string;
  readonly property?: string;
  readonly content: string;
}

/** The head of one location, as attributes of its elements. */
export interface PageHead {
  readonly title: string;
  readonly meta: readonly Meta[];
  readonly links: readonly {
    readonly rel: string;
    readonly href: string;
    readonly hrefLang?: string;
  }[];
}

/** The pages before and after a page of a list. */
function neighbours(origin: string, { list }: PageLocation, language: string) {
  if (!list) return [];
  const at = (number: number) => languageUrl(origin + listPath(number), language);
  return [
    ...(list.number > 1 ? [{ rel: 'prev', href: at(list.number - 1) }] : []),
    ...(list.number < list.pages ? [{ rel: 'next', href: at(list.number + 1) }] : []),
  ];
}

/** The Open Graph card of a location. Source: docs/law-and-search.md#F60. */
export function socialMeta(
  i18n: I18n,
  config: RuntimeConfig,
  location: PageLocation,
): readonly Meta[] {
  const { page, path } = location;
  if (!page.indexable) return [];
  const { language } = i18n;
  // The card is that of the URL it names: of an article in one language, in that language.
  const shown = contentLanguage(location, language);
  const { title, description, image } = pageMeta(i18n, location, shown);
  const caption = shown === language ? ` ${image}.` : '';
  const [locale, other] = shown === 'en' ? ['en_GB', 'nl_BE'] : ['nl_BE', 'en_GB'];
  return [
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: languageUrl(config.origin + path, shown) },
    { property: 'og:type', content: page.id === 'blog-post' ? 'article' : 'website' },
    { property: 'og:site_name', content: config.site.name },
    { property: 'og:locale', content: locale },
    ...(locationLanguages(location).length > 1
      ? [{ property: 'og:locale:alternate', content: other }]
      : []),
    { property: 'og:image', content: config.origin + socialImagePath(i18n, location) },
    { property: 'og:image:width', content: imageSize.width },
    { property: 'og:image:height', content: imageSize.height },
    { property: 'og:image:alt', content: `${headline(title)}.${caption}` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/**
 * The head of one location: title, description, robots, canonical and alternates. A resource in one language has the
 * URL of that language on the pages of both, and no other alternate. Source: docs/law-and-search.md#F3,
 * docs/law-and-search.md#F4, docs/law-and-search.md#F5, docs/law-and-search.md#F22.
 */
export function pageHead(i18n: I18n, config: RuntimeConfig, location: PageLocation): PageHead {
  const { page, path } = location;
  const { title, description } = pageMeta(i18n, location);
  const language = i18n.language;
  const shown = contentLanguage(location, language);
  const canonical = languageUrl(config.origin + path, shown);
  const described = { name: 'description', content: description };
  if (!page.indexable) {
    return { title, meta: [described, { name: 'robots', content: 'noindex' }], links: [] };
  }
  const own = locationLanguages(location);
  const alternates = [...own, 'x-default'].map((hrefLang) => ({
    rel: 'alternate',
    hrefLang,
    href: languageUrl(
      config.origin + path,
      hrefLang === 'x-default' ? contentLanguage(location, defaultLanguage) : hrefLang,
    ),
  }));
  return {
    title,
    meta: [described],
    links: [
      { rel: 'canonical', href: canonical },
      ...alternates,
      ...neighbours(config.origin, location, language),
    ],
  };
}
