import { err, ok, type Result } from '../kernel/index.ts';

/** The file is no PDF. */
export interface NotAPdfError {
  /** Decided by the bytes, not by name or type. */
  readonly kind: 'not_a_pdf';
}

/** How many bytes at the end of a file must hold its trailer. Source: docs/security.md#UP-3. */
const tailBytes = 1024;

/** How many bytes to read where the header and the cross-reference should be. */
const partBytes = 64;

/** Reads up to `length` bytes of a file from `offset`, which is in the file. */
type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** Bytes as Latin-1 text, one character per byte, so that positions stay positions. */
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Whether a file starts with the header of PDF 1.x or 2.x. Source: ISO 32000-2 7.5.2, docs/security.md#UP-3. */
export function isPdfHead(bytes: Uint8Array): boolean {
  return /^%PDF-[12]\.[0-9]/.test(latin1(bytes));
}

/**
 * The offset of the cross-reference section that the last `startxref` names, or `undefined` without one.
 * `tail` is the end of the file. Source: ISO 32000-2 7.5.5.
 */
export function crossReferenceOffset(tail: Uint8Array): number | undefined {
  const end = latin1(tail);
  const last = end.slice(end.lastIndexOf('startxref'));
  const digits = /startxref\s{1,16}([0-9]{1,12})\s{1,16}%%EOF/.exec(last)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Whether a cross-reference table or stream object begins in these bytes. Source: ISO 32000-2 7.5.4, ISO 32000-2 7.5.8.
 */
export function isCrossReference(bytes: Uint8Array): boolean {
  return /^\s{0,16}(?:xref\s|[0-9]{1,10}\s{1,4}[0-9]{1,5}\s{1,4}obj)/.test(latin1(bytes));
}

/**
 * Whether a file is a PDF by its bytes: header at byte 0, trailer in the last 1024 bytes, and a cross-reference
 * section at the offset in the trailer. The file name and content type sent by the browser are not trusted.
 * Source: docs/rules.md#5, docs/security.md#UP-3.
 */
export async function isPdf(sizeBytes: number, readAt: ReadAt): Promise<boolean> {
  const tail = await readAt(Math.max(0, sizeBytes - tailBytes), tailBytes);
  const offset = crossReferenceOffset(tail);
  if (offset === undefined || offset >= sizeBytes) return false;
  const [head, reference] = [await readAt(0, partBytes), await readAt(offset, partBytes)];
  return isPdfHead(head) && isCrossReference(reference);
}

/**
 * Checks in the browser, before an upload, that a file claims to be a PDF, by its type or by a name that ends in
 * `.pdf`. The name counts too, because browsers and programs give PDFs many other types; the server decides by the
 * bytes. Errors: `not_a_pdf`.
 */
export function checkFileChoice(file: {
  readonly name: string;
  readonly type: string;
}): Result<void, NotAPdfError> {
  const claimsPdf = file.type.toLowerCase() === 'application/pdf' || /\.pdf$/i.test(file.name);
  return claimsPdf ? ok() : err({ kind: 'not_a_pdf' });
}
