import { read, write } from '../browser/storage.ts';

const androidCheckMs = 5000;
const key = 'root-reload';

/**
 * Shows a message on a page without its root element; on Android a page whose root is empty after 5 s is reloaded once.
 * Source: docs/rules.md#9, docs/rules.md#reading-pages.
 */
export function checkRoot() {
  const content = document.getElementById('root');
  if (!content) void import('./root-missing.ts').then(({ showMissing }) => showMissing());
  else if (/Android/i.test(navigator.userAgent)) {
    setTimeout(() => {
      if (content.firstElementChild) write(key, null, 'sessionStorage');
      else if (!read(key, 'sessionStorage') && write(key, '1', 'sessionStorage')) location.reload();
    }, androidCheckMs);
  }
}
