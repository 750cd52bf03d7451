import { createHash } from 'node:crypto';

/** The first group of the first match, without markup. */
const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];

/** The parts of a page's HTML that tests check; no script has run. */
export function readPage(html: string) {
  const attribute = (pattern: RegExp) => first(html, pattern)?.replaceAll('&amp;', '&');
  const inline = [...html.matchAll(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g)].map(
    ([, element = '', attributes = '', text = '']) => ({ element, attributes, text }),
  );
  return {
    language: first(html, /<html[^>]* lang="(\w+)"/),
    title: first(html, /<title>(.*?)<\/title>/s),
    titles: html.match(/<title>/g)?.length ?? 0,
    description: attribute(/<meta name="description" content="([^"]*)"/),
    canonicals: [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href),
    alternates: Object.fromEntries(
      [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map(
        ([, language, href]) => [language, href],
      ),
    ),
    isNoindex: /<meta name="robots" content="noindex"/.test(html),
    headings: [...html.matchAll(/<h1[\s>]/g)].length,
    firstDivWithId: first(html, /<div[^>]* id="([^"]*)"/),
    handlers: html.match(/<[^>]+ on\w+="/g) ?? [],
    styleAttributes: html.match(/<[^>]+ style="/g) ?? [],
    scriptLinks: html.match(/href="javascript:/gi) ?? [],
    /** Inline scripts and styles; data and files loaded from elsewhere do not count. */
    executed: inline.filter(
      ({ element, attributes, text }) =>
        text !== '' &&
        (element === 'style' || !/type="application\/(?:ld\+)?json"|src=/.test(attributes)),
    ),
    data: inline.find(({ attributes }) => attributes.includes('id="page-data"'))?.text,
    structuredData: inline.find(({ attributes }) => attributes.includes('ld+json'))?.text,
    links: [...html.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, href = '']) => href),
  };
}

/** The hash by which a content security policy allows an inline element. */
export const policyHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
