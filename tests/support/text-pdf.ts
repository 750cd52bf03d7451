import { makePdf } from './pdf.ts';

/** Lines of Helvetica, as a program that knows no tags writes them. */
const drawn = (lines: readonly (readonly [text: string, x: number, y: number, size: number])[]) =>
  lines
    .map(([text, x, y, size]) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`)
    .join('\n');

const pages = [
  [
    ['De gids', 20, 380, 8],
    ['Kijk naar je week', 20, 350, 18],
    ['Welke uren zijn vrij? Eerst', 20, 320, 10],
    ['kijken, dan plannen.', 20, 306, 10],
    ['Een week heeft 168 uur.', 20, 280, 10],
    ['Pagina 1', 20, 20, 8],
  ],
  [
    ['De gids', 20, 380, 8],
    ['Plan klein', 20, 350, 18],
    ['Liever kort', 20, 320, 10],
    ['dan lang.', 20, 306, 10],
    ['Pagina 2', 20, 20, 8],
  ],
  [
    ['De gids', 20, 380, 8],
    ['Meet', 20, 350, 18],
    ['Op een', 20, 320, 10],
    ['vaste dag.', 20, 306, 10],
    ['Pagina 3', 20, 20, 8],
  ],
] as const;

/** A PDF of three pages of text without tags, each with a line above and a number below. */
export const untaggedPdf = (marker = 'untagged'): Uint8Array<ArrayBuffer> =>
  makePdf({ marker, title: 'Gids', language: 'nl', drawings: pages.map(drawn) });

/** A PDF of two pages that are pictures, as a scanner makes them. */
export const scannedPdf = (): Uint8Array<ArrayBuffer> =>
  makePdf({
    marker: 'scanned',
    title: 'Gids',
    language: 'nl',
    pages: 2,
    drawing: '280 0 0 380 10 10 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI',
  });
