/** `@`, also percent-encoded once or twice. */
const atSign = /@|%(?:25)*40/i;

/**
 * The path of a URL as logs and analytics may have it: without query and fragment, which may hold tokens and
 * searches, and with `***` for each part that holds an e-mail address. An absolute URL (`https://…`) keeps its origin.
 * Source: docs/law-and-search.md#D23, docs/security.md#PR-1.
 */
export function loggablePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  // Part by part: visitors choose how long a URL is, and one pattern over all of it would take quadratic time.
  return path
    .split('/')
    .map((part) => (atSign.test(part) ? '***' : part))
    .join('/');
}
