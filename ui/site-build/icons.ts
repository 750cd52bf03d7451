import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/**
 * The mark of the site on its ground: three hands of a clock, 32 units wide around the middle.
 * Source: docs/design.md#9.
 */
const ground = { colour: '#fa6625', rgb: [250, 102, 37], corner: 7 } as const;
const hands = { colour: '#091d16', rgb: [9, 29, 22], width: 4 } as const;
const lines = [
  [0, -5, 0, -9],
  [4, 3, 9, 6],
  [-4, 3, -11, 7],
] as const;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><rect x="-16" y="-16" width="32" height="32" rx="${ground.corner}" fill="${ground.colour}"/><path d="${lines.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('')}" stroke="${hands.colour}" stroke-width="${hands.width}" stroke-linecap="round"/></svg>`;

/** How far a point is from a line, in units. */
function distance(x: number, y: number, [x1, y1, x2, y2]: (typeof lines)[number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * The same drawing as a PNG of `size` pixels, filled to the corners: phones round them themselves. Source: ISO 15948.
 */
function png(size: number): Buffer {
  const rows: Buffer[] = [];
  const pixel = 32 / size;
  for (let row = 0; row < size; row += 1) {
    const bytes = [0];
    for (let column = 0; column < size; column += 1) {
      const x = (column + 0.5) * pixel - 16;
      const y = (row + 0.5) * pixel - 16;
      const nearest = Math.min(...lines.map((line) => distance(x, y, line)));
      const ink = Math.max(0, Math.min(1, (hands.width / 2 - nearest) / pixel + 0.5));
      for (const channel of [0, 1, 2] as const) {
        bytes.push(Math.round(ground.rgb[channel] * (1 - ink) + hands.rgb[channel] * ink));
      }
    }
    rows.push(Buffer.from(bytes));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG as an icon file, for what asks for `/favicon.ico` without reading a page. Source: ISO 15948. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // An icon, and one image in it.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  // One colour plane of 24 bits.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(24, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** Draws the icons into `folder`. Source: docs/law-and-search.md#F62. */
export function writeIcons(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'icon.svg'), svg);
  writeFileSync(join(folder, 'favicon.ico'), ico(png(32), 32));
  writeFileSync(join(folder, 'apple-touch-icon.png'), png(180));
  writeFileSync(join(folder, 'icon-192.png'), png(192));
  writeFileSync(join(folder, 'icon-512.png'), png(512));
}
