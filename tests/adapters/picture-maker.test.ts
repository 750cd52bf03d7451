import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { sharpPictureMaker } from '@coachsite/adapters/images';
import { type PictureUse, pictureFormat, pictureProblem } from '@coachsite/core/content';
import { pictureMakerContract } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const sample = readFileSync(
  new URL(import.meta.resolve('@coachsite/ui/content/samples/portrait.jpg')),
);

const make = (bytes: Uint8Array, limitBytes = 20_000_000, use: PictureUse = 'portrait') =>
  sharpPictureMaker().make(
    (async function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    })(),
    limitBytes,
    use,
  );

/** A picture that is red on its left half, with a place and an orientation in its metadata. */
const turned = await sharp({
  create: { width: 800, height: 600, channels: 3, background: '#0000ff' },
})
  .composite([
    {
      input: { create: { width: 400, height: 600, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ])
  .jpeg()
  .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 3/1 0/1' } })
  // Turned a quarter clockwise to be seen: left becomes top.
  .withMetadata({ orientation: 6 })
  .toBuffer();

/** A plain picture. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } }).png();

describe('the contract', async () => {
  const samples = {
    picture: await plain(500, 500).toBuffer(),
    other: await plain(500, 480)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer(),
    secret: 'secret place',
    small: { picture: await plain(900, 479).toBuffer(), least: 480 },
    large: { picture: await plain(10_000, 5_001).toBuffer(), most: 50 },
  };
  describe('sharp', () => pictureMakerContract({ test, expect }, sharpPictureMaker, samples));
});

describe('a portrait', () => {
  test('is made in three widths and two formats, the same each time', async () => {
    const portrait = (await make(sample))._unsafeUnwrap();
    expect(portrait.key).toMatch(/^[0-9a-f]{24}$/);
    expect(portrait.files.map(({ width, format }) => `${width}.${format}`)).toEqual([
      '96.avif',
      '96.jpg',
      '480.avif',
      '480.jpg',
      '960.avif',
      '960.jpg',
    ]);
    for (const { width, format, bytes } of portrait.files) {
      const read = await sharp(bytes).metadata();
      expect([read.width, read.format]).toEqual([width, format === 'jpg' ? 'jpeg' : 'heif']);
    }
    // Of a small picture, as the sample takes two seconds of work.
    const small = await plain(480, 480).toBuffer();
    expect(await make(small)).toEqual(await make(small));
  });

  test.each([
    [1500, 1000],
    [1000, 1500],
  ])('of %i by %i pixels fills a square of each width', async (width, height) => {
    const portrait = (await make(await plain(width, height).toBuffer()))._unsafeUnwrap();
    for (const { width: square, bytes } of portrait.files) {
      const read = await sharp(bytes).metadata();
      expect(Math.min(read.width, read.height)).toBe(square);
    }
  });

  test('is upright, and keeps nothing of the metadata', async () => {
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const portrait = (await make(turned))._unsafeUnwrap();
    for (const { bytes } of portrait.files) {
      const { exif, orientation, width = 0, height = 0 } = await sharp(bytes).metadata();
      expect([exif, orientation ?? 1, height > width]).toEqual([undefined, 1, true]);
      expect(Buffer.from(bytes).includes('secret place')).toBe(false);
    }
    const largest = portrait.files.at(-1)?.bytes ?? new Uint8Array();
    const top = await sharp(largest)
      .extract({ left: 200, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(top[0]).toBeGreaterThan(200);
    expect(top[2]).toBeLessThan(60);
  });

  test.each(['png', 'webp', 'avif'] as const)('is read from %s', async (format) => {
    const picture = sharp({
      create: { width: 500, height: 500, channels: 4, background: '#88888880' },
    });
    expect((await make(await picture.toFormat(format).toBuffer())).isOk()).toBe(true);
  });
});

/** A picture of two colours without a profile; PNG with these code points in a chunk `cICP`. */
async function named(primaries: number, curve: number, colour = '#c86432') {
  const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const data = Buffer.from([0x63, 0x49, 0x43, 0x50, primaries, curve, 0, 1]);
  const chunk = Buffer.alloc(16);
  chunk.writeUInt32BE(4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), 12);
  // After the header, which is 8 bytes of signature and 25 of chunk.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** An AVIF with these code points in its colour box, whose own ones are replaced. */
async function namedAvif(primaries: number, curve: number, colour = '#c86432') {
  const avif = await sharp({ create: { width: 500, height: 500, channels: 3, background: colour } })
    .avif({ lossless: true, effort: 0 })
    .toBuffer();
  const at = avif.indexOf('colrnclx');
  expect(at).toBeGreaterThan(0);
  avif.writeUInt16BE(primaries, at + 8);
  avif.writeUInt16BE(curve, at + 10);
  return avif;
}

async function shownColour(picture: Uint8Array): Promise<readonly number[]> {
  const jpg = (await make(picture))._unsafeUnwrap().files.find(({ format }) => format === 'jpg');
  return [...(await sharp(jpg?.bytes).raw().toBuffer()).subarray(0, 3)];
}

const near = (colour: readonly number[]) => colour.map((part) => expect.closeTo(part, -0.9));

describe('colours that are named by code points', () => {
  test.each([
    // What Chromium shows.
    ['Display P3', 12, 13, [0xd7, 0x5d, 0x1f]],
    ['sRGB', 1, 13, [0xc8, 0x64, 0x32]],
    ['nothing', 2, 2, [0xc8, 0x64, 0x32]],
    ['old television', 6, 6, [0xc8, 0x64, 0x32]],
  ])('%s comes out as the colours of the web', async (_name, primaries, curve, shown) => {
    expect(await shownColour(await named(primaries, curve))).toEqual(near(shown));
    expect(await shownColour(await namedAvif(primaries, curve))).toEqual(near(shown));
  });

  test('grey stays grey from wide primaries', async () => {
    expect(await shownColour(await named(12, 13, '#808080'))).toEqual(near([128, 128, 128]));
  });

  test.each([
    ['PQ', 9, 16],
    ['HLG', 9, 18],
    ['linear light', 1, 8],
    ['BT.2020', 9, 14],
    ['primaries without a place here', 22, 13],
  ])('%s is rejected with its reason', async (_name, primaries, curve) => {
    for (const picture of [await named(primaries, curve), await namedAvif(primaries, curve)])
      expect((await make(picture))._unsafeUnwrapErr()).toEqual({
        kind: 'not_an_image',
        reason: 'colours',
      });
  });

  test('a profile counts before code points', async () => {
    const picture = await sharp({
      create: { width: 500, height: 500, channels: 3, background: '#c86432' },
    })
      .withIccProfile('p3')
      .avif({ lossless: true, effort: 0 })
      .toBuffer();
    expect(await shownColour(picture)).toEqual(near([0xc8, 0x64, 0x32]));
  });
});

describe('an extreme shape', () => {
  test.each([
    ['wide', 5000, 1000, 2880, 960],
    ['high', 1000, 5000, 960, 2880],
    ['wide and small', 3000, 500, 1500, 500],
    ['of a phone', 1080, 2520, 960, 2240],
    ['turned', 1080, 2520, 2240, 960],
  ])(
    '%s has sizes that are what their names say, of at most three to one',
    async (name, width, height, largeWidth, largeHeight) => {
      const turned = name === 'turned' ? { orientation: 6 } : {};
      const picture = await plain(width, height).withMetadata(turned).toBuffer();
      const { files } = (await make(picture))._unsafeUnwrap();
      for (const { width: named, bytes } of files) {
        const read = await sharp(bytes).metadata();
        expect(Math.min(read.width, read.height)).toBe(Math.min(named, width, height));
        if (named === 960) expect([read.width, read.height]).toEqual([largeWidth, largeHeight]);
      }
    },
  );
});

test('several at once are made, one after the other, each with its own outcome', async () => {
  const maker = sharpPictureMaker();
  const pictures = [
    await plain(480, 480).toBuffer(),
    Buffer.from('none'),
    await plain(480, 500).toBuffer(),
  ];
  const once = async function* (bytes: Uint8Array) {
    yield bytes;
  };
  const made = await Promise.all(pictures.map((bytes) => maker.make(once(bytes), 1e6, 'portrait')));
  expect(made.map((each) => each.isOk())).toEqual([true, false, true]);
});

const box = (brand: string, ...others: readonly string[]) =>
  Buffer.from(
    `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${brand}\0\0\0\0${others.join('')}`,
    'latin1',
  );

describe('what cannot be read is called what it is', async () => {
  const grey = { create: { width: 500, height: 500, channels: 3, background: '#888888' } } as const;
  test.each<[string, string | undefined, Uint8Array]>([
    ['HEIC of an iPhone', 'heic', box('heic', 'mif1', 'heic')],
    ['HEIC of ten bits', 'heic', box('heix', 'mif1')],
    ['HEIF', 'heic', box('mif1', 'heic')],
    ['an AVIF sequence', 'animation', box('avis', 'avif', 'avis', 'msf1')],
    ['TIFF', 'other_format', await sharp(grey).tiff().toBuffer()],
    ['GIF', 'other_format', await sharp(grey).gif().toBuffer()],
    ['JPEG XL', 'other_format', Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['JPEG XL in boxes', 'other_format', Buffer.from('\0\0\0\fJXL \r\n\u0087\n', 'latin1')],
    ['BMP', 'other_format', Buffer.from('BM\0\0\0\0\0\0\0\0\0\0')],
    ['a JPEG cut short', 'damaged', sample.subarray(0, 5000)],
    ['a PNG cut short', 'damaged', (await plain(500, 500).toBuffer()).subarray(0, 60)],
    [
      'an AVIF cut short',
      'damaged',
      (await sharp(grey).avif({ effort: 0 }).toBuffer()).subarray(0, 300),
    ],
    ['a drawing', undefined, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['text', undefined, Buffer.from('portrait.jpg')],
    ['nothing', undefined, Buffer.alloc(0)],
  ])('%s: %s', async (_name, reason, bytes) => {
    expect((await make(bytes))._unsafeUnwrapErr()).toEqual({
      kind: 'not_an_image',
      ...(reason && { reason }),
    });
  });

  test('by its first bytes alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 60, maxLength: 100 }), (rest) => {
        const plainRest = Buffer.from(rest).map((byte) => byte & 0x3f);
        expect(pictureProblem(Buffer.concat([box('heic'), plainRest]))).toBe('heic');
        expect(pictureProblem(Buffer.concat([Buffer.from('GIF89a'), rest]))).toBe('other_format');
        expect(pictureProblem(Buffer.concat([Buffer.from('<'), rest]))).toBeUndefined();
      }),
    );
  });
});

test('the format is known by the first bytes alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (rest) => {
      expect(pictureFormat(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), rest]))).toBe('jpeg');
      const text = Buffer.concat([Buffer.from('<'), rest]);
      expect(pictureFormat(text)).toBeUndefined();
    }),
  );
});
