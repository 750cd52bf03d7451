import { hasConsent } from '@coachsite/core/consent';
import { isLanguage } from '@coachsite/core/language';
import { startEarly } from './early.ts';
import { policyVersion } from './features/consent/policy.ts';

const root = document.documentElement;

/**
 * Runs in the head, before anything is painted: classes for what is only known in this browser, and the language.
 * A stored language that differs from the page's is written to the cookie the server reads, and the page loaded once
 * more; an address that names its language is obeyed instead. Source: legal reference F2, F7.
 */
function prepare(): void {
  const { classList } = root;
  let consent: string | null | undefined;
  try {
    // Read as properties, which are the shortest to write into every page.
    const { session, language: stored, 'cookie-consent': choice }: Storage = localStorage;
    const once = sessionStorage;
    const flag = 'language-reload';
    classList.toggle('signed-in', !!session);
    consent = choice;
    const explicit = isLanguage(new URLSearchParams(location.search).get('lang'));
    if (explicit || !isLanguage(stored) || stored === root.lang) delete once[flag];
    else if (!once[flag]) {
      once[flag] = stored;
      const secure = location.protocol === 'https:' ? ';secure' : '';
      // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie at the reload that follows at once
      document.cookie = `language=${stored};path=/;max-age=31536000;samesite=lax${secure}`;
      location.reload();
    }
  } catch {
    // Storage that may not be read says nothing about the visitor.
  }
  classList.add('js');
  classList.toggle('consent-open', !hasConsent(consent, Date.now(), policyVersion));
}

prepare();
startEarly(root, () => import(/* @vite-ignore */ root.dataset.document as string));
