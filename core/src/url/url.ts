/**
 * Click identifiers of advertising networks and mailers, removed from URLs. Source: docs/rules.md#9,
 * docs/rules.md#reading-url.
 */
export const trackingParameters: readonly string[] = [
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'yclid',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  '_hsenc',
  '_hsmi',
];

/** Maximum length of a query that is kept, in characters without the question mark. */
export const queryMaxLength = 200;

function isTracking(pair: string): boolean {
  const [raw = ''] = pair.split('=', 1);
  let name = raw;
  try {
    name = decodeURIComponent(raw);
  } catch {
    // A malformed escape is compared as it is.
  }
  const lower = name.toLowerCase();
  return lower.startsWith('utm_') || trackingParameters.includes(lower);
}

/**
 * A query (with or without its question mark) without tracking parameters; dropped entirely if more than 200 characters
 * remain. The rest keeps its spelling. Source: docs/rules.md#reading-url.
 */
export function cleanSearch(search: string): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !isTracking(pair))
    .join('&');
  return kept === '' || kept.length > queryMaxLength ? '' : `?${kept}`;
}

/** A URL of this site, from its path on, with its query cleaned and its fragment kept. */
export function cleanUrl(pathWithQueryAndHash: string): string {
  const hashAt = pathWithQueryAndHash.indexOf('#');
  const hash = hashAt < 0 ? '' : pathWithQueryAndHash.slice(hashAt);
  const beforeHash = hashAt < 0 ? pathWithQueryAndHash : pathWithQueryAndHash.slice(0, hashAt);
  const queryAt = beforeHash.indexOf('?');
  if (queryAt < 0) return beforeHash + hash;
  return beforeHash.slice(0, queryAt) + cleanSearch(beforeHash.slice(queryAt)) + hash;
}

/** Whether a host name refers to the local machine. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  );
}

/** The parts of an absolute URL: a `URL` of the runtime, whose types a project need not have. */
export interface ParsedUrl {
  /** Scheme, host and port; the text `null` for schemes without an origin. */
  readonly origin: string;
  /** The scheme with its colon. */
  readonly protocol: string;
  /** Empty if the URL has none. */
  readonly username: string;
  /** Empty if the URL has none. */
  readonly password: string;
  /** Name and port of the host. */
  readonly host: string;
  /** The host without its port, in ASCII. */
  readonly hostname: string;
  /** Empty if it is the usual one of the scheme. */
  readonly port: string;
  /** The path with its slash. */
  readonly pathname: string;
  /** The query with its question mark; empty if there is none. */
  readonly search: string;
  /** The fragment with its hash; empty if there is none. */
  readonly hash: string;
  /** The whole URL, normalised. */
  readonly href: string;
}

/** An absolute URL, or `undefined` if the text is none. */
export function parsedUrl(input: string): ParsedUrl | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}

const isWebUrl = (url: ParsedUrl | undefined): url is ParsedUrl =>
  url?.protocol === 'http:' || url?.protocol === 'https:';

/**
 * The canonical URL of a page, with the origin of `home`: https, no `www.`, never a foreign host. A malformed URL gives
 * the home page; loopback URLs are unchanged. If `home` is no URL, the home page is `/`, which no browser leaves the
 * site for. Source: docs/rules.md#reading-url.
 */
export function canonicalUrl(input: string, home: string): string {
  const [site, url] = [parsedUrl(home), parsedUrl(input)];
  if (!isWebUrl(site)) return '/';
  const { origin } = site;
  if (!isWebUrl(url)) return `${origin}/`;
  const from = isLoopbackHost(url.hostname) ? url.origin : origin;
  return from + url.pathname + url.search + url.hash;
}
