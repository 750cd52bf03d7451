import { loggablePath } from '@coachsite/core/text';
import { gtag } from './analytics.ts';

const pathMaxLength = 200;

let sent: string | undefined;

/**
 * Reports the path of a not-found page to analytics, not twice in a row: only the path, shortened, without e-mail
 * addresses. Source: docs/law-and-search.md#D23.
 */
export function reportNotFound() {
  const { pathname } = location;
  if (sent === pathname) return;
  sent = pathname;
  gtag('event', 'page_not_found', { page_path: loggablePath(pathname).slice(0, pathMaxLength) });
}
