import { transform } from 'lightningcss';
import { PurgeCSS } from 'purgecss';
import extractHtml from 'purgecss-from-html';

const found = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

/**
 * The rules of a sheet that a page can use: those whose elements, classes and ids occur in its markup, in any of its
 * variants, or in the scripts of every page, which add classes while the page is used. Attributes come and go, so none
 * decides. What only the app renders comes with the whole sheet, which the app loads.
 * Source: docs/performance.md#goal-1.
 */
export async function pageStyles(
  css: string,
  markup: readonly string[],
  scripts: readonly string[],
): Promise<string> {
  const html = `<html><body>${markup.join('')}</body></html>`;
  const [purged] = await new PurgeCSS().purge({
    content: [
      { raw: html, extension: 'html' },
      ...scripts.map((raw) => ({ raw, extension: 'js' })),
    ],
    css: [{ raw: css }],
    extractors: [{ extractor: extractHtml, extensions: ['html'] }],
    dynamicAttributes: [...found(css, /\[([\w-]+)/g)],
    keyframes: true,
    variables: true,
    // Drawings in the markup read custom properties as well.
    safelist: { variables: [...found(html, /var\((--[\w-]+)/g)] },
  });
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(purged?.css ?? ''),
    minify: true,
  });
  // A page may lack a layer, and the whole sheet comes later: all layers are named in their order.
  return `@layer ${found(css, /@layer ([\w-]+)/g).join(',')};${code}`;
}
