import { transform } from 'lightningcss';
import { PurgeCSS } from 'purgecss';
import extractHtml from 'purgecss-from-html';
import { parseAst } from 'vite';

const found = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

/** The strings of a script, among which are the classes that it adds; its other words are no names of elements. */
function stringsOf(script: string): readonly string[] {
  const strings: string[] = [];
  JSON.stringify(parseAst(script), (_key, node: unknown) => {
    const { type, value } = (node ?? {}) as { readonly type?: string; readonly value?: unknown };
    if (type === 'Literal' && typeof value === 'string') strings.push(value);
    if (type === 'TemplateElement') strings.push((value as { readonly raw: string }).raw);
    return typeof node === 'bigint' ? undefined : node;
  });
  return strings;
}

/**
 * The CSS rules that a page can use: those whose elements, classes and ids occur in any variant of its markup, or in
 * the strings of the scripts of every page, which add classes later. Attributes change at run time, so they are ignored. Rules for
 * markup that only the app renders are in the full style sheet, which the app loads.
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
      ...scripts.map((script) => ({ raw: stringsOf(script).join(' '), extension: 'js' })),
    ],
    css: [{ raw: css }],
    extractors: [{ extractor: extractHtml, extensions: ['html'] }],
    dynamicAttributes: [...found(css, /\[([\w-]+)/g)],
    keyframes: true,
    variables: true,
    // Drawings in the markup use custom properties too.
    safelist: { variables: [...found(html, /var\((--[\w-]+)/g)] },
  });
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(purged?.css ?? ''),
    minify: true,
  });
  // The full style sheet is loaded later and may have layers that this page lacks, so the order of all layers is
  // declared here.
  return `@layer ${found(css, /@layer ([\w-]+)/g).join(',')};${code}`;
}
