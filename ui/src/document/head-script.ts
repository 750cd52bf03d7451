import { queueInput } from './input-queue.ts';

/*
 * Runs in the head, before anything is painted: sets the classes for state that only this browser knows, and the
 * language. A stored language that differs from the page's is written to the cookie that the server reads, and the
 * page is reloaded if there are cookies; a URL that names its language takes precedence.
 * Source: docs/law-and-search.md#F2, docs/law-and-search.md#F7.
 */

const { documentElement: root, fonts, location, referrer } = document;
const { classList, dataset } = root;

let chosen: string | undefined;
try {
  // Read as properties, the shortest code, as it is in every page.
  const { session, language: stored, 'cookie-consent': choice }: Storage = localStorage;
  const once = sessionStorage;
  const flag = 'language-reload';
  if (session) classList.add('signed-in');
  chosen = choice;
  const isExplicit = /\blang=(nl|en)\b/.test(location.search);
  if (isExplicit || !/^(nl|en)$/.test(stored) || stored === root.lang) delete once[flag];
  else if (!once[flag]) {
    once[flag] = stored;
    // As `languageCookie` of the core writes it, which would cost bytes in every page.
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie at the reload that follows at once
    document.cookie = `language=${stored}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
    // Reading waits for the cookie, which Chromium stores after a request that leaves at once.
    if (document.cookie) location.reload();
  }
} catch {
  // Storage is blocked: nothing is known about the visitor.
}
// The document script validates the choice, and asks again if it is no longer valid. Where the browser answers for its visitor
// (Global Privacy Control), or the server heard it do so, nobody is asked. Source: docs/law-and-search.md#D13.
classList.add(
  'js',
  chosen || navigator.globalPrivacyControl || dataset.gpc ? 'js' : 'consent-open',
);

// The web fonts wait for the first paint; from another page of this site they are in the cache, and used at once.
// Source: docs/decisions/0057-fonts-after-the-first-paint.md.
if (referrer.includes(location.host)) {
  classList.add('fonts');
  // A browser that blocks fonts is no error to report.
  fonts.load('1em Archivo').catch(() => 0);
}

queueInput(root, () => {
  classList.add('fonts');
  // The document script starts the app, which would be fetched only then, and reports what fails.
  if (dataset.start) import(/* @vite-ignore */ dataset.app as string).catch(() => 0);
  return import(/* @vite-ignore */ dataset.document as string);
});
