import type { PageLocation, RuntimeConfig } from '@coachsite/adapters/contract';
import { languages, languageUrl } from '@coachsite/core/language';
import type { i18n as I18n } from 'i18next';
import { textByKey } from '../i18n/index.ts';

/**
 * Title and description of a location in the language of `i18n`, and the caption of its social image:
 * `<page>:meta.title`, `meta.description` and `meta.image`. A page with a parameter keeps one text per value under it,
 * or one text that names the `{{program}}`.
 */
export function pageMeta(i18n: I18n, { page, value }: PageLocation) {
  const namespace = page.texts[0] ?? page.id;
  const text = (key: string, words?: Record<string, string>) => textByKey(i18n, key, words);
  const program = value && page.id === 'product' ? text(`programs:items.${value}.name`) : '';
  const part = (name: 'title' | 'description' | 'image') => {
    const keys = [`${namespace}:meta.${name}.${value}`, `${namespace}:meta.${value}.${name}`];
    const own = value ? keys.find((key) => i18n.exists(key)) : undefined;
    return text(own ?? `${namespace}:meta.${name}`, { program });
  };
  return { title: part('title'), description: part('description'), image: part('image') };
}

/** A title without the name of the site at its end. */
export const headline = (title: string): string => title.split(' · ', 1)[0] ?? title;

/** The size of every social image, in pixels. Source: docs/law-and-search.md#F60. */
const imageSize = { width: '1200', height: '630' };

/** The path of the social image of a location; one that exists in Dutch only has one image. */
export function socialImagePath({ page, path }: PageLocation, language: string): string {
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
  return `/social/${name}-${page.dutchOnly ? 'nl' : language}.png`;
}

/** The head of one location, as attributes of its elements. */
export interface PageHead {
  readonly title: string;
  readonly meta: readonly {
    readonly name?: string;
    readonly property?: string;
    readonly content: string;
  }[];
  readonly links: readonly {
    readonly rel: string;
    readonly href: string;
    readonly hrefLang?: string;
  }[];
}

/**
 * The head of one location: title, description, robots, canonical, alternates and Open Graph. A resource in Dutch only
 * has its plain URL in both languages and no English alternate. Source: docs/law-and-search.md#F3,
 * docs/law-and-search.md#F4, docs/law-and-search.md#F5, docs/law-and-search.md#F22, docs/law-and-search.md#F60.
 */
export function pageHead(i18n: I18n, config: RuntimeConfig, location: PageLocation): PageHead {
  const { page, path } = location;
  const { title, description, image } = pageMeta(i18n, location);
  const language = i18n.language;
  const canonical = languageUrl(config.origin + path, page.dutchOnly ? 'nl' : language);
  const described = { name: 'description', content: description };
  if (!page.indexable) {
    return { title, meta: [described, { name: 'robots', content: 'noindex' }], links: [] };
  }
  const isEnglish = language === 'en' && !page.dutchOnly;
  const [locale, other] = isEnglish ? ['en_GB', 'nl_BE'] : ['nl_BE', 'en_GB'];
  const alternates = [...(page.dutchOnly ? (['nl'] as const) : languages), 'x-default'].map(
    (hrefLang) => ({
      rel: 'alternate',
      hrefLang,
      href: languageUrl(config.origin + path, hrefLang),
    }),
  );
  return {
    title,
    meta: [
      described,
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: canonical },
      { property: 'og:type', content: page.id === 'blog-post' ? 'article' : 'website' },
      { property: 'og:site_name', content: config.site.name },
      { property: 'og:locale', content: locale },
      ...(page.dutchOnly ? [] : [{ property: 'og:locale:alternate', content: other }]),
      { property: 'og:image', content: config.origin + socialImagePath(location, language) },
      { property: 'og:image:width', content: imageSize.width },
      { property: 'og:image:height', content: imageSize.height },
      { property: 'og:image:alt', content: `${headline(title)}. ${image}.` },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: canonical }, ...alternates],
  };
}
