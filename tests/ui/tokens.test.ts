import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeColours } from '@coachsite/adapters/contract';
import { expect, test } from 'vitest';
import { mailGrounds, mailInks } from '#server/src/mails/theme.ts';

const source = join(import.meta.dirname, '../../ui/src');

/** Every stylesheet except tokens, grounds and fonts, without comments. */
const stylesheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !/(tokens|grounds|fonts)\.css$/.test(file))
  .map((file) => ({
    file,
    text: readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
  }));

const found = (pattern: RegExp) =>
  stylesheets.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`),
  );

test('colours are defined in the tokens only', () => {
  expect(
    found(/(?:oklch|rgba?|hsla?|oklab|lab|lch)\([^)]*\)|#[\da-f]{3,8}\b(?=[\s;,)])/gi),
  ).toEqual([]);
});

test('what is for the dark is for screens: print is always light', () => {
  expect(found(/@media(?! screen and)[^{]*prefers-color-scheme: dark[^{]*/g)).toEqual([]);
});

test('durations are defined in the tokens only', () => {
  expect(found(/[\s(,]\d*\.?\d+m?s\b/g)).toEqual([]);
});

test('font sizes are defined in the tokens, or relative to the surrounding text', () => {
  expect(found(/font-size:[^;{}]*\d(?:px|rem|pt|vw|vh)[^;{}]*;/g)).toEqual([]);
  expect(found(/\bfont:[^;{}]*\d(?:px|rem|pt)[^;{}]*;/g)).toEqual([]);
});

test('border radii are defined in the tokens', () => {
  expect(found(/border(?:-[a-z]+)*-radius:[^;{}]*\d(?:px|rem)[^;{}]*;/g)).toEqual([]);
});

/** A token's colour as the three channels of sRGB, from 0 to 255. The factors are those of Oklab (CSS Color 4). */
function channels(name: string): readonly number[] {
  const tokens = readFileSync(join(source, 'design/tokens.css'), 'utf8');
  const [, ...given] =
    new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(tokens) ?? [];
  const [lightness = 0, chroma = 0, hue = 0] = given.map(Number);
  const [a, b] = [Math.cos, Math.sin].map((of) => chroma * of((hue * Math.PI) / 180)) as [
    number,
    number,
  ];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255);
  });
}

/** Asserts that a colour equals a token, but for rounding. */
function expectToken(colour: string, name: string) {
  const given = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (const [at, channel] of channels(name).entries())
    expect(Math.abs(channel - (given[at] ?? -9))).toBeLessThanOrEqual(1);
}

test.each(Object.entries(themeColours))('the theme colour %s equals its token', (name, colour) => {
  expectToken(colour, name);
});

test.each([
  ['sunk', mailGrounds.page.light],
  ['paper', mailGrounds.sheet.light],
  ['night-2', mailGrounds.sheet.dark],
  ['night-3', mailGrounds.quote.dark],
  ['butter', mailGrounds.plate.light],
  ['snow', mailInks.text.dark],
  ['ink-3', mailInks.note.light],
  ['snow-3', mailInks.note.dark],
])('mails have the colour of %s', (name, colour) => expectToken(colour, name));
