/**
 * The parameters this page was opened with, from its query and from its fragment, which no server sees. The document
 * script removes over-long queries from the address bar before the app starts and stores them on the root element,
 * from which the tokens of mailed links are read.
 * Source: docs/rules.md#9.
 */
export function readInitialParameters(): URLSearchParams {
  const initialUrl = document.documentElement.dataset.query ?? '';
  const own = `${location.pathname}?`;
  const query = initialUrl.startsWith(own) ? initialUrl.slice(own.length) : location.search;
  const parameters = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
    parameters.set(name, value);
  return parameters;
}

/** Removes secrets from the address bar and from the page. Source: docs/security.md#LN-7. */
export function clearInitialUrl(): void {
  delete document.documentElement.dataset.query;
  if (location.search || location.hash) {
    history.replaceState(history.state, '', location.pathname);
  }
}
