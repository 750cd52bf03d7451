const mostPerPage = 5;

let reports = 0;

/**
 * Reports an error of the page to the server. Failures to report are ignored, and the number of reports is limited. What
 * the browser gave up because the visitor went on, such as a transition between two pages, is none.
 * Source: docs/rules.md#7.
 */
export function reportError(error: unknown, componentStack = '') {
  if ((error as Partial<Error> | undefined)?.name === 'AbortError') return;
  reports += 1;
  if (reports > mostPerPage) return;
  const known = error instanceof Error ? error : undefined;
  fetch('/api/log-client-error', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    keepalive: true,
    body: JSON.stringify({
      message: known?.message ?? String(error),
      stack: known?.stack ?? '',
      url: location.origin + location.pathname,
      userAgent: navigator.userAgent,
      componentStack,
    }),
  }).catch(() => {});
}
