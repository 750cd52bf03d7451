import { emit } from '../browser/page-events.ts';
import { part } from './attributes.ts';
import { fetchScript, root } from './page.ts';
import { within } from './within.ts';

let starting: Promise<void> | undefined;

/** Loads the app, a separate build, by its URL on the root element. */
const load = () =>
  fetchScript<{ start: () => Promise<void> }>(root.dataset.app).then(({ start }) => start());

/** Repeats a click, a choice or a submit. */
function repeat(element: HTMLElement) {
  // A radio button or checkbox is checked already: undo that first, so that the app sees it change.
  if ('checked' in element) element.checked = !element.checked;
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

/** Leaves the action to the browser; a form without an `action` is not sent. */
function leaveToBrowser(element: HTMLElement) {
  const { form, type } = element as HTMLButtonElement;
  const sent = element instanceof HTMLFormElement ? element : type === 'submit' ? form : null;
  if (sent?.hasAttribute('action')) sent.submit();
  if (element instanceof HTMLAnchorElement) location.assign(element.href);
}

/** Handles the queued elements that wait for the app. */
const takeOver = (level: 1 | 2, handle: (element: HTMLElement) => void) =>
  emit('queue', [
    level,
    (_events, elements) => {
      const waiting = [...elements].filter((element) => element.isConnected);
      elements.clear();
      for (const element of waiting) handle(element);
    },
  ]);

/** Starts React once, then repeats the queued input. A start that failed (offline) can be tried again. */
export function startApp(run: () => Promise<void> = load): Promise<void> {
  starting ??= run().then(
    () => {
      takeOver(2, repeat);
    },
    (error: unknown) => {
      starting = undefined;
      root.classList.add('failed');
      takeOver(1, leaveToBrowser);
      throw error;
    },
  );
  return starting;
}

/** A part that needs the app; the root element has the attribute too, with the URL of the app. */
const appPart = `${part('app')}:not(html)`;

/**
 * Drains the input queue: dispatches the queued events and repeats the queued clicks. Calls `onAppNeeded` when an
 * element waits for the app.
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

/** Events that show that a part is used or about to be used. */
const uses = ['pointerover', 'touchstart', 'focusin', 'click', 'submit', 'input'];

/**
 * Starts React: at load on application pages; elsewhere when a part that needs it (`data-app`) is about to be used. The
 * week, which needs no React, starts in the same way. The input queue holds clicks and submits meanwhile.
 * Source: docs/performance.md#2.
 */
export function startOnIntent(run?: () => Promise<void>) {
  // A failed start is reported as an error that nobody caught; the document still works without the app.
  const begin = () => void startApp(run).catch(reportError);
  for (const name of uses) {
    // On the window, where events arrive that the queue withholds from the document.
    addEventListener(
      name,
      (event) => {
        if (within(event, appPart)) begin();
        const week = within(event, part('week'));
        if (week)
          void import('./week/start-week.ts').then(({ startWeek }) => startWeek(week, event));
      },
      true,
    );
  }
  drainQueue(begin);
  // The part may have been used before this script loaded. A history state was left by the app, which then handles Back
  // and Forward.
  const isUsed =
    document.activeElement?.closest(appPart) || document.querySelector(`${appPart}:hover`);
  if (root.dataset.start === 'load' || history.state || isUsed) begin();
}
