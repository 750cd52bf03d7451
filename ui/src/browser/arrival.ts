/**
 * What this page was opened with, in its query or behind `#`, which no server sees. The document script takes
 * over-long queries out of the address bar before the app starts and leaves them on the root element; mailed links are
 * read from there. Source: docs/rules.md#9.
 */
export function readArrival(): URLSearchParams {
  const arrival = document.documentElement.dataset.arrival ?? '';
  const own = `${location.pathname}?`;
  const query = arrival.startsWith(own) ? arrival.slice(own.length) : location.search;
  const read = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) read.set(name, value);
  return read;
}

/** Takes secrets out of the address bar and out of the page. Source: docs/security.md#LN-7. */
export function forgetArrival(): void {
  delete document.documentElement.dataset.arrival;
  if (location.search || location.hash) {
    history.replaceState(history.state, '', location.pathname);
  }
}
