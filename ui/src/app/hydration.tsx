import { useEffect } from 'react';

let resolve: () => void;

/** Resolves once React has hydrated the page, so that its parts react to clicks and submits. */
export const hydration: Promise<void> = new Promise((settle) => {
  resolve = settle;
});

/** Rendered beside a page, inside the same boundary, so that its effect runs after those of the page. */
export function HydrationSignal() {
  useEffect(() => resolve(), []);
  return null;
}
