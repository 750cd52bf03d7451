import { fileURLToPath } from 'node:url';
import { escapeMarkup } from '@coachsite/core/text';
import type Library from '@resvg/resvg-js';
import { type SocialCard, type SocialTicks, themeColours } from '../../contract/index.ts';

// resvg measures the words of a title. It cannot render a variable font at a given width, so each width is a file of its own.

/** Pixels. Source: docs/law-and-search.md#F60. */
const [width, height, margin] = [1200, 630, 64];
/** The title is set between `top` and `bottom`, in letters of at most `largest` pixels. */
const title = { top: 160, bottom: 538, largest: 148, leading: 0.94 };

const cuts = {
  tight: 'font-stretch="extra-condensed" font-weight="860" word-spacing="0.12em"',
  label: 'font-stretch="normal" font-weight="600"',
  heading: 'font-stretch="semi-expanded" font-weight="760"',
  wide: 'font-stretch="expanded" font-weight="860"',
} as const;
type Cut = keyof typeof cuts;
type Draw = typeof Library.Resvg;

const fontAt = (name: string) =>
  fileURLToPath(new URL(`./fonts/archivo-${name}.ttf`, import.meta.url));

/** The font of a brand on a social image. */
export const brandFont: string = fontAt('heading');

const font = {
  loadSystemFonts: false,
  defaultFontFamily: 'Archivo SemiBold',
  fontFiles: Object.keys(cuts).map(fontAt),
};

const write = (cut: Cut, text: string, { x, y, size }: { x: number; y: number; size: number }) =>
  `<text x="${x}" y="${y}" font-size="${size}" ${cuts[cut]}>${escapeMarkup(text)}</text>`;
const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`;

const widths = new Map<string, number>();
/** The width of a text, relative to its font size. */
function widthOf(Resvg: Draw, cut: Cut, text: string): number {
  const drawn = write(cut, text, { x: 0, y: 100, size: 100 });
  const known = widths.get(drawn) ?? (new Resvg(svg(drawn), { font }).getBBox()?.width ?? 0) / 100;
  widths.set(drawn, known);
  return known;
}

/** The area of the drawing: a line of the title whose top is above `bottom` must end before `left`. */
const drawingField = { dial: { left: 812, bottom: 352 }, row: { left: 596, bottom: 316 } } as const;

/** The integers of a range. */
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

interface Setting {
  readonly lines: readonly { readonly text: string; readonly cut: Cut }[];
  readonly size: number;
}

/**
 * The words on up to `lines` lines, at the largest size that fits beside and below the drawing; each line is set wider
 * than the one above.
 */
function settings(
  Resvg: Draw,
  words: readonly string[],
  kind: SocialTicks['kind'],
): readonly Setting[] {
  const divide = (rest: readonly string[], count: number): readonly (readonly string[])[] =>
    count === 1
      ? [[rest.join(' ')]]
      : numbers(1, rest.length - count + 2).flatMap((at) =>
          divide(rest.slice(at), count - 1).map((others) => [
            rest.slice(0, at).join(' '),
            ...others,
          ]),
        );
  const cutsOf: readonly (readonly Cut[])[] = [
    ['heading'],
    ['tight', 'wide'],
    ['tight', 'heading', 'wide'],
  ];
  return cutsOf.slice(0, words.length).flatMap((lineCuts) =>
    divide(words, lineCuts.length).map((texts) => {
      const lines = texts.map((text, index) => ({ text, cut: lineCuts[index] ?? 'heading' }));
      let size = Math.min(title.largest, (title.bottom - title.top) / lines.length / title.leading);
      const fits = () =>
        lines.every(({ text, cut }, index) => {
          const top = title.bottom - (lines.length - index) * size * title.leading;
          const { left, bottom } = drawingField[kind];
          return (
            widthOf(Resvg, cut, text) * size <= (top < bottom ? left : width) - margin - margin / 2
          );
        });
      while (size > 24 && !fits()) size -= 2;
      return { lines, size };
    }),
  );
}

/** Rates a setting: large letters are better, a line of one short word is worse. */
const legibility = ({ lines, size }: Setting) =>
  size * (20 + Math.min(...lines.map(({ text }) => text.length)));

/** The colours of `tokens.css` in sRGB, for each ground that a page may start with. Source: docs/design.md#2.2. */
const { ink, chalk, tartan } = themeColours;
const grounds: Readonly<Record<string, readonly [back: string, text: string, hot: string]>> = {
  sunk: ['#e7e8de', ink, tartan],
  butter: ['#f7df84', ink, tartan],
  sky: ['#b3dfec', ink, tartan],
  pine: ['#0c3829', chalk, tartan],
  tartan: [tartan, ink, ink],
};

/**
 * Draws one image as a PNG: the brand, the page's title, its ticks and their caption. The library is loaded at the first
 * one, which takes the main thread some 80 ms; each after it 25 ms. Source: docs/law-and-search.md#F60.
 */
export async function drawSocialCard(card: SocialCard): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const { brand, title: words, caption, ground, ticks, drawing } = card;
  const [back, text, hot] = grounds[ground] ?? [chalk, ink, tartan];
  const { off, on, marked, stroke, at, mark } = drawing;
  const { lines, size } = settings(Resvg, words.split(' '), ticks.kind).reduce((best, one) =>
    legibility(one) > legibility(best) ? one : best,
  );
  const baseline = (index: number) =>
    title.bottom - ((lines.length - 1 - index) * title.leading + 0.14) * size;
  const parts = [
    `<rect width="100%" height="100%" fill="${back}"/><g fill="none" stroke-linecap="round">`,
    `<path d="${mark}" transform="translate(${margin + 22} 84) scale(1.55)" stroke="${text}" stroke-width="2.5"/>`,
    `<g transform="translate(${at})" stroke-width="${stroke}"><path d="${off}" stroke="${text}" stroke-opacity="0.26"/>`,
    `<path d="${on}" stroke="${marked ? text : hot}"/><path d="${marked}" stroke="${hot}" stroke-width="${stroke * 1.7}"/></g></g>`,
    `<g fill="${text}">${write('heading', brand, { x: margin + 62, y: 92, size: 34 })}${write('label', caption, { x: margin, y: 588, size: 29 })}`,
    ...lines.map((line, index) =>
      write(line.cut, line.text, { x: margin, y: baseline(index), size }),
    ),
    '</g>',
  ];
  return new Resvg(svg(parts.join('')), { font }).render().asPng();
}
