/** `@`, also as an address writes it, once or twice encoded. */
const atSign = /@|%(?:25)*40/i;

/**
 * The path of an address as logs and analytics may have it: without query and fragment, which may hold tokens and
 * searches, and with `***` for each part that holds an e-mail address. A whole address (`https://…`) keeps its origin.
 * Source: docs/law-and-search.md#D23, docs/security.md#PR-1.
 */
export function loggablePath(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  // Part by part: visitors choose how long an address is, and one pattern for all of it would take the square of that.
  return path
    .split('/')
    .map((part) => (atSign.test(part) ? '***' : part))
    .join('/');
}
