/** The most paths that are kept. Source: docs/contract.md#3. */
export const missedKept = 500;

/** A longer path is no address that somebody kept. */
const pathMax = 200;

/** Letters, digits and what separates words in an address; escapes of more are kept as they are. */
const address = /^\/[\w.~%/+,-]*$/;

/** What browsers and phones ask for by themselves. */
const unasked = /^\/(?:\.well-known\/|favicon|apple-touch-icon|browserconfig)/;

/** Programs and secrets that scanners try on every site. */
const scanned =
  /\.(?:php\d?|phtml|aspx?|ashx|jspx?|cgi|env|git|ini|conf|ya?ml|sql|bak|old|swp|log|zip|t?gz|tar|rar|7z)(?:\/|$)|\/(?:\.|wp-(?:admin|login|includes|json)|cgi-bin|phpmyadmin|vendor\/|actuator)/i;

/** Telephone numbers, addresses of mail, and what only a program writes: ids and tokens, which may be somebody's. */
const personal = /\d{8}|%(?:25)*40|(?=\w*\d)\w{24}|[\da-f]{8}-[\da-f]{4}-/i;

/**
 * The path of a URL that no page has, as it is counted: without query, and only where people may have asked for it and it
 * names none of them. Undefined for any other. Source: docs/rules.md#reading-redirects, docs/security.md#PR-5.
 */
export function missedPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (path.length > pathMax || !address.test(path)) return undefined;
  const isLeftOut = [unasked, scanned, personal].some((pattern) => pattern.test(path));
  return isLeftOut ? undefined : path;
}
