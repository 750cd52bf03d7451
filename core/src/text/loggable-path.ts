/** `@`, also as an address writes it, once or twice encoded. */
const part = /[^/@]*(?:@|%(?:25)*40)[^/]*/gi;

/**
 * The path of an address as logs and analytics may have it: without query and fragment, which may hold tokens and
 * searches, and with `***` for each part that holds an e-mail address. A whole address (`https://…`) keeps its origin.
 * Source: legal reference D23; security requirement PR-1.
 */
export function loggablePath(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').replace(part, '***');
}
