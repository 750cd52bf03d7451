import {
  type Article,
  contentLanguage,
  type PageLocation,
  type RuntimeConfig,
} from '@coachsite/adapters/contract';
import { type CoachingSlug, coachingSlugs, programs } from '@coachsite/core/catalogue';
import { languageUrl } from '@coachsite/core/language';
import type { i18n as I18n } from 'i18next';
import { textByKey } from '../i18n/index.ts';
import { headline, pageMeta, socialImagePath } from '../layout/page-meta.ts';
import { offerOf } from './offer.ts';
import {
  business,
  coach,
  type GraphPage,
  list,
  programType,
  service,
  website,
} from './structured-nodes.ts';

/**
 * The breadcrumbs of a page, with the names that its trail and footer show; a page that the footer does not link to has
 * the name of its title.
 * Source: docs/law-and-search.md#F46.
 */
function trail({ text, hasText, location: { page, value = '' } }: GraphPage, name: string) {
  const home = { name: text('layout:nav.home'), path: '/' };
  const inFooter = (id: string, path: string) => ({ name: text(`layout:footer.${id}`), path });
  if (page.id === 'product')
    return [home, inFooter('shop', '/shop'), { name, path: `/shop/${value}` }];
  if (page.id === 'coaching') {
    return [home, inFooter('services', '/services'), { name, path: `/coaching/${value}` }];
  }
  if (page.id === 'blog-post')
    return [home, inFooter('blog', '/blog'), { name, path: `/blog/${value}` }];
  if (hasText(`layout:footer.${page.id}`)) return [home, inFooter(page.id, page.path)];
  return [home, { name, path: page.path }];
}

function breadcrumbs(page: GraphPage, name: string) {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${page.url}#trail`,
    itemListElement: trail(page, name).map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: page.at(step.path),
    })),
  };
}

/**
 * The nodes that only this page has.
 * Source: docs/law-and-search.md#F41, docs/law-and-search.md#F42, docs/law-and-search.md#F43.
 */
function ownNodes(page: GraphPage, name: string): readonly object[] {
  const { site, text, at, url, origin, location } = page;
  const { value = '' } = location;
  const program = (id: string) =>
    service(page, at(`/shop/${id}`), text(`programs:items.${id}.name`), programType(id));
  const coaching = (slug: CoachingSlug) => ({
    ...service(page, at(`/coaching/${slug}`), text(`offers:services.${slug}.name`)),
    ...offerOf(site, slug, at(`/coaching/${slug}`)),
  });
  if (location.page.id === 'services') return [list(page, coachingSlugs.map(coaching))];
  const slug = coachingSlugs.find((one) => one === value);
  if (location.page.id === 'coaching' && slug) {
    return [{ ...coaching(slug), description: text(`coaching:programs.${slug}.lead`) }];
  }
  if (location.page.id === 'shop')
    return [
      list(
        page,
        programs.map(({ id }) => program(id)),
      ),
    ];
  if (location.page.id === 'product') {
    return [{ ...program(value), description: text(`programs:items.${value}.description`) }];
  }
  const { article } = page;
  if (!article) return [];
  return [
    {
      '@type': 'BlogPosting',
      '@id': `${url}#article`,
      headline: name,
      description: article.lead,
      url,
      mainEntityOfPage: { '@id': `${url}#page` },
      image: page.socialImage,
      datePublished: article.publishedOn,
      dateModified: article.updatedOn,
      inLanguage: article.language,
      timeRequired: `PT${article.minutes}M`,
      // Most programs that look for an author follow no reference.
      author: site.coach.name
        ? { '@type': 'Person', '@id': `${origin}/#coach`, name: site.coach.name }
        : { '@type': 'Organization', '@id': `${origin}/#business`, name: site.name },
      publisher: { '@id': `${origin}/#business` },
    },
  ];
}

/** The visible name of a page with a parameter; of any other the first part of its title. */
function nameOf({ text, article, location: { page, value } }: GraphPage, title: string): string {
  if (page.id === 'product') return text(`programs:items.${value}.name`);
  if (page.id === 'coaching') return text(`offers:services.${value}.name`);
  if (article) return article.title;
  return headline(title);
}

/**
 * The graph of one page, as JSON-LD. It contains only what the page shows.
 * Source: docs/law-and-search.md#structured-data.
 */
export function structuredData(
  i18n: I18n,
  config: RuntimeConfig,
  location: PageLocation,
  article?: Article,
): string {
  const { origin } = config;
  const language = contentLanguage(location, i18n.language);
  const at = (path: string) =>
    languageUrl(origin + path, path === location.path ? language : i18n.language);
  const url = at(location.path);
  const page: GraphPage = {
    site: config.site,
    text: (key) => textByKey(i18n, key),
    hasText: (key) => i18n.exists(key),
    origin,
    location,
    article,
    language,
    url,
    at,
    socialImage: origin + socialImagePath(i18n, location),
  };
  const { title, description } = pageMeta(i18n, location);
  const name = nameOf(page, title);
  const isHome = location.path === '/';
  const isTranslated = language === i18n.language;
  const graph = [
    website(page),
    business(page),
    coach(page),
    {
      '@type': 'WebPage',
      '@id': `${url}#page`,
      url,
      name: isTranslated ? title : name,
      description: isTranslated ? description : article?.lead,
      inLanguage: language,
      isPartOf: { '@id': `${origin}/#website` },
      primaryImageOfPage: page.socialImage,
      ...(location.changedOn ? { dateModified: location.changedOn } : {}),
      ...(isHome
        ? { about: { '@id': `${origin}/#business` } }
        : { breadcrumb: { '@id': `${url}#trail` } }),
    },
    ...(isHome ? [] : [breadcrumbs(page, name)]),
    ...ownNodes(page, name),
  ];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  );
}
