import {
  contentLanguage,
  locationLanguages,
  type PageLocation,
} from '@coachsite/adapters/contract';
import { defaultLanguage, languageUrl } from '@coachsite/core/language';

/**
 * Every language variant of each page that may be listed, with its alternates and the day its content last changed.
 * Source: docs/law-and-search.md#F24, docs/law-and-search.md#F5.
 */
export function sitemap(origin: string, locations: readonly PageLocation[]): string {
  const entries = locations
    .filter(({ page }) => page.indexable)
    .flatMap((location) => {
      const url = (language: string) => languageUrl(origin + location.path, language);
      const own = locationLanguages(location);
      const alternates = [
        ...own.map((language) => [language, url(language)]),
        ['x-default', url(contentLanguage(location, defaultLanguage))],
      ];
      const links = alternates
        .map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`)
        .join('');
      const changed = location.changedOn ? `<lastmod>${location.changedOn}</lastmod>` : '';
      return own.map((language) => `<url><loc>${url(language)}</loc>${changed}${links}</url>`);
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`;
}
