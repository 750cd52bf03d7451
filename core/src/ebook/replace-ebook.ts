import { err, ok, type Result } from '../kernel/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import { cleanFileName, type Ebook, type EbookWarning } from './ebook.ts';
import { isPdf, type NotAPdfError } from './pdf.ts';
import { isTagged } from './pdf-text.ts';
import type {
  BlobStore,
  EbookStore,
  FileTooLargeError,
  PdfInspection,
  PdfInspector,
  PdfPageText,
  StagedBlob,
  StoredBlob,
} from './ports.ts';
import { type EbookEditor, logEbookChange } from './publisher.ts';

/** The ports for replacing the e-book. */
export interface ReplaceEbookPorts extends Omit<SecurityLogPorts, 'reportLostEvent'> {
  readonly ebooks: EbookStore;
  readonly blobs: BlobStore;
  readonly pdfInspector: PdfInspector;
}

/** A file being uploaded. Its name is untrusted and used only as a label. */
export interface EbookUpload {
  /** As the client sent it; `undefined` if it sent none. */
  readonly fileName: string | undefined;
  /** Read once, from the beginning; reading stops at the size limit. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The file needs a password. */
interface PdfLockedError {
  /** The active e-book stays as it is. */
  readonly kind: 'pdf_locked';
}

/** The upload was to be the first, and there is an e-book already. */
interface EbookExistsError {
  /** The active e-book stays as it is. */
  readonly kind: 'ebook_exists';
}

/** Why a file cannot become the e-book. */
export type EbookError = NotAPdfError | PdfLockedError | FileTooLargeError | EbookExistsError;

/** A file that an editor uploads. */
interface ReplaceEbookRequest extends EbookEditor {
  readonly upload: EbookUpload;
  /** Rejects the file if there is an e-book already; no by default. */
  readonly onlyFirst?: boolean;
}

/** The active e-book after a replacement, with warnings for the admin. */
export interface ReplacedEbook {
  /** What visitors download from now on. */
  readonly ebook: Ebook;
  /** Oddities that do not prevent a download; empty for a file without any. */
  readonly warnings: readonly EbookWarning[];
  /** The text of the file, where it could be read. */
  readonly text: readonly PdfPageText[] | undefined;
}

async function readPart(blob: StoredBlob, start: number, length: number): Promise<Uint8Array> {
  const part: number[] = [];
  for await (const chunk of blob.read(start, Math.min(blob.sizeBytes, start + length)))
    part.push(...chunk);
  return Uint8Array.from(part);
}

function toWarnings(inspection: PdfInspection): readonly EbookWarning[] {
  if (inspection.kind !== 'readable') return ['not_inspected'];
  const warnings: EbookWarning[] = [];
  if (!inspection.title) warnings.push('no_title');
  if (!inspection.language) warnings.push('no_language');
  if (inspection.hasText === false) warnings.push('no_text');
  else if (inspection.text && !isTagged(inspection.text)) warnings.push('no_tags');
  return warnings;
}

async function judge(
  ports: Pick<ReplaceEbookPorts, 'pdfInspector'>,
  staged: StagedBlob,
): Promise<Result<PdfInspection, NotAPdfError | PdfLockedError>> {
  const readAt = (offset: number, length: number) => readPart(staged, offset, length);
  if (!(await isPdf(staged.sizeBytes, readAt))) return err({ kind: 'not_a_pdf' });
  // A failed inspection is not an error: publishing a PDF does not depend on unpacking it.
  const inspection = await ports.pdfInspector.inspect(staged.read());
  return inspection.kind === 'locked' ? err({ kind: 'pdf_locked' }) : ok(inspection);
}

/**
 * Publishes `upload` as the only active e-book, and logs it. Errors: `not_a_pdf`, `pdf_locked`, `file_too_large`;
 * `ebook_exists` with `onlyFirst`, of two uploads at once for the later one. If `upload.bytes` throws, the error is passed
 * on and nothing is changed. Source: docs/rules.md#3, docs/rules.md#5,
 * docs/security.md#UP-2, docs/security.md#UP-3, docs/security.md#UP-4, docs/security.md#UP-5, docs/security.md#UP-6.
 */
export async function replaceEbook(
  ports: ReplaceEbookPorts,
  { limitBytes }: { readonly limitBytes: number },
  { upload, onlyFirst = false, ...publisher }: ReplaceEbookRequest,
): Promise<Result<ReplacedEbook, EbookError>> {
  const received = await ports.blobs.stage(upload.bytes, limitBytes);
  if (received.isErr()) return err(received.error);
  const staged = received.value;
  const judged = await judge(ports, staged);
  if (judged.isErr()) {
    await staged.discard();
    return err(judged.error);
  }
  const inspection = judged.value;
  const ebook: Ebook = {
    id: ports.ids.uuid(),
    fileName: cleanFileName(upload.fileName),
    sizeBytes: staged.sizeBytes,
    sha256: staged.key,
    pages: inspection.kind === 'readable' ? inspection.pages : undefined,
    uploadedAt: ports.clock.now(),
  };
  // Bytes first, pointer second, clean-up later: a crash in between can leave a file that nothing refers to, which
  // `sweepEbooks` removes, but never an active e-book without its file.
  await staged.keep();
  if (onlyFirst && !(await ports.ebooks.activateFirst(ebook))) return err({ kind: 'ebook_exists' });
  const replaced = onlyFirst ? undefined : await ports.ebooks.activate(ebook);
  await logEbookChange(ports, 'ebook_replaced', publisher, ebook);
  const isSame = replaced?.sha256 === ebook.sha256;
  const warnings = toWarnings(inspection);
  return ok({
    ebook,
    warnings: isSame ? [...warnings, 'same_file'] : warnings,
    text: inspection.kind === 'readable' ? inspection.text : undefined,
  });
}
