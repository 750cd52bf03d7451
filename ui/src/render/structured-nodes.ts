import {
  type Article,
  type PageLocation,
  portraitPath,
  type VisitorSite,
} from '@coachsite/adapters/contract';
import { findProgram, programs } from '@coachsite/core/catalogue';
import { instagramOf } from '../site/channels.ts';

type Text = (key: string) => string;

/** The input for every node of one page's graph. */
export interface GraphPage {
  readonly site: VisitorSite;
  readonly text: Text;
  readonly hasText: (key: string) => boolean;
  readonly origin: string;
  readonly location: PageLocation;
  /** The article of its page. */
  readonly article: Article | undefined;
  /** The language of the content: a Dutch article stays Dutch on the English page. */
  readonly language: string;
  /** The canonical URL. */
  readonly url: string;
  readonly at: (path: string) => string;
  /** The URL of its social image. */
  readonly socialImage: string;
}

/**
 * The business: a `LocalBusiness` if its address is published, else an `Organization`. Samples are for people, not for search
 * engines.
 * Source: docs/law-and-search.md#F40.
 */
export function business({ site, origin, language }: GraphPage) {
  const { legalName, street, postalCode, city, country, vatNumber } = site.company;
  const { samples } = site;
  const instagram = samples.includes('instagram') ? undefined : instagramOf(site);
  const base = {
    '@id': `${origin}/#business`,
    name: site.name,
    ...(legalName ? { legalName } : {}),
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: site.email,
    ...(instagram ? { sameAs: [instagram.url] } : {}),
    areaServed: 'BE',
    ...(site.dial && !samples.includes('phone') ? { telephone: site.dial } : {}),
    ...(vatNumber ? { vatID: vatNumber } : {}),
  };
  if (!street) return { '@type': 'Organization', ...base };
  return {
    '@type': 'LocalBusiness',
    ...base,
    image: `${origin}/social/home-${language}.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      postalCode,
      addressLocality: city,
      addressCountry: country,
    },
  };
}

/** The site, published by the business. */
export const website = ({ site, origin }: GraphPage) => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  url: `${origin}/`,
  name: site.name,
  inLanguage: ['nl', 'en'],
  publisher: { '@id': `${origin}/#business` },
});

/** The coach; with name and portrait unless they are samples. Source: docs/law-and-search.md#F40. */
export function coach({ site: { coach: person, samples }, origin }: GraphPage) {
  const { file } = person.portrait;
  const isReal = !samples.includes('coach');
  return {
    '@type': 'Person',
    '@id': `${origin}/#coach`,
    worksFor: { '@id': `${origin}/#business` },
    ...(person.name && isReal ? { name: person.name } : {}),
    ...(file && isReal ? { image: origin + portraitPath(file, 960, 'jpg') } : {}),
  };
}

/**
 * A service of the coach, or a work of it.
 * Source: docs/law-and-search.md#F41, docs/law-and-search.md#F42.
 */
export function service({ origin }: GraphPage, url: string, name: string, type = 'Service') {
  const own = { '@type': type, '@id': `${url}#offer`, name, url };
  if (type !== 'Service') return { ...own, creator: { '@id': `${origin}/#business` } };
  return {
    ...own,
    provider: { '@id': `${origin}/#business` },
    areaServed: 'BE',
    availableLanguage: ['nl', 'en'],
  };
}

/** An e-book is a creative work; every other program is a service. Source: docs/law-and-search.md#F42. */
export const programType = (id: string) =>
  findProgram(id, programs)?.type === 'ebook' ? 'CreativeWork' : 'Service';

/** What the page lists, in its order. */
export const list = ({ url }: GraphPage, items: readonly object[]) => ({
  '@type': 'ItemList',
  '@id': `${url}#list`,
  itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
});
