import { read } from '../browser/storage.ts';

/** Lets the browser respond to a click first, in milliseconds. */
const waitMs = 200;

let isStarted = false;

function fetchParts() {
  import('./after-use.ts').then(
    ({ startAfterUse }) => startAfterUse(),
    (error: unknown) => {
      // Offline: try again at the next use.
      isStarted = false;
      throw error;
    },
  );
}

function start({ type }: Pick<Event, 'type'>) {
  if (isStarted) return;
  isStarted = true;
  if (type === 'pointerdown') setTimeout(fetchParts, waitMs);
  else fetchParts();
}

/** Loads what a page needs once it is used: the bar at the bottom and the space it needs, and a week painted before. */
export function startOnUse() {
  for (const type of ['scroll', 'resize', 'focusin', 'pointerdown']) addEventListener(type, start);
  // The page may have been used before this script loaded, or before it was loaded anew.
  if (read('typed', 'sessionStorage') || scrollY || document.activeElement !== document.body)
    start({ type: 'scroll' });
}
