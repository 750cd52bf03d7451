import { inApp as en } from '../../content/en/failures.json' with { type: 'json' };
import { inApp as nl } from '../../content/nl/failures.json' with { type: 'json' };
import { showBox } from './failure-box.ts';
import { root } from './page.ts';
import { within } from './within.ts';

/** The links to the guide, whose handler in the running app opens a new tab. */
const guide = 'a[href^="/storage/"]';

let box: HTMLElement | undefined;

/** Copies the address of the page; says it where the app does not let us. */
function copy(status: HTMLElement) {
  const { copied, failed } = root.lang === 'en' ? en : nl;
  const address = location.origin + location.pathname;
  const written = navigator.clipboard?.writeText(address) ?? Promise.reject();
  written.then(
    () => {
      status.textContent = copied;
    },
    () => {
      status.textContent = failed.replace('{{url}}', address);
    },
  );
}

/** Says how to reach the own browser. */
function say() {
  if (box?.isConnected) return;
  const texts = root.lang === 'en' ? en : nl;
  box = showBox(
    `<b>${texts.title}.</b> ${texts.text}</p><p class="row mt-2"><button type="button" class="btn line sm">${texts.copy}</button> <button type="button" class="btn line sm">${texts.close}</button> <span class="small" role="status"></span>`,
  );
  box.style.zIndex = '9';
  // What it says waits for nobody's answer.
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', texts.title);
  const [first, second] = box.querySelectorAll('button');
  const status = box.querySelector('span');
  first?.addEventListener('click', () => status && copy(status));
  second?.addEventListener('click', () => box?.remove());
}

/**
 * Inside another app every link opens here, by a plain request: a new window, or a download, may do nothing there. The guide
 * too; whether it shows, nobody can tell, so the page says how to reach the own browser.
 */
export function openLinksHere(): void {
  const open = (event: Event) => {
    const link = within(event, `a[target],a[download],${guide}`) as HTMLAnchorElement | null;
    if (!link) return;
    for (const name of ['target', 'download']) link.removeAttribute(name);
    if (!link.matches(guide)) return;
    event.preventDefault();
    event.stopPropagation();
    say();
    location.assign(link.pathname);
  };
  addEventListener('click', open, true);
  if (location.pathname === '/guide' && document.querySelector(guide)) say();
}
