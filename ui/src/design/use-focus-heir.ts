import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a part of the page: when the focused element is removed, the first of `heirs` (selectors) that
 * exists takes the focus. Source: WCAG 2.2 2.4.3.
 */
export function useFocusHeir(
  box: RefObject<HTMLElement | null>,
  heirs: readonly [string, ...string[]],
): void {
  useEffect(() => {
    const part = box.current;
    if (!part) return;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      const isLost = last instanceof Element && !last.isConnected;
      if (!isLost || document.activeElement !== document.body) return;
      last = null;
      const found = heirs.map((heir) => part.querySelector<HTMLElement>(heir));
      found.find((heir) => heir !== null)?.focus();
    });
    part.addEventListener('focusin', remember);
    observer.observe(part, { childList: true, subtree: true });
    return () => {
      part.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [box, heirs]);
}
