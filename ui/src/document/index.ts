/**
 * The script of every page: what works before and without React, by event delegation on `data-*` attributes. The same
 * code runs in documents and in the running app. Source: docs/decisions/0002-documents-first.md.
 */

import { listen } from '../browser/page-events.ts';
import { showCleanUrl } from './clean-url.ts';
import { startConsent } from './consent.ts';
import { startDrafts } from './contact-draft.ts';
import { rememberPath, startLanguage } from './language.ts';
import { closeMenu, startMenu } from './menu.ts';
import { announce, focusContent, onClick, whenIdle } from './page.ts';
import { checkRoot } from './root-check.ts';
import { removeServiceWorkers } from './service-workers.ts';
import { startSignedIn } from './signed-in.ts';
import { startSpeculation } from './speculation.ts';
import { startOnIntent } from './start-app.ts';
import { startOnUse } from './start-on-use.ts';

/**
 * Reports uncaught errors to the server, and says in the page that the app did not start; the code for it is loaded on
 * demand. A failed report is dropped, as it must not cause another one.
 */
const report = ({ error, reason = error }: Partial<ErrorEvent & PromiseRejectionEvent>) =>
  reason && import('./uncaught.ts').then(({ handle }) => handle(reason)).catch(() => {});

addEventListener('error', report);
addEventListener('unhandledrejection', report);

const arrive = () => {
  showCleanUrl();
  rememberPath();
};

checkRoot();
arrive();
startLanguage();
startMenu();
startConsent();
startOnUse();
startSignedIn();
startDrafts();
startOnIntent();

// The second click of a double click may hit a link that the banner or the menu covered: it is unintended.
onClick('a', (_link, event) => event.detail > 1 && event.preventDefault());

// Work that is not urgent runs in pieces, so that the page responds to taps in between.
whenIdle(startSpeculation);
whenIdle(removeServiceWorkers);

// After a client-side navigation the new title gets the focus and is announced. Source: docs/law-and-search.md#E11.
listen('navigated', () => {
  arrive();
  closeMenu();
  focusContent('main h1');
  announce(document.title);
});
