import { createHash } from 'node:crypto';
import {
  type PortraitError,
  type PortraitFile,
  type PortraitMaker,
  pictureFormat,
  type StoredPortrait,
} from '@coachsite/core/facts';
import { err, ok, type Result } from 'neverthrow';
import type { Sharp } from 'sharp';
import { portraitWidths } from '../../contract/index.ts';

export { type DrawSocialPerson, socialPersonDrawer } from './social-person.ts';

/** A portrait is shown at up to half of this, on a screen of double density. */
const leastPixels = 480;

/** More megapixels are not decoded: a decompression bomb of a few bytes can claim any number. */
const mostMegapixels = 50;

/** Part of each key, so that other settings give other URLs. */
const settings = 'v2';

async function collect(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Result<Buffer, PortraitError>> {
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
async function sizesOf(picture: Sharp): Promise<readonly PortraitFile[]> {
  const files: PortraitFile[] = [];
  // One after the other: a server has other work for its processors.
  for (const width of portraitWidths) {
    // Its shorter side, as pages show it in a circle: of a wide picture, a width would leave too few rows for that.
    const size = { width, height: width, fit: 'outside', withoutEnlargement: true } as const;
    const sized = picture.clone().resize(size);
    const avif = await sized.clone().avif({ quality: 55, effort: 4 }).toBuffer();
    const jpg = await sized.clone().jpeg({ quality: 80, mozjpeg: true }).toBuffer();
    files.push({ width, format: 'avif', bytes: avif }, { width, format: 'jpg', bytes: jpg });
  }
  return files;
}

/** Makes portraits with libvips, in its own threads. It is loaded at the first picture. */
export function sharpPortraitMaker(): PortraitMaker {
  return {
    make: async (bytes, limitBytes) => {
      const received = await collect(bytes, limitBytes);
      if (received.isErr()) return err(received.error);
      const source = received.value;
      // The library also reads formats that can contain scripts, such as SVG.
      if (!pictureFormat(source)) return err({ kind: 'not_an_image' });
      const { default: sharp } = await import('sharp');
      sharp.concurrency(1);
      sharp.cache(false);
      try {
        const opened = sharp(source, { limitInputPixels: false, failOn: 'error' });
        const { width = 0, height = 0 } = await opened.metadata();
        if (width * height > mostMegapixels * 1e6)
          return err({ kind: 'image_too_large', limit: mostMegapixels });
        if (Math.min(width, height) < leastPixels)
          return err({ kind: 'image_too_small', limit: leastPixels });
        // Unpacked once, upright and in the colours of the web; transparent parts become white.
        const upright = await opened
          .autoOrient()
          .resize({ width: 1920, height: 1920, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .toColourspace('srgb')
          .raw()
          .toBuffer({ resolveWithObject: true });
        const raw = { raw: { ...upright.info, channels: 3 as const } };
        const portrait: StoredPortrait = {
          key: createHash('sha256').update(settings).update(source).digest('hex').slice(0, 24),
          files: await sizesOf(sharp(upright.data, raw)),
        };
        return ok(portrait);
      } catch {
        return err({ kind: 'not_an_image' });
      }
    },
  };
}
