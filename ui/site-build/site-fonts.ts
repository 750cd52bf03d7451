import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** The characters of the fonts: ASCII, the letters of western Europe, and the punctuation that the texts use. */
export const fontCharacters: string = [
  range(0x20, 0x7e),
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŸ',
  '\u00a0\u202f\u2009\u00ad©®°·×§½¼¾²³«»€£–—‘’‚“”„…•',
].join('');

/** A font of the site: its source file, its output file, and the weights that the styles use. */
export interface SiteFont {
  readonly source: string;
  readonly path: string;
  readonly weights: { readonly min: number; readonly max: number };
}

const folder = join(import.meta.dirname, '..', 'src', 'design', 'fonts');

export const siteFonts: readonly SiteFont[] = [
  {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    path: join(folder, 'archivo.woff2'),
    weights: { min: 400, max: 900 },
  },
  {
    source: '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
    path: join(folder, 'literata.woff2'),
    weights: { min: 400, max: 700 },
  },
];

const { resolve } = createRequire(import.meta.url);

/** Makes a font as WOFF2, with those characters and weights only. Deterministic. */
export function makeFont({ source, weights }: SiteFont): Promise<Uint8Array> {
  return subsetFont(readFileSync(resolve(source)), fontCharacters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  });
}
