import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SocialCard } from '@coachsite/adapters/contract';
import { Resvg } from '@resvg/resvg-js';
import satori, { type SatoriOptions } from 'satori';
import { markPath } from '../../src/design/ticks.ts';
import { readPigments } from './pigments.ts';
import { drawTicks, field } from './ticks.ts';

/** One line of a page's title, and the cut it is set in. */
export interface CardLine {
  readonly text: string;
  readonly cut: 'tight' | 'heading' | 'wide';
}

/** Everything one image is drawn from. */
export interface Card extends SocialCard {
  readonly lines: readonly CardLine[];
}

/** Pixels. Source: docs/law-and-search.md#F60. */
export const imageSize = { width: 1200, height: 630 } as const;

const margin = 64;
const lineHeight = 0.94;
/** The title stands between these heights, and never larger than `largest`. */
const title = { top: 150, bottom: 538, largest: 148, step: 2 } as const;

const folder = join(import.meta.dirname, '..', 'fonts');
const cuts = ['tight', 'heading', 'wide', 'label'] as const;
const fonts: SatoriOptions['fonts'] = cuts.map((cut) => ({
  name: cut,
  data: readFileSync(join(folder, `archivo-${cut}.ttf`)),
  weight: 400,
  style: 'normal',
}));

const pigments = readPigments();
const pigment = (name: string) => {
  const colour = pigments[name];
  if (!colour) throw new Error(`ui/src/design/tokens.css has no pigment --${name}`);
  return colour;
};

/** The colours of each ground a page may open on. Source: docs/design.md#2.2. */
function coloursOf(ground: string) {
  const dark = ground === 'pine';
  const back = { page: 'chalk', sunk: 'sunk', tartan: 'tartan', butter: 'butter', pine: 'pine' };
  const text = pigment(dark ? 'chalk' : 'ink');
  const hot = ground === 'tartan' ? text : pigment('tartan');
  return { back: pigment(back[ground as keyof typeof back] ?? 'chalk'), text, hot };
}

interface Element {
  readonly type: string;
  readonly props: { readonly style: object; readonly children?: string | readonly Element[] };
}

const box = (style: object, children: string | readonly Element[]): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const write = (element: Element, size: { width: number; height: number }, more = {}) =>
  // satori takes any object with a type and props; no React is needed to make one.
  satori(element as unknown as Parameters<typeof satori>[0], { ...size, fonts, ...more });

/** How wide each line is at a size of 100 pixels. */
async function measure(lines: readonly CardLine[]): Promise<readonly number[]> {
  const widths: number[] = [];
  const set = lines.map(({ text, cut }) =>
    box({ alignSelf: 'flex-start', fontFamily: cut, fontSize: 100, whiteSpace: 'nowrap' }, text),
  );
  await write(
    box({ flexDirection: 'column' }, set),
    { width: 6000, height: 1000 },
    {
      onNodeDetected: ({ textContent, width }: { textContent?: string; width: number }) => {
        if (textContent) widths.push(width);
      },
    },
  );
  return widths;
}

/** The largest size at which the title fits beside and below the drawing. */
function largestSize(widths: readonly number[], kind: 'dial' | 'row'): number {
  const beside = field[kind];
  const fits = (size: number) => {
    const top = title.bottom - widths.length * size * lineHeight;
    return (
      top >= title.top &&
      widths.every((width, index) => {
        const isBeside = top + index * size * lineHeight < beside.bottom;
        const right = isBeside ? beside.left : imageSize.width - margin;
        return margin + (width * size) / 100 <= right;
      })
    );
  };
  let size: number = title.largest;
  while (size > 24 && !fits(size)) size -= title.step;
  return size;
}

/**
 * Draws one image: brand, what the ticks count, and the page's own title in its own widths. Source: docs/design.md#1,
 * docs/law-and-search.md#F60.
 */
export async function drawCard(card: Card): Promise<Uint8Array> {
  const { back, text, hot } = coloursOf(card.ground);
  const size = largestSize(await measure(card.lines), card.ticks.kind);
  const name = box(
    { position: 'absolute', left: margin + 62, top: 62, fontFamily: 'heading', fontSize: 34 },
    card.brand,
  );
  const lines = card.lines.map((line) =>
    box({ fontFamily: line.cut, fontSize: size, lineHeight, whiteSpace: 'nowrap' }, line.text),
  );
  const words = box({ width: imageSize.width, height: imageSize.height, color: text }, [
    name,
    box(
      {
        position: 'absolute',
        left: margin,
        bottom: imageSize.height - title.bottom,
        flexDirection: 'column',
        letterSpacing: '-0.012em',
      },
      lines,
    ),
    box(
      { position: 'absolute', left: margin, bottom: 34, fontFamily: 'label', fontSize: 29 },
      card.caption,
    ),
  ]);
  const svg = await write(words, imageSize);
  const { off, on, marked, stroke, transform } = drawTicks(card.ticks);
  const drawing = [
    `<rect width="100%" height="100%" fill="${back}"/>`,
    `<g fill="none" stroke-linecap="round">`,
    `<g transform="translate(${margin + 22} 84) scale(1.55)" stroke="${text}" stroke-width="2.5"><path d="${markPath}"/></g>`,
    `<g transform="${transform}" stroke-width="${stroke}">`,
    `<path d="${off}" stroke="${text}" stroke-opacity="0.26"/>`,
    `<path d="${on}" stroke="${marked ? text : hot}"/>`,
    `<path d="${marked}" stroke="${hot}" stroke-width="${stroke * 1.7}"/>`,
    '</g></g>',
  ].join('');
  const whole = svg.replace(/^(<svg[^>]*>)/, (open) => open + drawing);
  return new Resvg(whole, { font: { loadSystemFonts: false } }).render().asPng();
}
