/** `@`, also percent-encoded once or twice. */
const atSign = /@|%(?:25)*40/i;
/** What names of files, pages and ids are made of; a token of a session begins with `eyJ`. */
const harmless = /^(?!eyJ)[\w.~%:-]{0,64}$/;

/**
 * The path of a URL for logs and analytics: without query and fragment, which may contain tokens and searches, and
 * with `***` for each part that may be a secret or an e-mail address. An absolute URL (`https://…`) keeps its origin.
 * Source: docs/law-and-search.md#D23, docs/security.md#PR-1.
 */
export function loggablePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  // Part by part, because URLs can be long and one pattern over all of it would take quadratic time.
  return path
    .split('/')
    .map((part) => (harmless.test(part) && !atSign.test(part) ? part : '***'))
    .join('/');
}
