import { err, ok } from 'neverthrow';
import { type PictureError, type PictureMaker, pictureFormat } from '../../content/index.ts';
import { toHex } from '../../kernel/index.ts';
import { memoryDigest } from '../memory/index.ts';

const leastPixels = 480;
const mostMegapixels = 50;

/** The end of a PNG in hexadecimal digits: its last chunk, which has no data. */
const end = '49454e44ae426082';

/** Width and height of a whole PNG. */
function sizeOf(bytes: Uint8Array): readonly [number, number] | undefined {
  const isWhole = toHex(bytes.slice(-8)) === end;
  if (!isWhole || pictureFormat(bytes) !== 'png') return undefined;
  const number = (at: number) => bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
  return [number(16), number(20)];
}

function problemOf(bytes: Uint8Array): PictureError | undefined {
  const size = sizeOf(bytes);
  if (!size) return { kind: 'not_an_image' };
  const [width, height] = size;
  if (width * height > mostMegapixels * 1e6)
    return { kind: 'image_too_large', limit: mostMegapixels };
  if (Math.min(width, height) < leastPixels) return { kind: 'image_too_small', limit: leastPixels };
  return undefined;
}

/** Reads the size of a PNG only; its pictures are as small as a file can be, and show nothing. */
export function memoryPictureMaker(widths: readonly number[] = [96, 480, 960]): PictureMaker {
  return {
    make: async (bytes, limitBytes, use) => {
      const read: number[] = [];
      for await (const chunk of bytes) {
        if (!(read.length + chunk.length <= limitBytes))
          return err({ kind: 'file_too_large', limitBytes });
        for (const byte of chunk) read.push(byte);
      }
      const picture = Uint8Array.from(read);
      const problem = problemOf(picture);
      if (problem) return err(problem);
      const [width = 0, height = 0] = sizeOf(picture) ?? [];
      return ok({
        key: toHex(memoryDigest.sha256(Uint8Array.from([...picture, use.length]))),
        width,
        height,
        files: (use === 'portrait' ? widths : [width]).flatMap((size) =>
          (['avif', 'jpg'] as const).map((format) => ({
            width: size,
            format,
            bytes: Uint8Array.of(size),
          })),
        ),
      });
    },
  };
}
