import { start as en } from '../../content/en/failures.json' with { type: 'json' };
import { start as nl } from '../../content/nl/failures.json' with { type: 'json' };
import { listen } from '../browser/page-events.ts';
import { showBox } from './failure-box.ts';
import { root } from './page.ts';
import { isLost, reportError } from './report-error.ts';

let box: HTMLElement | undefined;

/** Says in words that fit the cause that the app did not start; a later start removes it. */
function showFailure(error: unknown) {
  const texts = root.lang === 'en' ? en : nl;
  const cause = isLost(error) ? 'connection' : 'browser';
  const own = document.querySelector('.start-failed .notice>span');
  if (own) {
    own.textContent = texts.page[cause];
    return;
  }
  if (box) return;
  box = showBox(`<b>${texts.title}.</b> ${texts[cause]} <a href="">${texts.action}</a>`);
  const stop = listen('queue', ([level]) => {
    if (level < 2) return;
    stop();
    box?.remove();
    box = undefined;
  });
}

/** Reports an error that nobody caught; after a failed start the page says so. Source: docs/rules.md#7, docs/rules.md#8. */
export function handle(error: unknown) {
  reportError(error);
  const { classList } = root;
  if (classList.contains('failed') && !classList.contains('app')) showFailure(error);
}
