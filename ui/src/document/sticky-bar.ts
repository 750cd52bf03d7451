import { stickyBarVisible } from '@coachsite/core/call-to-action';
import { listen } from '../browser/page-events.ts';
import { read, write } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { focusContent, onClick, root } from './page.ts';

const key = 'sticky-cta-dismissed';

let isDismissed = false;
let isPlanned = false;

function update() {
  isPlanned = false;
  const { classList } = root;
  const wasOn = classList.contains('sticky-on');
  classList.toggle('sticky-done', isDismissed);
  const isOn = classList.toggle(
    'sticky-on',
    stickyBarVisible({
      scrollY,
      pageHeight: root.scrollHeight,
      windowHeight: innerHeight,
      windowWidth: innerWidth,
      dismissed: isDismissed,
      consentOpen: classList.contains('consent-open'),
    }),
  );
  // The focused element is never covered: scrolling into view stops above the layer. Source: docs/law-and-search.md#E1.
  const docks = [...document.querySelectorAll<HTMLElement>(part('dock'))];
  const covered = Math.max(0, ...docks.map((dock) => dock.offsetHeight));
  const space = covered ? `${covered + 24}px` : '';
  root.style.scrollPaddingBottom = space;
  // The page cannot scroll past its end, so the footer gets padding while it is covered, and toasts are placed above
  // the layer. The property is set on these elements only: on the root every element would inherit it, which is slow.
  if (covered)
    for (const part of document.querySelectorAll<HTMLElement>('footer,.is-toast'))
      part.style.setProperty('--dock-space', space);
  if (isOn && !wasOn) uncover(innerHeight - covered);
}

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(update);
}

/**
 * Scrolls the focused element out from under a layer, as browsers leave a partly covered element where it is. A title
 * that is focused after a navigation is left alone, as Back restores its own position. A layer that appears while the
 * visitor scrolls moves only an element between `top` and the lower edge of the window.
 * Source: docs/law-and-search.md#E1.
 */
function uncover(top?: number) {
  const focused = document.querySelector(':focus-visible:not([tabindex="-1"])');
  const box = focused?.getBoundingClientRect();
  if (top && box && (box.top > innerHeight || box.bottom < top)) return;
  focused?.scrollIntoView({ block: 'nearest' });
}

/**
 * The call-to-action bar: shown past its scroll threshold, never together with the banner, and closed for the session
 * once dismissed. Source: docs/rules.md#9.
 */
export function startStickyBar() {
  isDismissed = read(key, 'sessionStorage') !== null;
  addEventListener('scroll', plan);
  addEventListener('resize', plan);
  listen('docks', plan);
  listen('navigated', plan);
  onClick(part('sticky-close'), () => {
    isDismissed = true;
    write(key, 'true', 'sessionStorage');
    update();
    focusContent();
  });
  plan();
  addEventListener('focusin', () => uncover());
  // An element may have been focused before this script loaded.
  requestAnimationFrame(() => uncover());
}
