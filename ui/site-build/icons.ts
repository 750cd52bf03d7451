import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeColours } from '@coachsite/adapters/contract';
import { Resvg } from '@resvg/resvg-js';

/** The mark of the site on its ground: three hands of a clock, 32 units wide around the middle. */
const svg = (corner: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><rect x="-16" y="-16" width="32" height="32" rx="${corner}" fill="${themeColours.tartan}"/><path d="M0 -5L0 -9M4 3L9 6M-4 3L-11 7" stroke="${themeColours.ink}" stroke-width="4" stroke-linecap="round"/></svg>`;

/** The mark as a PNG of `size` pixels, with square corners, which phones round themselves. */
const png = (size: number): Buffer =>
  new Resvg(svg(0), { fitTo: { mode: 'width', value: size } }).render().asPng();

/** A PNG as an icon file, for browsers that request `/favicon.ico` by themselves. Source: ISO 15948. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // Type 1 (icon), one image.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  // One colour plane, 32 bits per pixel.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** Draws the icons into `folder`. Source: docs/law-and-search.md#F62. */
export function writeIcons(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'icon.svg'), svg(7));
  writeFileSync(join(folder, 'favicon.ico'), ico(png(32), 32));
  writeFileSync(join(folder, 'apple-touch-icon.png'), png(180));
  writeFileSync(join(folder, 'icon-192.png'), png(192));
  writeFileSync(join(folder, 'icon-512.png'), png(512));
}
