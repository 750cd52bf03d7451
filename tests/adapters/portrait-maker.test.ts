import { readFileSync } from 'node:fs';
import { sharpPortraitMaker } from '@coachsite/adapters/images';
import { pictureFormat } from '@coachsite/core/facts';
import { memoryPortraitMaker, portraitMakerContract } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const sample = readFileSync(
  new URL(import.meta.resolve('@coachsite/ui/content/samples/portrait.jpg')),
);

const make = (bytes: Uint8Array, limitBytes = 20_000_000) =>
  sharpPortraitMaker().make(
    (async function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    })(),
    limitBytes,
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
  describe('memory', () => portraitMakerContract({ test, expect }, memoryPortraitMaker, samples));
  describe('sharp', () => portraitMakerContract({ test, expect }, sharpPortraitMaker, samples));
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

test('the format is known by the first bytes alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (rest) => {
      expect(pictureFormat(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), rest]))).toBe('jpeg');
      const text = Buffer.concat([Buffer.from('<'), rest]);
      expect(pictureFormat(text)).toBeUndefined();
    }),
  );
});
