import { fetchScript, root, within } from './page.ts';

/** What the visitor did before the app was there; done again once it is. */
type Kept = { readonly element: HTMLElement; readonly submitter: HTMLElement | null };

let starting: Promise<void> | undefined;
let isRunning = false;
let kept: Kept | undefined;

/** The app is a build of its own; the page says where it is. */
const load = async () => {
  const { start } = await fetchScript<{ start: () => Promise<void> }>(root.dataset.app);
  await start();
};

/** Starts React once. A start that failed (offline) may be tried again. */
export function startApp(run: () => Promise<void> = load): Promise<void> {
  starting ??= run().then(
    () => {
      isRunning = true;
      root.classList.add('app');
      replay();
    },
    (error: unknown) => {
      starting = undefined;
      giveUp();
      throw error;
    },
  );
  return starting;
}

function replay() {
  const { element, submitter } = kept ?? {};
  kept = undefined;
  if (!element?.isConnected) return;
  if (element instanceof HTMLFormElement) element.requestSubmit(submitter);
  else {
    // A choice has shown at once; it is taken back for a moment, so that React sees it change.
    if (isChoice(element)) element.checked = !element.checked;
    element.click();
  }
}

const isChoice = (element: HTMLElement): element is HTMLInputElement =>
  element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);

/** Without the app a form is sent the plain way, so that nothing typed is lost. */
function giveUp() {
  const { element } = kept ?? {};
  kept = undefined;
  if (element instanceof HTMLFormElement && element.hasAttribute('action')) element.submit();
  if (element instanceof HTMLAnchorElement) location.assign(element.href);
}

/** A part that needs the app; the root element has the attribute too, with the address of the app. */
const part = '[data-app]:not(html)';

/**
 * When React starts: at load on pages that are applications; elsewhere at the first sign that a part that needs it
 * (`data-app`) is about to be used. A submit or press before that waits and is done again.
 * Source: docs/performance.md#2.
 */
export function startOnIntent(run?: () => Promise<void>) {
  // A failed start leaves the document as it is; it works without the app.
  const begin = () => void startApp(run).catch(() => {});
  for (const name of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(
      name,
      (event) => {
        if (within(event, part)) begin();
      },
      true,
    );
  }
  const keep = (event: Event, element: HTMLElement, submitter: HTMLElement | null) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept = { element, submitter };
    begin();
  };
  addEventListener(
    'submit',
    (event) => {
      const form = within(event, `form${part}, ${part} form`);
      if (form && !isRunning) keep(event, form, (event as SubmitEvent).submitter);
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const pressed = within(event, 'button, a[data-app]');
      if (!pressed || isRunning || !pressed.closest(part)) return;
      const isSubmit = (pressed as HTMLButtonElement).type === 'submit';
      if (!isSubmit || !(pressed as HTMLButtonElement).form) keep(event, pressed, null);
    },
    true,
  );
  // A choice is told by its input, which may have come before this script did.
  addEventListener(
    'input',
    (event) => {
      const chosen = within(event, 'input');
      if (!chosen || isRunning || !isChoice(chosen) || !chosen.closest(part)) return;
      kept = { element: chosen, submitter: null };
      begin();
    },
    true,
  );
  // The first sign may have come before this script did. Where the app has left a state, Back and Forward are its own.
  const isUsed = document.activeElement?.closest(part) || document.querySelector(`${part}:hover`);
  if (root.dataset.start === 'load' || history.state || isUsed) begin();
}
