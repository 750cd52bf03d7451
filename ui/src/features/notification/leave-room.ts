/** Whether two boxes share any part of the window. */
const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * Keeps what has the focus uncovered: where the toasts would lie over it they stand at the top of the window instead.
 * Returns what ends it. Source: WCAG 2.2 2.4.11, docs/law-and-search.md#E1.
 */
export function leaveRoomForFocus(toasts: HTMLElement): () => void {
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
  // The browser brings into sight what has the focus before the next frame.
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
