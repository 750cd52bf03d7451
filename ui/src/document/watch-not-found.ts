import { listen } from '../browser/page-events.ts';
import { part } from './attributes.ts';
import { consent } from './consent.ts';

/** Reports the path of a not-found page if analytics is allowed; the code for it is loaded on demand. */
function look() {
  if (!document.querySelector(part('not-found')) || !consent()?.analytics) return;
  void import('./report-not-found.ts').then(({ reportNotFound }) => reportNotFound());
}

/** Reports an unknown path when its page loads, when the app navigates to one, or when consent is given on it. */
export function startNotFound() {
  listen('consent', look);
  listen('navigated', look);
  look();
}
