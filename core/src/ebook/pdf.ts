import { err, ok, type Result } from '../kernel/index.ts';

/** The file is no PDF. */
export interface NotAPdfError {
  /** Decided by the bytes, not by name or type. */
  readonly kind: 'not_a_pdf';
}

/** How many bytes at the end of a file must hold its trailer. Source: docs/security.md#UP-3. */
export const pdfTailBytes = 1024;

/** How many bytes to read where the cross-reference should be. */
export const crossReferenceBytes = 64;

/** Reads up to `length` bytes of the file from `offset`. */
export type ReadAt = (offset: number, length: number) => Uint8Array;

/** Bytes as Latin-1 text, one character per byte, so that positions stay positions. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Whether a file starts with the header of PDF 1.x or 2.x. Source: ISO 32000-2 7.5.2, docs/security.md#UP-3. */
export function isPdfHead(bytes: Uint8Array): boolean {
  return /^%PDF-[12]\.[0-9]/.test(latin1(bytes.subarray(0, 8)));
}

/**
 * The offset of the cross-reference section that the last `startxref` names, or `undefined` without one.
 * `tail` is the end of the file; only its last 1024 bytes count. Source: ISO 32000-2 7.5.5.
 */
export function crossReferenceOffset(tail: Uint8Array): number | undefined {
  const end = latin1(tail.subarray(Math.max(0, tail.length - pdfTailBytes)));
  const at = end.lastIndexOf('startxref');
  if (at < 0) return undefined;
  const digits = /^startxref\s{1,16}([0-9]{1,12})\s{1,16}%%EOF/.exec(end.slice(at))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Whether a cross-reference table or stream object begins in these bytes. Source: ISO 32000-2 7.5.4, ISO 32000-2 7.5.8.
 */
export function isCrossReference(bytes: Uint8Array): boolean {
  return /^\s{0,16}(?:xref\s|[0-9]{1,10}\s{1,4}[0-9]{1,5}\s{1,4}obj)/.test(
    latin1(bytes.subarray(0, crossReferenceBytes)),
  );
}

/** The bytes at `offset` as far as the head or the tail of the file holds them. */
function suppliedAt(
  head: Uint8Array,
  tail: Uint8Array,
  sizeBytes: number,
  offset: number,
): Uint8Array | undefined {
  const tailStart = sizeBytes - tail.length;
  if (offset >= tailStart) return tail.subarray(offset - tailStart);
  const wanted = Math.min(crossReferenceBytes, sizeBytes - offset);
  return offset + wanted <= head.length ? head.subarray(offset) : undefined;
}

/**
 * Checks by its bytes that a file is a PDF: header at byte 0, trailer in the last 1024 bytes, and a cross-reference
 * section at the offset in the trailer. The file name and content type sent by the browser are not trusted. A client
 * that cannot read in the middle synchronously omits `readAt` and checks the bytes at `crossReferenceOffset(tail)`
 * itself. Returns the offset of the cross-reference section. Source: docs/rules.md#5, docs/security.md#UP-3.
 */
export function checkPdf(
  head: Uint8Array,
  tail: Uint8Array,
  sizeBytes: number,
  readAt?: ReadAt,
): Result<{ readonly crossReferenceAt: number }, NotAPdfError> {
  const offset = crossReferenceOffset(tail);
  if (!isPdfHead(head) || offset === undefined || offset >= sizeBytes) {
    return err({ kind: 'not_a_pdf' });
  }
  const there = suppliedAt(head, tail, sizeBytes, offset) ?? readAt?.(offset, crossReferenceBytes);
  if (there && !isCrossReference(there)) return err({ kind: 'not_a_pdf' });
  return ok({ crossReferenceAt: offset });
}

/**
 * Checks in the browser, before an upload, that a file claims to be a PDF. For an unknown type the file extension
 * decides. Source: docs/rules.md#5.
 */
export function checkFileChoice(file: {
  readonly name: string;
  readonly type: string;
}): Result<void, NotAPdfError> {
  const type = file.type.toLowerCase();
  const isPdf =
    type === 'application/pdf' ||
    (['', 'application/x-pdf', 'application/octet-stream'].includes(type) &&
      /\.pdf$/i.test(file.name));
  return isPdf ? ok(undefined) : err({ kind: 'not_a_pdf' });
}
