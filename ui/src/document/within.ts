/**
 * The closest element to the target of an event that matches `selector`. In a file of its own, as the contact form needs it
 * on the server too: `page.ts` reads the document as soon as it is imported.
 */
export const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
