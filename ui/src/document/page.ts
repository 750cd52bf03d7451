/** Helpers that the scripts of this folder share. */

import { part } from './attributes.ts';
import { within } from './within.ts';

/** State classes live on the root element: `consent-open`, `sticky-on`, `signed-in`, … */
export const root: HTMLElement = document.documentElement;

/** Calls `handle` for clicks on (or inside) elements that match `selector`, also those added later. */
export function onClick(
  selector: string,
  handle: (target: HTMLElement, event: MouseEvent) => void,
) {
  document.addEventListener('click', (event) => {
    const target = within(event, selector);
    if (target) handle(target, event);
  });
}

/**
 * Announces `text` to assistive technology, politely. It goes once it was heard: a text that stays is said again when a
 * modal dialog closes.
 */
export function announce(text = '') {
  const region = document.querySelector(part('announcer'));
  if (region) region.textContent = text;
  if (text) setTimeout(announce, 3000);
}

/** Calls `then` after the next frame: for work that would delay the response to a tap on a slow phone. */
export const afterFrame = (then: () => void) =>
  requestAnimationFrame(() => {
    setTimeout(then);
  });

/** Does `work` when the browser is idle, or after a second; Safari lacks `requestIdleCallback`. */
export const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work);

/** Moves the focus to the content of the page, or to what `selector` matches first. */
export function focusContent(selector = '#main') {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

/** Fetches a script of another build, by its URL on the root element. */
export const fetchScript = <T>(url: string | undefined): Promise<T> =>
  import(/* @vite-ignore */ url as string) as Promise<T>;
