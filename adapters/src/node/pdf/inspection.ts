// Inspects one PDF: bytes on standard input, on standard output a PdfInspection as JSON in each line, the last of which counts. The URL of the parser is its parameter.
import { Worker } from 'node:worker_threads';
import type { PdfInspection } from '@coachsite/core/ebook';
import { textOf } from './page-text.ts';

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

/** What programs write where they have no title; Ghostscript does in the metadata stream. */
const noTitle = /^untitled$/i;

/** The title: since PDF 2.0 it is in the metadata stream only. Source: ISO 32000-2 14.3.3. */
async function titleAndLanguage(document: Document) {
  const { info, metadata } = await document.getMetadata();
  const { Title: title, Language: language } = info as Record<string, unknown>;
  const titles = [title, metadata?.get('dc:title')]
    .map((each) => (typeof each === 'string' ? each.trim() : ''))
    .filter((each) => !noTitle.test(each));
  return {
    title: titles.find(Boolean) ?? '',
    language: typeof language === 'string' ? language : '',
  };
}

/** Writes each result as a line as soon as it is there: the search for text may run into a limit. */
async function inspect(bytes: Uint8Array): Promise<void> {
  const write = (inspection: PdfInspection) =>
    process.stdout.write(`${JSON.stringify(inspection)}\n`);
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const readable = {
      kind: 'readable',
      pages: document.numPages,
      ...(await titleAndLanguage(document)),
    } as const;
    write(readable);
    const found = await hasText(document).catch(() => undefined);
    if (found === undefined) return;
    const inspected = { ...readable, hasText: found };
    write(inspected);
    const text = found ? await textOf(document).catch(() => undefined) : undefined;
    if (text !== undefined) write({ ...inspected, text });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    write({ kind: isLocked ? 'locked' : 'unreadable' });
  }
}

/** Reads standard input into one array, without a copy of the whole, and says how much there is. */
async function readInput(received: Int32Array): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    length += chunk.length;
    Atomics.store(received, 0, Math.ceil(length / 1024));
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const receivedKb = new Int32Array(new SharedArrayBuffer(4));
const watch = new Worker(new URL('./memory-watch.ts', import.meta.url), { workerData: receivedKb });
await inspect(await readInput(receivedKb));
await watch.terminate();
