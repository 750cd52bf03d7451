import { isLanguage } from '@coachsite/core/language';
import { cleanUrl } from '@coachsite/core/url';
import { rememberLanguage } from './language.ts';
import { root } from './page.ts';

/** A query without `lang`, once what it asked for is kept. */
function withoutLanguage(search: string) {
  const asked = new URLSearchParams(search).get('lang');
  if (!isLanguage(asked) || !rememberLanguage(asked)) return search;
  const parts = search.slice(1).split('&');
  return `?${parts.filter((part) => !new URLSearchParams(part).has('lang')).join('&')}`;
}

/**
 * Shows the plain address of the page: an explicit `?lang=` is stored and removed, tracking parameters and an over-long
 * query go. Source: docs/rules.md#9, docs/law-and-search.md#F2.
 */
export function tidyAddress() {
  const { pathname, search, hash } = location;
  const clean = cleanUrl(pathname + withoutLanguage(search) + hash);
  delete root.dataset.arrival;
  if (clean === pathname + search + hash) return;
  // A mailed link may be long: its page still finds here what it was opened with.
  root.dataset.arrival = pathname + search;
  history.replaceState(history.state, '', clean);
}
