const eventTypes = ['scroll', 'resize', 'focusin', 'pointerdown'];

/** Lets the browser respond to a click first, in milliseconds. */
const waitMs = 200;

function fetchBar() {
  // Offline: try again at the next use.
  import('./sticky-bar.ts').then(({ startStickyBar }) => startStickyBar(), listen);
}

function start({ type }: Pick<Event, 'type'>) {
  for (const type of eventTypes) removeEventListener(type, start);
  if (type === 'pointerdown') setTimeout(fetchBar, waitMs);
  else fetchBar();
}

function listen() {
  for (const type of eventTypes) addEventListener(type, start);
}

/** Loads the bar at the bottom, and the space it needs, once the page is used. */
export function startOnUse() {
  listen();
  // The page may have been used before this script loaded.
  if (scrollY || document.activeElement !== document.body) start({ type: 'scroll' });
}
