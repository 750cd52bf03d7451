const mostPerPage = 5;

/** How long a page has to stay for an error that may come from leaving it, in milliseconds. */
const leavingMs = 1600;

let reports = 0;

/** Parts of what browsers, and the app, say about a request or a module that did not arrive: Chromium, Firefox, Safari. */
const lost = /to fetch|load failed|error loading|importing|not be read|facts of/i;

/** Whether something did not arrive. */
export const isLost = (error: unknown) =>
  !navigator.onLine || (error instanceof Error && lost.test(error.message));

/**
 * Reports an error of the page to the server. Failures to report are ignored, and the number of reports is limited. What
 * the browser gave up because the visitor went on, such as a transition between two pages, is none: Firefox stops what a
 * page still loads before the page can know that it is left, so what did not arrive is reported by a page that stays.
 * Source: docs/rules.md#7.
 */
export function reportError(error: unknown, componentStack = '') {
  if ((error as Partial<Error> | undefined)?.name === 'AbortError') return;
  reports += 1;
  if (reports > mostPerPage) return;
  const known = error instanceof Error ? error : undefined;
  const body = JSON.stringify({
    message: known?.message ?? String(error),
    stack: known?.stack ?? '',
    url: location.origin + location.pathname,
    userAgent: navigator.userAgent,
    componentStack,
  });
  const send = () => {
    fetch('/api/log-client-error', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      body,
    }).catch(() => {});
  };
  if (isLost(error)) setTimeout(send, leavingMs);
  else send();
}
