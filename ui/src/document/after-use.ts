import { isInAppBrowser } from '../browser/in-app.ts';
import { listen } from '../browser/page-events.ts';
import { read } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { focusContent, onClick } from './page.ts';
import { startStickyBar } from './sticky-bar.ts';
import { restoreTyped } from './typed.ts';

/** Shows a week that was painted earlier in this tab in place of its picture. */
function restoreWeek() {
  const host = document.querySelector<HTMLElement>(part('week'));
  if (host && read('week', 'sessionStorage'))
    void import('./week/start-week.ts').then(({ startWeek }) => startWeek(host));
}

/** Starts what a page needs once it is used. */
export function startAfterUse() {
  restoreTyped();
  if (isInAppBrowser(navigator.userAgent))
    void import('./inside-app.ts').then(({ openLinksHere }) => openLinksHere());
  startStickyBar();
  restoreWeek();
  listen('navigated', restoreWeek);
  // Screen readers miss where the focus goes at the moment in which the menu becomes modal.
  onClick(part('menu-open'), () => setTimeout(focusContent, 150, part('menu-close')));
}
