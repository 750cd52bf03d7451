const signs = ['scroll', 'resize', 'focusin', 'pointerdown'];

/** The answer to a press comes first, in milliseconds. */
const waitMs = 200;

function start() {
  for (const sign of signs) removeEventListener(sign, start);
  setTimeout(
    () => void import('./sticky-bar.ts').then(({ startStickyBar }) => startStickyBar()),
    waitMs,
  );
}

/** The bar at the bottom, and the room that layers down there need, come once the page is used. */
export function startOnUse() {
  for (const sign of signs) addEventListener(sign, start);
  // The first use may have come before this script did.
  if (scrollY || document.activeElement !== document.body) start();
}
