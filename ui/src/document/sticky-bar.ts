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
  // The focused element is never covered: what scrolls into view stops above the layer.
  // Source: docs/law-and-search.md#E1.
  const docks = [...document.querySelectorAll<HTMLElement>(part('dock'))];
  const covered = Math.max(0, ...docks.map((dock) => dock.offsetHeight));
  const room = covered ? `${covered + 24}px` : '';
  root.style.scrollPaddingBottom = room;
  // The end of the page cannot scroll any higher: the footer makes room below itself, while there is something to make
  // room for, and toasts stand above it. Told to these alone: what the root has, every element of the page would inherit.
  if (covered)
    for (const part of document.querySelectorAll<HTMLElement>('footer,.is-toast'))
      part.style.setProperty('--dock-room', room);
  if (isOn && !wasOn) uncover(innerHeight - covered);
}

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(update);
}

/**
 * Browsers leave what a layer covers in part where it is. A title that is focused after a navigation stays too: Back has
 * its own place. A layer that comes while somebody scrolls moves only what it now covers, from `top` to the lower edge of
 * the window. Source: docs/law-and-search.md#E1.
 */
function uncover(top?: number) {
  const focused = document.querySelector(':focus-visible:not([tabindex="-1"])');
  const box = focused?.getBoundingClientRect();
  if (top && box && (box.top > innerHeight || box.bottom < top)) return;
  focused?.scrollIntoView({ block: 'nearest' });
}

/**
 * The call-to-action bar: past its threshold, never with the banner, closed for the session. Source: docs/rules.md#2,
 * docs/rules.md#9.
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
  // The first focus may have come before this script did.
  requestAnimationFrame(() => uncover());
}
