import { stickyBarVisible } from '@coachsite/core/call-to-action';
import { focusContent, onClick, root } from './page.ts';
import { read, write } from './storage.ts';

const key = 'sticky-cta-dismissed';

let isDismissed = false;
let isPlanned = false;

function update() {
  isPlanned = false;
  root.classList.toggle('sticky-done', isDismissed);
  root.classList.toggle(
    'sticky-on',
    stickyBarVisible({
      scrollY,
      pageHeight: root.scrollHeight,
      windowHeight: innerHeight,
      windowWidth: innerWidth,
      dismissed: isDismissed,
      consentOpen: root.classList.contains('consent-open'),
    }),
  );
  // The focused element is never covered: what scrolls into view stops above the layer. Source: legal reference E1.
  const docks = document.querySelectorAll<HTMLElement>('[data-dock]');
  const covered = Math.max(0, ...[...docks].map((dock) => dock.offsetHeight));
  const room = covered ? `${covered + 24}px` : '';
  root.style.scrollPaddingBottom = room;
  // The end of the page cannot scroll any higher: the footer makes room below itself, while there is something to make
  // room for. Every element inherits this, so that a change costs a slow phone a frame.
  if (covered) root.style.setProperty('--dock-room', room);
}

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(update);
}

/** The call-to-action bar: past its threshold, never with the banner, closed for the session. Source: §2, §9. */
export function startStickyBar() {
  isDismissed = read(key, 'sessionStorage') !== null;
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan, { passive: true });
  for (const name of ['docks', 'navigated']) document.addEventListener(`coachsite:${name}`, plan);
  onClick('[data-sticky-close]', () => {
    isDismissed = true;
    write(key, 'true', 'sessionStorage');
    update();
    focusContent();
  });
  plan();
}
