import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import strokes from '#ui/src/design/figures.svg?strokes';
import { DialTicks, Figure, type FigureName } from '#ui/src/design/index.ts';
import { createPrerender } from '#ui/src/render/prerender.tsx';
import { someRuntimeConfig } from '../support/runtime-config.ts';

const design = join(import.meta.dirname, '../../ui/src/design');
const file = readFileSync(join(design, 'figures.svg'), 'utf8');
const tokens = readFileSync(join(design, 'tokens.css'), 'utf8');
const styles = readFileSync(join(design, 'figure.css'), 'utf8');

const named: Readonly<Record<FigureName, true>> = {
  bowl: true,
  bust: true,
  call: true,
  five: true,
  press: true,
  runner: true,
  squat: true,
  watch: true,
};
const names = Object.keys(named) as FigureName[];

describe('figures', () => {
  test.each(names)('%s is drawn in the page', (name) => {
    expect(renderToStaticMarkup(<Figure name={name} />)).toMatch(
      /<g>.*(?:stroke|fill)="var\(--fig-body\)"/,
    );
  });

  test('with a name match those of the file', () => {
    expect(Object.keys(strokes).sort()).toEqual([...names].sort());
  });

  test('used as images on a page are in the file', async () => {
    const prerender = createPrerender({ posts: [], changedOn: {} });
    const bodies = prerender.locations.map(
      async ({ path }) => (await prerender.render(path, 'nl', someRuntimeConfig)).body,
    );
    const fragments = [
      ...(await Promise.all(bodies)).join('').matchAll(/src="[^"#]*figures[^"#]*#([^"]+)"/g),
    ].map(([, fragment]) => fragment);
    expect(fragments.sort()).toEqual(['bowl-butter', 'call-pine', 'press-butter', 'runner-tartan']);
    for (const fragment of fragments) expect(file).toContain(`<use id="${fragment}"`);
  });

  test('have the same colours in the file as in a page', () => {
    const coloursOf = (text: string, selector: string) =>
      [
        ...(text.split(`${selector} {`)[1]?.split('}')[0] ?? '').matchAll(/--fig-\w+: ([^;]+);/g),
      ].map(([, value = '']) =>
        value.replace(/var\(--(\w+)\)/, (_, token) =>
          String(new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1]),
        ),
      );
    const pairs = { ':root': '.fig', '.tartan': '.p-tartan .drawn', '.pine': '.p-pine .drawn' };
    for (const [inFile, inPage] of Object.entries(pairs)) {
      expect(coloursOf(file, inFile)).not.toEqual([]);
      expect(coloursOf(file, inFile)).toEqual(coloursOf(styles, inPage));
    }
    expect(styles).not.toContain('.p-sky svg');
  });
});

/** The angle of each tick, in degrees clockwise from twelve o'clock, and its length. */
function readDial(markup: string) {
  let angle = 0;
  return [...markup.matchAll(/rotate\(([-\d.]+)\)|v-([\d.]+)/g)].flatMap(([, turn, length]) => {
    if (turn) angle += Number(turn);
    return length ? [{ angle, length: Number(length) }] : [];
  });
}

const count = fc.integer({ min: 1, max: 60 });
const place = fc.integer({ min: 0, max: 59 });
const someLengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });

test('ticks of a dial start at their offset, each with its length; 0 leaves a gap', () => {
  fc.assert(
    fc.property(count, place, someLengths, (n, from, lengths) => {
      const drawn = readDial(
        renderToStaticMarkup(
          <svg aria-hidden="true">
            <DialTicks n={n} from={from} inner={30} lengths={lengths} width={2} />
          </svg>,
        ),
      );
      const expected = lengths.flatMap((length, index) =>
        length ? [{ angle: ((from + index) * 360) / n, length }] : [],
      );
      expect(drawn.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
      for (const [index, { angle }] of drawn.entries())
        expect(angle).toBeCloseTo(expected[index]?.angle ?? Number.NaN, 1);
    }),
  );
});
