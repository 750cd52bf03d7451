import { type Language, languageCookie, languages } from '@coachsite/core/language';
import { queueInput } from './input-queue.ts';

const root = document.documentElement;
const offered: readonly (string | null | undefined)[] = languages;

/**
 * Runs in the head, before anything is painted: sets the classes for state that only this browser knows, and the
 * language. A stored language that differs from the page's is written to the cookie that the server reads, and the
 * page is reloaded; a URL that names its language takes precedence.
 * Source: docs/law-and-search.md#F2, docs/law-and-search.md#F7.
 */
function prepare(): void {
  const { classList } = root;
  let chosen: string | undefined;
  try {
    // Read as properties, the shortest code, as it is in every page.
    const { session, language: stored, 'cookie-consent': choice }: Storage = localStorage;
    const once = sessionStorage;
    const flag = 'language-reload';
    classList.toggle('signed-in', !!session);
    chosen = choice;
    const explicit = offered.includes(new URLSearchParams(location.search).get('lang'));
    if (explicit || !offered.includes(stored) || stored === root.lang) delete once[flag];
    else if (!once[flag]) {
      once[flag] = stored;
      // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie at the reload that follows at once
      document.cookie = languageCookie(stored as Language, location.protocol === 'https:');
      location.reload();
    }
  } catch {
    // Storage is blocked: nothing is known about the visitor.
  }
  classList.add('js');
  // The document script validates the choice, and asks again if it is no longer valid.
  classList.toggle('consent-open', !chosen);
}

prepare();
queueInput(root, () => import(/* @vite-ignore */ root.dataset.document as string));
