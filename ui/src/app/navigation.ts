import { emit, listen } from '../browser/page-events.ts';
import { read } from '../browser/storage.ts';
import { part } from '../document/attributes.ts';
import { closeErrors } from '../features/notification/index.ts';
import { locationsOf } from '../site/locations.ts';
import { pages } from '../site/pages.ts';
import type { Router } from './router.tsx';

const paths: ReadonlySet<string> = new Set(pages.flatMap(locationsOf).map(({ path }) => path));

/** Articles, and the pages of their list, are content: any path below the blog may be one. */
const isOwnPath = (path: string) => paths.has(path) || /^\/blog(?:\/|$)/.test(path);

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The path inside the app that a clicked link leads to; undefined when the browser should follow the link. */
function ownTarget(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || !isPlainClick(event)) return undefined;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.hreflang) return undefined;
  // On the second error screen the router is gone.
  if (link.matches(part('document'))) return undefined;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.searchParams.has('lang')) return undefined;
  if (url.pathname === location.pathname && url.hash) return undefined;
  return isOwnPath(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

/** Turns plain links into navigations inside the running app; the document script moves the focus. */
export function followNavigation(router: Router): void {
  document.addEventListener('click', (event) => {
    const href = ownTarget(event);
    if (!href) return;
    event.preventDefault();
    void router.navigate({ href });
  });
  // A visitor who signs in here may be an admin; a page opened with a session loads this by its session script.
  const stop = listen('session', () => {
    if (read('session') === null) return;
    stop();
    void import('../document/admin-link.ts').then(({ startAdminLink }) => startAdminLink());
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) closeErrors();
  });
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged) return;
    // The server wrote this data for the first page only.
    document.querySelector('script[type="application/ld+json"]')?.remove();
    emit('navigated');
  });
}
