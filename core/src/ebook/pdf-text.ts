import type { PdfElement, PdfPageText } from './ports.ts';

const hasWords = (child: PdfElement | string): boolean =>
  typeof child === 'string' ? child.trim() !== '' : child.children.some(hasWords);

/** Whether any text of a PDF is in its tags, which say what is a heading and what is read first. */
export function isTagged(pages: readonly PdfPageText[]): boolean {
  return pages.some(({ elements }) => elements.some(hasWords));
}
