/** Formats of a picture that the site shows. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/**
 * Why a picture, or something close to one, cannot be used: the format of iPhones; another format; several pictures in
 * one file; a file that is cut short or damaged; colours that the web does not have.
 */
export type PictureProblem = 'heic' | 'other_format' | 'animation' | 'damaged' | 'colours';

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * The format of a picture by its first bytes; its name and type do not count. Undefined for anything else, such as SVG,
 * which may contain a program. Source: docs/security.md#UP-3.
 */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const start = ascii(bytes, 0, 8);
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (start === '\u0089PNG\r\n\u001a\n') return 'png';
  if (start.startsWith('RIFF') && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  // The first box names the brand, and the ones it agrees with.
  if (start.slice(4) === 'ftyp' && ascii(bytes, 8, 64).includes('avif')) return 'avif';
  return undefined;
}

/** Brands of pictures in HEVC, which no free program may read everywhere; `mif1` and `msf1` leave the encoding open. */
const heicBrands = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** TIFF (and raw files), BigTIFF, GIF, BMP, JPEG XL, JPEG 2000, Photoshop and icons. */
const otherStarts: readonly string[] = [
  'II*\0',
  'MM\0*',
  'II+\0',
  'MM\0+',
  'GIF8',
  'BM',
  '\u00ff\n',
  '\0\0\0\fJXL ',
  '\0\0\0\fjP  ',
  '\u00ffO\u00ffQ',
  '8BPS',
  '\0\0\u0001\0',
];
/** A raw file of Canon. */
const rawBrand = 'crx ';

/**
 * What the first bytes say about a picture that could not be read; undefined if it is not a picture. Source:
 * docs/security.md#UP-3.
 */
export function pictureProblem(bytes: Uint8Array): PictureProblem | undefined {
  const start = ascii(bytes, 0, 12);
  const brand = start.slice(4, 8) === 'ftyp' ? start.slice(8) : '';
  if (brand === 'avis') return 'animation';
  if (pictureFormat(bytes)) return 'damaged';
  if (heicBrands.test(brand)) return 'heic';
  const isOther = brand === rawBrand || otherStarts.some((each) => start.startsWith(each));
  return isOther ? 'other_format' : undefined;
}
