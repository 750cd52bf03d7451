/** Formats of a picture that may become a portrait. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * The format of a picture by its first bytes, whatever its name or type says; undefined for anything else, such as SVG,
 * which may hold a program. Source: docs/security.md#UP-3.
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
