/** Lets the browser respond to a click first, in milliseconds. */
const waitMs = 200;

let isStarted = false;

function fetchParts() {
  // Offline: try again at the next use.
  import('./after-use.ts').then(
    ({ startAfterUse }) => startAfterUse(),
    () => {
      isStarted = false;
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
  // The page may have been used before this script loaded.
  if (scrollY || document.activeElement !== document.body) start({ type: 'scroll' });
}
