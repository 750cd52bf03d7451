import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharpPictureMaker } from '@coachsite/adapters/images';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import sharp from 'sharp';
import { expect, test } from 'vitest';

/* Files of the programs that people really use: tests/support/files/README.md says of which and how they were made. */

const folder = (name: string) => join(import.meta.dirname, '../support/files', name);

async function* read(...path: readonly [string, string]) {
  yield new Uint8Array(readFileSync(join(folder(path[0]), path[1])));
}

const title = 'Een gids van één bladzijde';

const pdfs: Readonly<Record<string, object>> = {
  'cairo.pdf': { pages: 2 },
  'chromium.pdf': { pages: 2, title, hasText: true },
  'ghostscript.pdf': { pages: 2 },
  'ghostscript-1.3.pdf': { pages: 2 },
  'groff.pdf': { pages: 2 },
  'img2pdf.pdf': { pages: 3, hasText: false },
  'jspdf.pdf': { pages: 2, title: 'Een gids' },
  'pdf-lib.pdf': { pages: 1, title },
  'pdfkit.pdf': { pages: 2, title },
  'qpdf-linearized.pdf': { pages: 2 },
  'qpdf-object-streams.pdf': { pages: 2, title },
  'qpdf-restricted.pdf': { pages: 2, title },
  'qpdf-locked.pdf': { kind: 'locked' },
  'rsvg-convert.pdf': { pages: 1 },
  'weasyprint-ua.pdf': { pages: 2, title },
};

test.each(Object.entries(pdfs))('%s says what it holds', async (name, facts) => {
  expect(await unpdfInspector().inspect(read('pdfs', name))).toMatchObject({
    kind: 'readable',
    ...facts,
  });
});

/** How light a picture is at a place, in shares of its width and height. */
async function lightAt(picture: Uint8Array, left: number, top: number): Promise<number> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(info.height * top) * info.width + Math.floor(info.width * left)) * info.channels;
  return [...data.subarray(at, at + 3)].reduce((sum, one) => sum + one, 0);
}

test.each(readdirSync(folder('pictures')))(
  '%s becomes a portrait, upright and in its colours',
  async (name) => {
    const made = await sharpPictureMaker().make(read('pictures', name), 20_000_000, 'portrait');
    const { files } = made._unsafeUnwrap();
    const jpeg =
      files.find(({ width, format }) => width === 480 && format === 'jpg')?.bytes ??
      new Uint8Array();
    // Light above and dark below; turned, it is light on the right.
    const isTurned = name.includes('turned');
    const at = (place: number) =>
      isTurned ? lightAt(jpeg, 1 - place, 0.5) : lightAt(jpeg, 0.5, place);
    expect(await at(0.1)).toBeGreaterThan(450);
    expect(await at(0.9)).toBeLessThan(320);
    expect(Buffer.from(jpeg).includes('GPS')).toBe(false);
  },
);
