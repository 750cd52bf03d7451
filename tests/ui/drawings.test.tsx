import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DialTicks, Figure, type FigureName } from '../../ui/src/design/index.ts';
import { render } from '../../ui/src/prerender.tsx';
import { someFacts } from '../support/facts.ts';

const design = join(import.meta.dirname, '../../ui/src/design');
const file = readFileSync(join(design, 'figures.svg'), 'utf8');
const tokens = readFileSync(join(design, 'tokens.css'), 'utf8');

const names: readonly FigureName[] = [
  'bowl',
  'bust',
  'call',
  'five',
  'press',
  'runner',
  'squat',
  'watch',
];

describe('figures', () => {
  test.each(names)('%s is drawn in the page', (name) => {
    expect(renderToStaticMarkup(<Figure name={name} />)).toMatch(
      /<g>.*(?:stroke|fill)="var\(--fig-body\)"/,
    );
  });

  test('that are images on the home page are in the file', async () => {
    const { body } = await render('/', 'nl', someFacts);
    const fragments = [...body.matchAll(/src="[^"#]*figures[^"#]*#([^"]+)"/g)].map(
      ([, fragment]) => fragment,
    );
    expect(fragments.length).toBeGreaterThan(5);
    for (const fragment of fragments) expect(file).toContain(`<use id="${fragment}"`);
  });

  test('the colours of the file are those of the tokens', () => {
    const colourOf = (token: string) =>
      new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1] ?? `no ${token}`;
    const coloursOf = (selector: string) =>
      [
        ...(file.split(`${selector} {`)[1]?.split('}')[0] ?? '').matchAll(/--fig-\w+: ([^;]+);/g),
      ].map(([, value]) => value);
    expect(coloursOf(':root')).toEqual(['ink', 'pine', 'ember'].map(colourOf));
    expect(coloursOf('.tartan')).toEqual(['chalk'].map(colourOf));
    expect(coloursOf('.pine')).toEqual(['chalk', 'butter', 'tartan'].map(colourOf));
  });
});

/** Where each tick stands, in degrees clockwise from twelve, and how long it is. */
function readDial(markup: string) {
  let turned = 0;
  return [...markup.matchAll(/rotate\(([-\d.]+)\)|d="([^"]*)"/g)].flatMap(([, turn, path = '']) => {
    if (turn) turned += Number(turn);
    return [...path.matchAll(/M(-?[\d.]+) ?(-?[\d.]+)l(-?[\d.]+) ?(-?[\d.]+)/g)].map((numbers) => {
      const [x = 0, y = 0, dx = 0, dy = 0] = numbers.slice(1).map(Number);
      const own = (Math.atan2(x, -y) * 180) / Math.PI;
      return { angle: turned + own, length: Math.hypot(dx, dy) };
    });
  });
}

/** How far apart two directions are, in degrees. */
const apart = (one: number, other: number) => Math.abs(((((one - other) % 360) + 540) % 360) - 180);

const count = fc.integer({ min: 1, max: 60 });
const place = fc.integer({ min: 0, max: 59 });
const someLengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });

test('ticks of a dial stand where they count from, each with its length; 0 is an empty place', () => {
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
      expect(drawn).toHaveLength(expected.length);
      for (const [index, { angle, length }] of drawn.entries()) {
        expect(length).toBeCloseTo(expected[index]?.length ?? Number.NaN, 0);
        expect(apart(angle, expected[index]?.angle ?? Number.NaN)).toBeLessThan(0.3);
      }
    }),
  );
});
