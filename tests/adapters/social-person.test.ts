import { readFileSync } from 'node:fs';
import { brandFont, socialPersonDrawer } from '@coachsite/adapters/images';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const draw = socialPersonDrawer(brandFont);
const ground = (background: string) =>
  sharp({ create: { width: 1200, height: 630, channels: 3, background } })
    .png()
    .toBuffer();
const portrait = readFileSync(
  new URL(import.meta.resolve('@coachsite/ui/content/samples/portrait.jpg')),
);
const brand = 'Momentum Coaching';

/** The part of an image that differs from a plain ground, in pixels. */
async function drawnArea(image: Buffer) {
  const { info } = await sharp(image).trim({ threshold: 20 }).toBuffer({ resolveWithObject: true });
  const left = -(info.trimOffsetLeft ?? 0);
  const top = -(info.trimOffsetTop ?? 0);
  return { left, top, right: left + info.width, bottom: top + info.height };
}

test('name and portrait stand beside the brand, before the drawing, on an image of the same size', async () => {
  const image = await draw(await ground('#f4f4ec'), { brand, name: 'Noor Claes', portrait });
  const { width, height, format } = await sharp(image).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'png']);
  const area = await drawnArea(image);
  expect(area.left).toBeGreaterThan(126 + 300);
  expect(area.right).toBeLessThanOrEqual(826);
  expect([area.top >= 40, area.bottom <= 120]).toEqual([true, true]);
  expect(image.length).toBeLessThan(300_000);
});

test('names of any letters share one line', async () => {
  const bottoms = await Promise.all(
    ['Ann', 'Jap', 'Élan'].map(async (name) => {
      const image = await draw(await ground('#f4f4ec'), { brand, name });
      return (await drawnArea(image)).bottom;
    }),
  );
  // Only the letters below the line reach lower.
  expect(bottoms[2]).toBe(bottoms[0]);
  expect(bottoms[1]).toBeGreaterThan(bottoms[0] ?? 0);
});

test('the name is light on a dark ground and dark on a light one', async () => {
  for (const [background, isLight] of [
    ['#0c3829', true],
    ['#f7df84', false],
  ] as const) {
    const plain = await ground(background);
    const mean = async (image: Buffer) =>
      (await sharp(image).extract({ left: 440, top: 60, width: 200, height: 40 }).stats()).channels
        .slice(0, 3)
        .map((channel) => channel.mean)
        .reduce((sum, one) => sum + one, 0);
    const image = await draw(plain, { brand, name: 'Noor Claes' });
    expect((await mean(image)) > (await mean(plain))).toBe(isLight);
  }
});

test('of a long name the first name stands alone', async () => {
  const on = async (name: string) =>
    drawnArea(await draw(await ground('#f4f4ec'), { brand, name }));
  expect(await on('Anna Vandenbroucke-Janssens de Bisthoven')).toEqual(await on('Anna'));
});

test('a portrait that is no picture is an error', async () => {
  const image = await ground('#f4f4ec');
  await expect(
    draw(image, { brand, name: 'Noor', portrait: Buffer.from('no picture') }),
  ).rejects.toThrow();
});
