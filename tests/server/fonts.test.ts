import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fontCharacters, makeFont, otherRanges, siteFonts } from '@coachsite/ui/site-build/fonts';
import { describe, expect, test } from 'vitest';

const ui = join(import.meta.dirname, '../../ui');

describe.each(['nl', 'en'])('the texts in %s', (language) => {
  const folder = join(ui, 'content', language);
  test.each(readdirSync(folder))('%s uses only characters that the fonts have', (name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\n', '');
    expect([...text].filter((one) => !fontCharacters.includes(one))).toEqual([]);
  });
});

test.each(siteFonts)(
  '$path is committed as generated from its characters and weights',
  async (font) => {
    expect(Buffer.from(await makeFont(font)).equals(readFileSync(font.path))).toBe(true);
  },
);

test('the style sheet names the characters of the files that few pages need, and none of the others', () => {
  const sheet = readFileSync(join(ui, 'src/design/fonts.css'), 'utf8').replaceAll(/\s+/g, ' ');
  const written = [...sheet.matchAll(/unicode-range: ([^;]+);/g)].map(([, ranges]) => ranges);
  expect(written).toEqual([otherRanges(), otherRanges()]);
});

test('what a first visit fetches comes to at most 55 KB', () => {
  const [archivo, , literata] = siteFonts.map(({ path }) => statSync(path).size);
  expect((archivo ?? 0) + (literata ?? 0)).toBeLessThanOrEqual(55_000);
});

test('styles use only weights that the fonts have', () => {
  const sheets = readdirSync(join(ui, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.endsWith('fonts.css'))
    .map((name) => readFileSync(join(ui, 'src', name), 'utf8'));
  const weights = sheets.flatMap((sheet) =>
    [...sheet.matchAll(/font-weight:\s*(\d+)/g)].map(([, weight]) => Number(weight)),
  );
  expect(weights.length).toBeGreaterThan(20);
  expect(weights.filter((weight) => weight < 400 || weight > 900)).toEqual([]);
});
