import { pictureFormat, pictureProblem } from '@coachsite/core/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** The first box of a file in the ISO format. */
const box = (brand: string, ...others: readonly string[]) =>
  bytes(`\0\0\0\x20ftyp${brand}\0\0\0\0${others.join('')}`);

describe('a picture that is read', () => {
  test.each([
    ['jpeg', bytes('\xff\xd8\xff\xe0')],
    ['png', bytes('\x89PNG\r\n\x1a\n')],
    ['webp', bytes('RIFF\0\0\0\0WEBPVP8 ')],
    ['avif', box('avif', 'mif1')],
    ['avif', box('mif1', 'miaf', 'avif')],
  ])('%s is known by its first bytes', (format, start) => {
    expect(pictureFormat(start)).toBe(format);
    // What begins so and cannot be read is not whole.
    expect(pictureProblem(start)).toBe('damaged');
  });
});

describe('a picture that is not read', () => {
  test.each([
    ['heic', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevm', 'hevs', 'hevx', 'mif1', 'msf1']],
  ] as const)('%s has one of these brands', (problem, brands) => {
    for (const brand of brands) {
      expect(pictureFormat(box(brand))).toBeUndefined();
      expect([brand, pictureProblem(box(brand))]).toEqual([brand, problem]);
    }
    for (const brand of ['heia', 'xheic', 'hei', 'mp42', 'isom', 'mif2'])
      expect([brand, pictureProblem(box(brand))]).toEqual([brand, undefined]);
    expect(pictureProblem(bytes('\0\0\0\x20freeheic'))).toBeUndefined();
  });

  test('a sequence of AVIF is not an AVIF that is damaged', () => {
    expect(pictureProblem(box('avis', 'avif'))).toBe('animation');
    expect(pictureProblem(box('avis'))).toBe('animation');
  });

  const starts = [
    'II*\0',
    'MM\0*',
    'II+\0',
    'MM\0+',
    'GIF8',
    'BM',
    '\xff\n',
    '\0\0\0\fJXL ',
    '\0\0\0\fjP  ',
    '\xffO\xffQ',
    '8BPS',
    '\0\0\x01\0',
    '\0\0\0\x18ftypcrx ',
  ];

  test('another format begins in one of these ways, and what is cut before its end is none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.string({ unit: 'binary-ascii' }),
        (start, rest) => {
          expect(pictureProblem(bytes(start + rest))).toBe('other_format');
          expect(pictureFormat(bytes(start + rest))).toBeUndefined();
          const lead = `<${start}${rest}`;
          expect(pictureProblem(bytes(lead))).toBeUndefined();
        },
      ),
    );
    for (const start of starts.filter((each) => each.length > 2))
      expect(pictureProblem(bytes(start.slice(0, -1)))).toBeUndefined();
  });

  test.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'portrait.jpg',
    '%PDF-1.7',
    'RIFF\0\0\0\0WAVE',
  ])('no picture: %j', (text) => {
    expect(pictureProblem(bytes(text))).toBeUndefined();
  });
});
