import { cleanAddress } from '@coachsite/core/address';
import { isLanguage } from '@coachsite/core/language';
import { rememberLanguage } from './language.ts';
import { root } from './page.ts';

/** Empties `lang` in a query, with what it asked for; what is empty is cleaned away. */
function withoutLanguage(search: string) {
  const asked = new URLSearchParams(search).get('lang');
  return isLanguage(asked) && rememberLanguage(asked)
    ? search.replaceAll(/[^?&]+/g, (part) => (new URLSearchParams(part).has('lang') ? '' : part))
    : search;
}

/**
 * Shows the plain address of the page: an explicit `?lang=` is stored and removed, tracking parameters and an over-long
 * query go. Sources: specification §9; legal reference F2.
 */
export function tidyAddress() {
  const { pathname, search, hash } = location;
  const clean = cleanAddress(pathname + withoutLanguage(search) + hash);
  delete root.dataset.arrival;
  if (clean === pathname + search + hash) return;
  // A mailed link may be long: its page still finds here what it was opened with.
  root.dataset.arrival = pathname + search;
  history.replaceState(history.state, '', clean);
}
