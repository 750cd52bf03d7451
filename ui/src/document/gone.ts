/**
 * What a page gets in place of a script of its own that is gone, because a newer version of the site is served. A file by
 * itself, in a build of its own: the other parts of the page may be gone too. Whoever imported it gets an error. Where
 * nobody has another way to go on, the page is loaded anew: once, with what was typed.
 * Source: docs/decisions/0070-assets-of-earlier-builds.md.
 */

import { start as en } from '../../content/en/failures.json' with { type: 'json' };
import { start as nl } from '../../content/nl/failures.json' with { type: 'json' };
import { read, write } from '../browser/storage.ts';
import { showBox } from './failure-box.ts';
import { keepTyped } from './typed.ts';

const key = 'gone-reload';

/** A page that was loaded anew so shortly before would not become whole by another load, in milliseconds. */
const pauseMs = 600_000;

/** A press that was left to the browser may be on its way to another page, in milliseconds. */
const waitMs = 500;

const gone = new Error('A part of this page is gone since a newer version of the site is served');

let isRenewing = false;

/** Loads the page anew. The response to a form is asked for by its address, as a reload would send the form again. */
function reload(): void {
  const data = document.getElementById('page-data')?.textContent ?? '{}';
  if ('form' in JSON.parse(data)) location.replace(location.pathname + location.search);
  else location.reload();
}

/** Says that the page has to be loaded anew, where that has just happened or cannot be remembered. */
function say(): void {
  const { title, renewed, action } = document.documentElement.lang === 'en' ? en : nl;
  showBox(`<b>${title}.</b> ${renewed} <a href="">${action}</a>`);
}

function renew(): void {
  if (isRenewing) return;
  isRenewing = true;
  const isAgain = Date.now() - Number(read(key, 'sessionStorage')) < pauseMs;
  if (isAgain || !write(key, String(Date.now()), 'sessionStorage')) say();
  else setTimeout(reload, waitMs);
}

const follow = ({ error, reason = error }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
  if (reason === gone) renew();
};

addEventListener('error', follow);
addEventListener('unhandledrejection', follow);
// The running app shows its error screen in place of a page that has lost a part, and reports nothing to the window.
new MutationObserver(() => {
  if (document.querySelector('.err-screen')) renew();
}).observe(document.body, { childList: true, subtree: true });
// As it is now, as the app may show its error screen in place of the form; and however the page is left.
keepTyped();
for (const name of ['input', 'pagehide']) addEventListener(name, keepTyped, true);

throw gone;
