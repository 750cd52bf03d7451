import { emit } from '../browser/page-events.ts';
import { part } from './attributes.ts';
import { fetchScript, root, within } from './page.ts';

let starting: Promise<void> | undefined;

/** The app is a build of its own; the page says where it is. */
const load = async () => {
  const { start } = await fetchScript<{ start: () => Promise<void> }>(root.dataset.app);
  await start();
};

/** Repeats a press, a choice or a submit. */
function repeat(element: HTMLElement) {
  // A choice already shows: taken back, so that the app sees it change.
  if ('checked' in element) element.checked = !element.checked;
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

/** Lets the browser do what it can. A form without an action has nowhere to go. */
function leaveToBrowser(element: HTMLElement) {
  const { form, type } = element as HTMLButtonElement;
  const sent = element instanceof HTMLFormElement ? element : type === 'submit' ? form : null;
  if (sent?.hasAttribute('action')) sent.submit();
  if (element instanceof HTMLAnchorElement) location.assign(element.href);
}

/** Takes out of the input queue what waits for the app. */
const takeOver = (level: 1 | 2, handle: (element: HTMLElement) => void) =>
  emit('queue', [
    level,
    (_events, elements) => {
      const waiting = [...elements].filter((element) => element.isConnected);
      elements.clear();
      for (const element of waiting) handle(element);
    },
  ]);

/** Starts React once, then repeats what waited for it. A start that failed (offline) may be tried again. */
export function startApp(run: () => Promise<void> = load): Promise<void> {
  starting ??= run().then(
    () => {
      root.classList.add('app');
      takeOver(2, repeat);
    },
    (error: unknown) => {
      starting = undefined;
      takeOver(1, leaveToBrowser);
      throw error;
    },
  );
  return starting;
}

/** A part that needs the app; the root element has the attribute too, with the URL of the app. */
const appPart = `${part('app')}:not(html)`;

/**
 * Takes over from the browser: what was missed is dispatched again, what was pressed is pressed again. Calls `onAppNeeded`
 * when something waits for the app.
 */
export function drainQueue(onAppNeeded: () => void = () => {}) {
  emit('queue', [
    1,
    (events, elements) => {
      for (const event of events.splice(0)) event.target?.dispatchEvent(event);
      for (const element of elements) {
        if (element.closest(appPart)) onAppNeeded();
        else if (elements.delete(element)) element.click();
      }
    },
  ]);
}

/** The first sign that a part is about to be used, or is used. */
const uses = ['pointerover', 'touchstart', 'focusin', 'click', 'submit', 'input'];

/**
 * When React starts: at load on pages that are applications; elsewhere at the first sign that a part that needs it
 * (`data-app`) is about to be used. The input queue holds what is pressed or sent meanwhile.
 * Source: docs/performance.md#2.
 */
export function startOnIntent(run?: () => Promise<void>) {
  // A failed start leaves the document as it is; it works without the app.
  const begin = () => void startApp(run).catch(() => {});
  for (const name of uses) {
    // On the window, where events arrive that the queue holds back from the document.
    addEventListener(name, (event) => within(event, appPart) && begin(), true);
  }
  drainQueue(begin);
  // The first sign may have come before this script did. Where the app has left a state, Back and Forward are its own.
  const isUsed =
    document.activeElement?.closest(appPart) || document.querySelector(`${appPart}:hover`);
  if (root.dataset.start === 'load' || history.state || isUsed) begin();
}
