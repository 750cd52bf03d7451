/** Maximum length of a path from a URL or from storage, in UTF-16 units. */
const pathMaxLength = 2048;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const unsafeCharacters = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/**
 * Whether `path` (with query and fragment) is a path of this site: it starts with one slash, not followed by a second
 * one or a backslash, and has no control characters and no encoded slash in the path.
 * Source: docs/rules.md#reading-guards, docs/rules.md#reading-language, docs/security.md#LN-5.
 */
export function isPathOfSite(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > pathMaxLength) return false;
  if (!path.startsWith('/') || path.startsWith('//') || unsafeCharacters.test(path)) return false;
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (/%(?:2f|5c)/i.test(pathname)) return false;
  // One slash and no backslash in front: the host is that of the base, and dots may still leave a second slash.
  return !new URL(path, 'https://site.invalid').pathname.startsWith('//');
}
