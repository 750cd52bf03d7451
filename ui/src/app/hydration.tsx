import { useEffect } from 'react';

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves once React has taken over the page that was there: its parts answer to presses and submits. */
export const hydration: Promise<void> = promise;

/** Stands beside a page, inside the same boundary, so that its effect runs after those of the page. */
export function HydrationSignal() {
  useEffect(resolve, []);
  return null;
}
