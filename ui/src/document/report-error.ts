const mostPerPage = 5;

let reports = 0;

/**
 * Tells the server about an error of the page; failures are ignored, and a page that fails in a loop stops telling.
 * Source: docs/rules.md#7.
 */
export function reportError(error: unknown, componentStack = '') {
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
