import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../ui/src');

/** Every stylesheet but the tokens, those of the grounds, and the font files, with comments taken out. */
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

test('colours are named in the tokens only', () => {
  expect(
    found(/(?:oklch|rgba?|hsla?|oklab|lab|lch)\([^)]*\)|#[\da-f]{3,8}\b(?=[\s;,)])/gi),
  ).toEqual([]);
});

test('durations are named in the tokens only', () => {
  expect(found(/[\s(,]\d*\.?\d+m?s\b/g)).toEqual([]);
});

test('sizes of type are named in the tokens, or relative to the text around them', () => {
  expect(found(/font-size:[^;{}]*\d(?:px|rem|pt|vw|vh)[^;{}]*;/g)).toEqual([]);
  expect(found(/\bfont:[^;{}]*\d(?:px|rem|pt)[^;{}]*;/g)).toEqual([]);
});

test('round corners are named in the tokens', () => {
  expect(found(/border(?:-[a-z]+)*-radius:[^;{}]*\d(?:px|rem)[^;{}]*;/g)).toEqual([]);
});
