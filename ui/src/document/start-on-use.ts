const eventTypes = ['scroll', 'resize', 'focusin', 'pointerdown'];

/** The answer to a press comes first, in milliseconds. */
const waitMs = 200;

function fetchBar() {
  // Offline it is tried again at the next use.
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

/** The bar at the bottom, and the room that layers down there need, come once the page is used. */
export function startOnUse() {
  listen();
  // The first use may have come before this script did.
  if (scrollY || document.activeElement !== document.body) start({ type: 'scroll' });
}
