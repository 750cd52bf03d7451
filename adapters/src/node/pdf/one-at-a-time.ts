import type { PdfInspection, PdfInspector } from '@coachsite/core/ebook';

/** What cannot be inspected is not accepted. */
export const unreadable: PdfInspection = { kind: 'unreadable' };

type Inspect = PdfInspector['inspect'];

/** Inspects one PDF after the other; one whose inspection fails is `unreadable`, and keeps none after it from its turn. */
export function oneAtATime(inspectOnce: Inspect): Inspect {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const inspection = last.then(() => inspectOnce(bytes)).catch(() => unreadable);
    last = inspection;
    return inspection;
  };
}
