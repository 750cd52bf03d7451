import { createHash } from 'node:crypto';
import {
  type MadePicture,
  type PictureError,
  type PictureFile,
  type PictureMaker,
  type PictureUse,
  pictureFormat,
  pictureProblem,
} from '@coachsite/core/content';
import { err, ok, type Result } from 'neverthrow';
import type Library from 'sharp';
import type { Sharp } from 'sharp';
import { pictureWidths, portraitWidths } from '../../contract/index.ts';
import { namedColours, withProfile } from './colours.ts';

export { brandFont, drawSocialCard } from './social-card.ts';
export { type DrawSocialPerson, socialPersonDrawer } from './social-person.ts';

/** A picture is shown at up to half of this, on a screen of double density. */
const leastPixels = 480;

/** More megapixels are not decoded: a decompression bomb of a few bytes can claim any number. */
const mostMegapixels = 50;

/** Part of each key, so that other settings give other URLs. */
const settings = { portrait: 'v3', text: 't1' } as const;

async function collect(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Result<Buffer, PictureError>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (!(length <= limitBytes)) return err({ kind: 'file_too_large', limitBytes });
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}

/** Without an instruction to keep it, the library writes no metadata. */
async function sizesOf(
  picture: Sharp,
  use: PictureUse,
  { width: whole }: { readonly width: number },
): Promise<readonly PictureFile[]> {
  const files: PictureFile[] = [];
  // One after the other: a server has other work for its processors.
  for (const width of use === 'portrait' ? portraitWidths : pictureWidths(whole)) {
    // Of a portrait its shorter side, as pages show it in a circle: of a wide one, a width would leave too few rows.
    const side = use === 'portrait' ? { height: width, fit: 'outside' as const } : {};
    const sized = picture.clone().resize({ width, ...side, withoutEnlargement: true });
    const avif = await sized.clone().avif({ quality: 55, effort: 4 }).toBuffer();
    const jpg = await sized.clone().jpeg({ quality: 80, mozjpeg: true }).toBuffer();
    files.push({ width, format: 'avif', bytes: avif }, { width, format: 'jpg', bytes: jpg });
  }
  return files;
}

/** The longer side is at most this many times the shorter one: of a panorama the middle is kept. */
const mostProportion = 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that all others are made from, of a picture of this size. */
function largestSize({ width, height }: Size, use: PictureUse): Size {
  const measured = use === 'portrait' ? Math.min(width, height) : width;
  const most = use === 'portrait' ? Math.max(...portraitWidths) : Math.max(...pictureWidths(width));
  const scale = Math.min(1, most / measured);
  const longest = Math.min(width, height) * scale * mostProportion;
  const side = (length: number) => Math.round(Math.min(length * scale, longest));
  return { width: side(width), height: side(height) };
}

/** The same pixels with the profile of Display P3, which the library has and attaches only where it converts. */
async function inDisplayP3(sharp: typeof Library, picture: Sharp): Promise<Sharp> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
  const png = await picture.png({ compressionLevel: 0 }).toBuffer();
  return sharp(icc ? withProfile(png, icc) : png);
}

async function makeOf(source: Buffer, use: PictureUse): Promise<Result<MadePicture, PictureError>> {
  // The library also reads formats that can contain scripts, such as SVG.
  const format = pictureFormat(source);
  if (!format) return err(unread(source));
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const opened = sharp(source, { limitInputPixels: false, failOn: 'error' });
    const { width, height, icc, autoOrient } = await opened.metadata();
    if (width * height > mostMegapixels * 1e6)
      return err({ kind: 'image_too_large', limit: mostMegapixels });
    if (Math.min(width, height) < leastPixels)
      return err({ kind: 'image_too_small', limit: leastPixels });
    const colours = icc ? 'srgb' : namedColours(source, format);
    if (colours === 'other') return err({ kind: 'not_an_image', reason: 'colours' });
    // Unpacked once, upright and in the colours of the web; transparent parts become white.
    const size = largestSize(autoOrient, use);
    const upright = opened
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: '#ffffff' });
    const profiled = colours === 'display_p3' ? await inDisplayP3(sharp, upright) : upright;
    const unpacked = await profiled
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { raw: { ...unpacked.info, channels: 3 as const } };
    return ok({
      key: createHash('sha256').update(settings[use]).update(source).digest('hex').slice(0, 24),
      ...size,
      files: await sizesOf(sharp(unpacked.data, raw), use, size),
    });
  } catch {
    return err(unread(source));
  }
}

function unread(source: Uint8Array): PictureError {
  const reason = pictureProblem(source);
  return { kind: 'not_an_image', ...(reason && { reason }) };
}

/**
 * Makes pictures with libvips, in its own threads. It is loaded at the first picture. Only one is made at a time, as a
 * large one takes some 100 MB, which the allocator does not give back after several at once.
 */
export function sharpPictureMaker(): PictureMaker {
  let last: Promise<unknown> = Promise.resolve();
  return {
    make: async (bytes, limitBytes, use) => {
      // Before its turn: an upload that takes long holds up no other.
      const received = await collect(bytes, limitBytes);
      if (received.isErr()) return err(received.error);
      const made = last.then(() => makeOf(received.value, use));
      last = made.catch(() => undefined);
      return made;
    },
  };
}
