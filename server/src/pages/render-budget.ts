/**
 * Whether one more page may be rendered for a request now: `burst` at once, then `perSecond`. Rendering takes several
 * milliseconds of the main thread, so strangers must not be able to ask for as much of it as they like.
 * Source: docs/security.md#IN-5.
 */
export function renderBudget(
  burst: number,
  perSecond: number,
  now: () => number = () => performance.now(),
): () => boolean {
  let left = burst;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond);
    at = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
