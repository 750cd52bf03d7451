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

const letters = range(0x61, 0x7a) + range(0x41, 0x5a) + range(0x30, 0x39);

/** What the public pages need. A page with another character fetches a file with the others too. */
const usualCharacters = `${letters} \u00a0!%&'()*+,-./:;?@_©·×½¼èéêëïö–‘’“”€`;

const otherCharacters = [...fontCharacters]
  .filter((one) => !usualCharacters.includes(one))
  .join('');

/** One file of the web fonts, with the characters, weights and features of OpenType that it holds. */
export interface SiteFont {
  readonly source: string;
  readonly path: string;
  readonly characters: string;
  readonly features: readonly string[];
  readonly weight: number | { readonly min: number; readonly max: number };
}

const folder = join(import.meta.dirname, '..', 'src', 'design', 'fonts');

const archivo = {
  source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  features: ['kern', 'liga', 'tnum'],
  weight: { min: 400, max: 900 },
};

const literata = {
  source: '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
  features: ['kern', 'liga'],
  weight: 400,
};

/** Of each font the usual characters and then the others. */
export const siteFonts: readonly SiteFont[] = [
  { ...archivo, path: join(folder, 'archivo.woff2'), characters: usualCharacters },
  { ...archivo, path: join(folder, 'archivo-more.woff2'), characters: otherCharacters },
  { ...literata, path: join(folder, 'literata.woff2'), characters: usualCharacters },
  { ...literata, path: join(folder, 'literata-more.woff2'), characters: otherCharacters },
];

const hexOf = (point: number) => point.toString(16).toUpperCase();

/** The `unicode-range` of the files with the other characters: as few ranges as hold all its characters and no usual one. */
export function otherRanges(): string {
  const pointsOf = (text: string) => [...text].map((one) => one.codePointAt(0) as number);
  const usual = pointsOf(usualCharacters);
  const ranges: { from: number; to: number }[] = [];
  for (const point of pointsOf(otherCharacters).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && !usual.some((one) => one > last.to && one < point)) last.to = point;
    else ranges.push({ from: point, to: point });
  }
  return ranges
    .map(({ from, to }) => `U+${hexOf(from)}${to > from ? `-${hexOf(to)}` : ''}`)
    .join(', ');
}

const { resolve } = createRequire(import.meta.url);

/** Makes a font as WOFF2, with those characters, weights and features only. Deterministic. */
export function makeFont(font: SiteFont): Promise<Uint8Array> {
  const options = {
    targetFormat: 'woff2' as const,
    variationAxes: { wght: font.weight },
    keepFeatures: [...font.features],
    // What these tables say of the axes, browsers read from the outlines or do not use.
    dropTables: ['STAT', 'MVAR', 'HVAR'],
  };
  return subsetFont(readFileSync(resolve(font.source)), font.characters, options);
}
