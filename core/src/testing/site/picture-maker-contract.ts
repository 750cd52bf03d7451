import type { PictureMaker } from '../../content/index.ts';
import type { TestRunner } from '../runner.ts';

/** Pictures that a maker is tried on. */
export interface PictureSamples {
  /** A JPEG, PNG, WebP or AVIF that is large enough for every size. */
  readonly picture: Uint8Array;
  /**
   * Another picture, of more than 1,000 bytes. Its metadata contains `secret`, such as the place where it was taken.
   */
  readonly other: Uint8Array;
  /** Text in the metadata of `other`, as it stands in its bytes; longer than 8 letters. */
  readonly secret: string;
  /** A picture with too few pixels, and the least width and height. */
  readonly small: { readonly picture: Uint8Array; readonly least: number };
  /** A picture with more pixels than are decoded, and the most in millions. */
  readonly large: { readonly picture: Uint8Array; readonly most: number };
}

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function includes(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = bytes.indexOf(part[0] ?? 0); at >= 0; at = bytes.indexOf(part[0] ?? 0, at + 1))
    if (part.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** What a `PictureMaker` does; `open` returns one. */
export function pictureMakerContract(
  { test, expect }: TestRunner,
  open: () => PictureMaker,
  { picture, other, secret, small, large }: PictureSamples,
): void {
  const make = (bytes: Uint8Array, limit = bytes.length, size = 4096) =>
    open().make(inChunks(bytes, size), limit, 'portrait');

  test('a picture becomes one, each size of it once in each format', async () => {
    const { key, files } = (await make(picture))._unsafeUnwrap();
    expect(key).toMatch(/^[0-9a-zA-Z_-]{16,64}$/);
    const sizes = files.map(({ width, format }) => `${width}.${format}`);
    const widths = [...new Set(files.map(({ width }) => width))];
    expect(widths.length).toBeGreaterThan(0);
    expect(sizes.toSorted()).toEqual(
      widths.flatMap((width) => [`${width}.avif`, `${width}.jpg`]).toSorted(),
    );
    for (const { width, bytes } of files) {
      expect(width).toBeGreaterThan(0);
      expect(bytes.length).toBeGreaterThan(0);
    }
  });

  test('one picture has one key, however it is divided, and another picture another', async () => {
    const keyOf = async (bytes: Uint8Array, size: number) =>
      (await make(bytes, bytes.length, size))._unsafeUnwrap().key;
    const key = await keyOf(picture, 997);
    expect(await keyOf(picture, picture.length)).toBe(key);
    expect((await keyOf(other, 4096)) === key).toBe(false);
  });

  test('a picture for a text is another file than a portrait, and says its size', async () => {
    const asText = await open().make(inChunks(picture, 4096), picture.length, 'text');
    const { key, width, height, files } = asText._unsafeUnwrap();
    expect(key === (await make(picture))._unsafeUnwrap().key).toBe(false);
    expect(height).toBeGreaterThan(0);
    expect(width).toBe(Math.max(...files.map((file) => file.width)));
  });

  test('nothing of the metadata is left in any size', async () => {
    expect(includes(other, ascii(secret))).toBe(true);
    const { files } = (await make(other))._unsafeUnwrap();
    for (const { bytes } of files) expect(includes(bytes, ascii(secret))).toBe(false);
  });

  test('what is no picture, or only the start of one, is none', async () => {
    const drawing = ascii('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>');
    const named = ascii('portrait.jpg');
    for (const bytes of [new Uint8Array(), drawing, named, ascii('GIF89a'), other.slice(0, 200)])
      expect((await make(bytes, 1000))._unsafeUnwrapErr()).toMatchObject({ kind: 'not_an_image' });
  });

  test('a picture has enough pixels, and not more than are decoded', async () => {
    expect((await make(small.picture))._unsafeUnwrapErr()).toEqual({
      kind: 'image_too_small',
      limit: small.least,
    });
    expect((await make(large.picture))._unsafeUnwrapErr()).toEqual({
      kind: 'image_too_large',
      limit: large.most,
    });
  });

  test('it reads as many bytes as are allowed, and stops at the first one more', async () => {
    expect((await make(picture, picture.length)).isOk()).toBe(true);
    let read = 0;
    const endless = (async function* () {
      for (;;) {
        read += 100;
        yield new Uint8Array(100);
      }
    })();
    const limitBytes = 450;
    expect((await open().make(endless, limitBytes, 'text'))._unsafeUnwrapErr()).toEqual({
      kind: 'file_too_large',
      limitBytes,
    });
    expect(read).toBe(500);
    const over = await make(picture, picture.length - 1);
    expect(over._unsafeUnwrapErr()).toMatchObject({ kind: 'file_too_large' });
  });

  test('an upload that breaks off is a fault, not a picture', async () => {
    const broken = (async function* () {
      yield picture;
      throw new Error('broken off');
    })();
    await expect(open().make(broken, picture.length, 'text')).rejects.toThrow('broken off');
  });
}
