import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderSVG } from 'uqr';

/**
 * The path of a file of the sample guide. The PDF is committed, and printed by hand after a change of its page: a server that
 * only runs the site needs no browser.
 */
export const sampleGuideFile = (name: 'guide.html' | 'guide.pdf'): string =>
  fileURLToPath(new URL(`../content/samples/${name}`, import.meta.url));

/** The colours of ticks, as in guide.css. */
const colours = { on: '#ff6826', off: '#c3cac1', dark: '#0d1c16', light: '#f3f4ee' } as const;

/** One tick of a drawing: where it stands, how high it is, and its colour. */
interface Tick {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly look: keyof typeof colours;
}

function svg(width: number, height: number, stroke: number, ticks: readonly Tick[]): string {
  const lines = ticks.map(
    ({ x, from, to, look }) => `<path stroke="${colours[look]}" d="M${x} ${from}V${to}"/>`,
  );
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-width="${stroke}" stroke-linecap="round">${lines.join('')}</svg>`;
}

interface RowOptions {
  readonly height: number;
  readonly stroke: number;
  readonly group?: number;
  readonly gap?: number;
  /** How much higher the last tick is than the first. */
  readonly grow?: number;
}

/** One row of `n` ticks over the whole width, `gap` wider after every `group`; those that `isOn` holds for are lit. */
function row(
  n: number,
  isOn: (at: number) => boolean,
  { height, stroke, group = n, gap = 0, grow = 0 }: RowOptions,
): string {
  const groups = Math.ceil(n / group) - 1;
  const step = (680 - stroke - groups * gap) / (n - 1);
  const ticks = Array.from({ length: n }, (_, at): Tick => {
    const tall = height - grow + (grow * at) / (n - 1) - stroke;
    const to = height - stroke / 2;
    const x = stroke / 2 + at * step + Math.floor(at / group) * gap;
    return { x, from: to - tall, to, look: isOn(at) ? 'on' : 'off' };
  });
  return svg(680, height, stroke, ticks);
}

/** The 336 half hours of a week in seven rows, three of them lit. */
function week(): string {
  const lit = new Set(['1,35', '3,35', '5,18']);
  const ticks = Array.from({ length: 336 }, (_, at): Tick => {
    const [day, half] = [Math.floor(at / 48), at % 48];
    const from = day * 17 + 3;
    return {
      x: 3 + half * 14.34,
      from,
      to: from + 8,
      look: lit.has(`${day},${half}`) ? 'on' : 'off',
    };
  });
  return svg(680, 117, 4.5, ticks);
}

/** Five ticks, each taller than the one before; those after `step` are pale. */
const steps = (step: number) =>
  svg(
    92,
    56,
    11,
    Array.from({ length: 5 }, (_, at) => ({
      x: 6 + at * 20,
      from: 44 - at * 9,
      to: 50,
      look: at < step ? 'on' : 'off',
    })),
  );

const drawings: Readonly<Record<string, string>> = {
  cover: svg(
    680,
    420,
    92,
    [300, 240, 174, 92, 46].map((from, at) => ({
      x: 46 + at * 147,
      from,
      to: 374,
      look: at === 4 ? 'light' : 'dark',
    })),
  ),
  week: week(),
  meals: row(21, (at) => at < 3, { group: 3, gap: 22, stroke: 9, height: 42 }),
  minutes: row(60, () => true, { group: 20, gap: 18, stroke: 4.5, height: 42 }),
  days: row(7, (at) => at === 5, { stroke: 14, height: 48 }),
  weeks: row(13, (at) => at === 12, { stroke: 12, height: 64, grow: 38 }),
  'minute-dial': row(60, (at) => at < 30, { stroke: 4.5, height: 42 }),
  ...Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`step-${at + 1}`, steps(at + 1)])),
};

const source = (image: string) =>
  `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`;

/** The HTML of the sample guide, with a picture in every image, and a number on every page but the cover. */
export function sampleGuidePage(): string {
  let page = 0;
  return readFileSync(sampleGuideFile('guide.html'), 'utf8')
    .replaceAll(/data-drawing="([^"]+)"/g, (_, name) => `src="${source(drawings[name] ?? '')}"`)
    .replaceAll(/data-qr="([^"]+)"/g, (_, url) => `src="${source(renderSVG(url, { border: 0 }))}"`)
    .replaceAll('</section>', (end) => {
      page += 1;
      const parts = page === 1 ? '' : `<span>Voorbeeldgids</span><span>${page}</span>`;
      return `<p class="foot" aria-hidden="true">${parts}</p>${end}`;
    });
}
