import type { PdfElement, PdfLine, PdfPageText } from '@coachsite/core/ebook';
import type { getDocumentProxy } from 'unpdf';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;
type Items = Awaited<ReturnType<Page['getTextContent']>>['items'];
type Tags = NonNullable<Awaited<ReturnType<Page['getStructTree']>>>;

/** Longer than a guide for reading: a book of three hundred pages. */
const pagesMost = 300;
const charactersMost = 500_000;
/** Deeper than any tags that a program writes. */
const depthMost = 60;

/** The text of each piece of marked content, which tags refer to by its id. */
function markedTexts(items: Items): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((each) => each !== undefined);
      if (id === undefined) continue;
      texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? '\n' : ''));
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.type === 'beginMarkedContentProps' ? item.id : undefined);
  }
  return texts;
}

function elementOf(
  { role, children }: Tags,
  texts: ReadonlyMap<string, string>,
  depth = 0,
): PdfElement {
  if (depth > depthMost) return { role, children: [] };
  const read = children.flatMap((child): (PdfElement | string)[] => {
    if ('children' in child) return [elementOf(child, texts, depth + 1)];
    const text = child.type === 'content' ? texts.get(child.id) : undefined;
    return text === undefined ? [] : [text];
  });
  return { role, children: read };
}

function linesOf(items: Items): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  const end = () => {
    if (line?.text.trim()) lines.push({ ...line, text: line.text.trim() });
    line = undefined;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const y: number = item.transform[5];
    if (item.str !== '') {
      line ??= { text: '', y, height: item.height };
      line = { ...line, text: line.text + item.str, height: Math.max(line.height, item.height) };
    }
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

/** The text of every page; undefined where it is longer than a guide. */
export async function textOf(document: Document): Promise<readonly PdfPageText[] | undefined> {
  if (document.numPages > pagesMost) return undefined;
  const pages: PdfPageText[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    for (const item of items) if ('str' in item) characters += item.str.length;
    if (characters > charactersMost) return undefined;
    // Tags that cannot be read are as good as none.
    const tags = await page.getStructTree().catch(() => null);
    const elements = tags ? [elementOf(tags, markedTexts(items))] : [];
    pages.push({ elements, lines: linesOf(items) });
    page.cleanup();
  }
  return pages;
}
