import {
  isLanguage,
  type Language,
  languageCookie,
  switchLanguage,
} from '@coachsite/core/language';
import { emit } from '../browser/page-events.ts';
import { read, write } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { onClick, root } from './page.ts';

/**
 * Stores the language, and mirrors it in the cookie that the server reads for the next page. Returns whether the
 * cookie was set.
 * Source: docs/law-and-search.md#F7.
 */
export function rememberLanguage(language: Language): boolean {
  write('language', language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two browsers
  document.cookie = languageCookie(language, location.protocol === 'https:');
  return document.cookie.split('; ').includes(`language=${language}`);
}

/**
 * Whether another tab has stored its path since this page stored its own: all tabs share the entry, and a visitor stays in
 * the tab of the switch.
 */
let isOfOtherTab = false;

/**
 * Stores the visited path, to which a switch of the language returns. The page load of such a switch is not a visit:
 * it clears the emptied entry instead.
 * Source: docs/rules.md#3, docs/rules.md#4.
 */
export function rememberPath() {
  write('lastPath', read('lastPath') === '' ? null : location.pathname);
  isOfOtherTab = false;
}

/**
 * Handles the language links: stores the choice and returns to the remembered path, or else to this one. The running
 * app switches without a reload; without cookies the link itself (`?lang=`) does it. Source: docs/law-and-search.md#F9.
 */
export function startLanguage() {
  onClick(`a${part('language')}`, (link, event) => {
    const to = link.dataset.language;
    if (!isLanguage(to) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const here = location.pathname + location.search;
    const last = read('lastPath');
    const lastPath = isOfOtherTab || last === location.pathname ? here : last;
    const { stored, navigateTo, lastPathAfter } = switchLanguage({ to, lastPath });
    const isKept = rememberLanguage(stored);
    // Emptied, so that the load of the next page does not store its path again.
    write('lastPath', '');
    const path = navigateTo ?? here;
    if (!emit('language', { language: to, path })) {
      event.preventDefault();
      if (path === here) write('lastPath', lastPathAfter);
    } else if (isKept) {
      event.preventDefault();
      if (path === here) location.reload();
      else location.assign(path);
    }
  });
  // Sent for what other tabs store only.
  addEventListener('storage', ({ key }) => {
    isOfOtherTab ||= key === 'lastPath';
  });
  // A page restored from the back-forward cache may be in the previous language, and has missed what was stored since.
  addEventListener('pageshow', ({ persisted }) => {
    const stored = read('language');
    if (!persisted) return;
    rememberPath();
    if (isLanguage(stored) && stored !== root.lang) location.reload();
    else dispatchEvent(new Event('storage'));
  });
}
