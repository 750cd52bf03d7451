/** Whether two boxes overlap. */
const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * Keeps the focused element uncovered: toasts that would cover it move to the top of the window. Returns a function
 * that stops this.
 * Source: WCAG 2.2 2.4.11, docs/law-and-search.md#E1.
 */
export function leaveSpaceForFocus(toasts: HTMLElement): () => void {
  let frame = 0;
  const look = () => {
    const focused = document.activeElement;
    if (!focused || toasts.contains(focused)) return;
    toasts.classList.remove('is-up');
    const isCovered =
      focused.matches(':focus-visible') &&
      meet(focused.getBoundingClientRect(), toasts.getBoundingClientRect());
    toasts.classList.toggle('is-up', isCovered);
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
    toasts.classList.remove('is-up');
  };
}
