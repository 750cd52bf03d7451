// Inspects one PDF: bytes on standard input, a PdfInspection as JSON on standard output. The URL of the parser is its parameter.
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { PdfInspection } from '@coachsite/core/ebook';

const { getDocumentProxy }: typeof import('unpdf') = await import(process.argv[2] ?? 'unpdf');

/** A scan has no text on any page; a cover without text is common, so more than one page is searched. */
const pagesSearchedForText = 5;

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

async function hasText(document: Document): Promise<boolean> {
  for (let page = 1; page <= Math.min(document.numPages, pagesSearchedForText); page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    if (items.some((item) => 'str' in item && item.str.trim() !== '')) return true;
  }
  return false;
}

async function inspect(bytes: Uint8Array): Promise<PdfInspection> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const { info } = await document.getMetadata();
    const { Title: title, Language: language } = info as Record<string, unknown>;
    return {
      kind: 'readable',
      pages: document.numPages,
      title: typeof title === 'string' ? title.trim() : '',
      language: typeof language === 'string' ? language : '',
      hasText: await hasText(document),
    };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { kind: isLocked ? 'locked' : 'unreadable' };
  }
}

const watch = new Worker(new URL('./memory-watch.ts', import.meta.url));
const inspection = await inspect(new Uint8Array(await buffer(process.stdin)));
process.stdout.write(JSON.stringify(inspection));
await watch.terminate();
