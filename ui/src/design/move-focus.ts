/**
 * Moves the focus when a response has come. A visitor who has gone on to another part of the page keeps it: what is being
 * typed there would land in `target`. Source: WCAG 2.2 3.2.2.
 */
export function moveFocus(target: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  const part = target?.closest('dialog, section') ?? body;
  if (activeElement === body || part.contains(activeElement)) target?.focus();
}
