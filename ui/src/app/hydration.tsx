import { useEffect } from 'react';

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves once React has hydrated the page, so that its parts react to clicks and submits. */
export const hydration: Promise<void> = promise;

/** Rendered beside a page, inside the same boundary, so that its effect runs after those of the page. */
export function HydrationSignal() {
  useEffect(resolve, []);
  return null;
}
