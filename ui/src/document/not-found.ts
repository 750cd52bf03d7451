import { listen } from '../browser/page-events.ts';
import { part } from './attributes.ts';
import { consent } from './consent.ts';

/** Looks whether a path was missed that analytics may know of; what tells it comes when there is one. */
function look() {
  if (!document.querySelector(part('not-found')) || !consent()?.analytics) return;
  void import('./report-not-found.ts').then(({ reportNotFound }) => reportNotFound());
}

/** Reports a missed path when the page shows, when the app navigates to one, or when consent is given on it. */
export function startNotFound() {
  listen('consent', look);
  listen('navigated', look);
  look();
}
