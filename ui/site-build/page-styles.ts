import { transform } from 'lightningcss';
import { PurgeCSS } from 'purgecss';

const found = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

const keyframesOf = (css: string) => css.match(/@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*/g) ?? [];

/** The elements, classes and ids of rendered markup. Its attributes have quotes, so it needs no parser. */
const inMarkup = (markup: string) => ({
  tags: [...found(markup, /<([a-z][\w-]*)/g)],
  classes: found(markup, /\sclass="([^"]*)"/g).flatMap((names) => names.split(' ')),
  ids: [...found(markup, /\sid="([^"]*)"/g)],
  attributes: { names: [], values: [] },
  undetermined: [],
});

/** The classes that a script adds, by `classList` or in markup of its own, and the elements of that markup. */
const addedBy = (script: string) => [
  ...found(script, /\.(?:add|toggle|replace)\(\s*["'`]([\w-]+)/g),
  ...found(script, /\bclass(?:Name)?\s*=\s*\\?["'`]([\w\s-]+)/g).flatMap((names) =>
    names.split(/\s+/),
  ),
  ...found(script, /<([a-z]\w*)/g),
];

/** Values of custom properties keep the spaces after their commas when they are minified. */
const withoutSpaces = (css: string) =>
  css.replaceAll(/("[^"]*")|, /g, (_, quoted?: string) => quoted ?? ',');

/**
 * The CSS rules that a page can use: those whose elements, classes and ids occur in any variant of its markup, or that
 * the scripts of every page add later. Attributes change at run time, so they are ignored. Rules for
 * markup that only the app renders are in the full style sheet, which the app loads.
 * Source: docs/performance.md#goal-1.
 */
export async function pageStyles(
  css: string,
  markup: readonly string[],
  scripts: readonly string[],
): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: [
      {
        raw: `<html><body><div id="root">${markup.join('')}</div></body></html>`,
        extension: 'html',
      },
      ...scripts.map((raw) => ({ raw, extension: 'js' })),
    ],
    css: [{ raw: css }],
    extractors: [
      { extractor: inMarkup, extensions: ['html'] },
      { extractor: addedBy, extensions: ['js'] },
    ],
    dynamicAttributes: [...found(css, /\[([\w-]+)/g)],
    keyframes: true,
    variables: true,
    // Drawings in the markup use custom properties too, and so do keyframes, where PurgeCSS does not look.
    safelist: {
      variables: [...found([...markup, ...keyframesOf(css)].join(''), /var\((--[\w-]+)/g)],
    },
  });
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(purged?.css ?? ''),
    minify: true,
  });
  // The full style sheet is loaded later and may have layers that this page lacks, so the order of all layers is
  // declared here.
  return `@layer ${found(css, /@layer ([\w-]+)/g).join(',')};${withoutSpaces(code.toString())}`;
}
