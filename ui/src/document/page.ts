/** The parts of the page that every script here touches. */

import { part } from './attributes.ts';

/** State classes live on the root element: `consent-open`, `sticky-on`, `signed-in`, … */
export const root: HTMLElement = document.documentElement;

/** What an event happened on or inside of, if that matches `selector`. */
export const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** Calls `handle` for clicks on (or inside) elements that match `selector`, whenever they entered the page. */
export function onClick(
  selector: string,
  handle: (target: HTMLElement, event: MouseEvent) => void,
) {
  document.addEventListener('click', (event) => {
    const target = within(event, selector);
    if (target) handle(target, event);
  });
}

/** Says `text` to assistive technology, politely. */
export function announce(text: string) {
  const region = document.querySelector(part('announcer'));
  if (region) region.textContent = text;
}

/** Calls `then` once the next frame is on the screen: for what takes a slow phone longer than the answer to a tap may. */
export const afterFrame = (then: () => void) =>
  requestAnimationFrame(() => {
    setTimeout(then);
  });

/** Does `work` once the browser has nothing better to do, or after a second. Safari knows no such moment. */
export const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work);

/** Moves the focus to where a page begins: its title, else its content. */
export function focusContent(selector = '#main') {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

/** Fetches a script that is a build of its own; the root element says where it is. */
export const fetchScript = <T>(url: string | undefined): Promise<T> =>
  import(/* @vite-ignore */ url ?? '') as Promise<T>;

/** Adds an element to the head. */
export const addToHead = <Tag extends 'link' | 'script'>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) => document.head.append(Object.assign(document.createElement(tag), properties));
