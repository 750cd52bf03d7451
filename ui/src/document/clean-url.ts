import { isLanguage } from '@coachsite/core/language';
import { cleanUrl } from '@coachsite/core/url';
import { rememberLanguage } from './language.ts';
import { root } from './page.ts';

/** Stores the language of `?lang=` and returns the query without it. */
function withoutLanguage(search: string) {
  const language = new URLSearchParams(search).get('lang');
  if (!isLanguage(language) || !rememberLanguage(language)) return search;
  const parts = search.slice(1).split('&');
  return `?${parts.filter((part) => !new URLSearchParams(part).has('lang')).join('&')}`;
}

/** No page of the site reads tokens from its fragment; a client that asked for them by mistake gets a clean URL. */
const withoutTokens = (hash: string) => (hash.includes('access_token=') ? '' : hash);

/**
 * Cleans the URL in the address bar: tokens in the fragment are removed; an explicit `?lang=` is stored and removed;
 * tracking parameters and an over-long query are removed. Source: docs/rules.md#9, docs/law-and-search.md#F2.
 */
export function showCleanUrl() {
  const { pathname, search, hash } = location;
  const clean = cleanUrl(pathname + withoutLanguage(search) + withoutTokens(hash));
  delete root.dataset.query;
  if (clean === pathname + search + hash) return;
  // A mailed link may be over-long; its page still needs the parameters.
  root.dataset.query = pathname + search;
  history.replaceState(history.state, '', clean);
}
