/** Whether two boxes overlap. */
const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/** What a reader is at: a control that shows its focus, or a notice or title that received it without showing it. */
const focus = ':focus-visible, main :is([role="alert"], .notice, h1, h2, h3)';

const controls = 'a[href], button, input, select, textarea, summary';

/**
 * How much the toasts hide where they stand: what has the focus counts most, then the button of a form, then every other
 * control of the content.
 */
function hidden(toasts: HTMLElement): number {
  const box = toasts.getBoundingClientRect();
  const focused = document.activeElement;
  let sum = focused?.matches(focus) && meet(focused.getBoundingClientRect(), box) ? 1000 : 0;
  for (const control of document.querySelectorAll(`main :is(${controls})`))
    if (meet(control.getBoundingClientRect(), box))
      sum += control.matches('form [type="submit"]') ? 100 : 1;
  return sum;
}

/**
 * Keeps usable what the page is about: toasts that would cover the focused element or controls move to the other end of the
 * window, if they cover less there. Returns a function that stops this.
 * Source: WCAG 2.2 2.4.11, docs/law-and-search.md#E1, docs/design.md#6.10.
 */
export function leaveSpace(toasts: HTMLElement): () => void {
  const { classList } = toasts;
  let frame = 0;
  const look = () => {
    if (toasts.contains(document.activeElement)) return;
    classList.remove('is-away');
    const here = hidden(toasts);
    if (here === 0) return;
    classList.add('is-away');
    if (hidden(toasts) >= here) classList.remove('is-away');
  };
  // The browser scrolls the focused element into view before the next frame.
  const plan = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  look();
  document.addEventListener('focusin', plan);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', plan);
    classList.remove('is-away');
  };
}
