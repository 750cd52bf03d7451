import { cleanFileName } from '@coachsite/core/ebook';

/** RFC 8187 requires these characters to be escaped; encodeURIComponent leaves them as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * `Content-Disposition` of a PDF to save, under `wanted` or else `fallback`. The name is reduced to its last
 * part and to printable characters, so that nothing in it can end the value. Source: RFC 6266, docs/security.md#PS-2.
 */
export function attachment(wanted: string, fallback: string): string {
  const cleaned = wanted === '' ? fallback : cleanFileName(wanted);
  const name = /\.pdf$/i.test(cleaned) ? cleaned : `${cleaned}.pdf`;
  const ascii = name.replace(/[^A-Za-z0-9 ._-]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(name)}`;
}
