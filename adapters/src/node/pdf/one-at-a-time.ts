import type { PdfInspection, PdfInspector } from '@coachsite/core/ebook';

/** What cannot be inspected is not accepted. */
export const unreadable: PdfInspection = { kind: 'unreadable' };

type Inspect = PdfInspector['inspect'];

/**
 * Inspects one PDF after the other. If an inspection fails, the PDF is `unreadable`; a failed inspection does not block
 * the queue.
 */
export function oneAtATime(inspectOnce: Inspect): Inspect {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const inspection = last.then(() => inspectOnce(bytes)).catch(() => unreadable);
    last = inspection;
    return inspection;
  };
}
