import { isPathOfSite } from '../text/index.ts';
import { type ParsedUrl, parsedUrl } from './url.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const unsafeCharacters = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/** Maximum length of a redirect target, in characters. */
const targetMaxLength = 2048;

/** Scheme and host; `URL.origin` is `null` for the schemes of native apps. */
const originOf = (url: ParsedUrl): string => `${url.protocol}//${url.host}`;

/** Parses an absolute URL that is unambiguous to all parsers, or returns `undefined`. */
function strictUrl(target: string): ParsedUrl | undefined {
  if (target.length > targetMaxLength || unsafeCharacters.test(target)) return undefined;
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(target)) return undefined;
  const url = parsedUrl(target);
  if (!url) return undefined;
  const hasUser = /^[^/]*\/\/[^/?#]*@/.test(target);
  const script = url.protocol === 'javascript:' || url.protocol === 'data:';
  return hasUser || script || /%(?:2f|5c)/i.test(url.pathname) ? undefined : url;
}

/** Whether `url` has the origin of `entry` and lies at or below its path. */
function isWithin(url: ParsedUrl, entry: string): boolean {
  const allowed = strictUrl(entry);
  if (!allowed || originOf(allowed) !== originOf(url)) return false;
  const prefix = allowed.pathname.replace(/\/$/, '');
  return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
}

/**
 * Whether a redirect to `target` is allowed: a path of this site, a URL with the origin of `home`, or one within an
 * entry of `allowList` (same origin, and a path below that of the entry). URLs are compared after parsing. If `home` is
 * not a URL, nothing is allowed; neither is a `target` that is not a string. Source: docs/contract.md#2,
 * docs/security.md#LN-5.
 */
export function isAllowedRedirect(
  target: unknown,
  home: string,
  allowList: readonly string[] = [],
): boolean {
  if (isPathOfSite(target)) return true;
  const url = typeof target === 'string' ? strictUrl(target) : undefined;
  if (!url) return false;
  const own = parsedUrl(home);
  return (
    (own !== undefined && originOf(url) === originOf(own)) ||
    allowList.some((entry) => isWithin(url, entry))
  );
}

/**
 * The URL to redirect to: `target` if allowed (a path of the site is made absolute), else the root of the site. Without
 * a `home` that is a URL, paths stay paths.
 * Source: docs/security.md#LN-5.
 */
export function safeRedirect(
  target: string | null | undefined,
  home: string,
  allowList: readonly string[] = [],
): string {
  const origin = parsedUrl(home)?.origin ?? '';
  if (!target || !isAllowedRedirect(target, home, allowList)) return `${origin}/`;
  return target.startsWith('/') ? origin + target : target;
}
