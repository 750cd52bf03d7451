import type { EbookError, ReplaceEbookPorts } from '@coachsite/core/ebook';
import { type GuidePorts, type PublishedGuide, publishGuide } from '@coachsite/core/guide';
import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { adminOf } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import { type KindOf, kindsOf } from '../http/documented-errors.ts';
import { announcesTooMuch, drain, openMultipart, openRawBody } from '../http/upload.ts';
import { toUploadError, type UploadError } from '../http/upload-error.ts';

/** The form of an upload. */
interface EbookForm {
  /** Field of a multipart form that holds the file. */
  readonly field: string;
  /** The name of a file that comes without one; then a body may also be the file itself. */
  readonly fallbackName?: string;
  /** Rejects the file if there is an e-book already. */
  readonly onlyFirst?: boolean;
}

export type ReceiveError = EbookError | UploadError;

/** The kinds of errors of a call that may replace an e-book. */
export const receiveErrors = kindsOf<Exclude<KindOf<ReceiveError>, 'ebook_exists'>>()([
  'not_a_pdf',
  'pdf_locked',
  'file_too_large',
  'malformed_upload',
  'too_many_files',
  'storage_full',
]);

async function receive(
  request: FastifyRequest,
  ports: ReplaceEbookPorts & GuidePorts,
  limitBytes: number,
  { field, fallbackName, onlyFirst = false }: EbookForm,
): Promise<Result<PublishedGuide, ReceiveError>> {
  if (announcesTooMuch(request, limitBytes)) return err({ kind: 'file_too_large', limitBytes });
  // Before the body is read; `publishGuide` finds out about an upload that was faster.
  if (onlyFirst && (await ports.ebooks.active())) return err({ kind: 'ebook_exists' });
  const isForm = request.isMultipart();
  if (!isForm && fallbackName === undefined) return err({ kind: 'not_a_pdf' });
  const publisher = { actor: adminOf(request), context: requestContext(request) };
  try {
    const upload = isForm ? await openMultipart(request, field) : openRawBody(request);
    const named = { ...upload, fileName: upload.fileName || fallbackName };
    return await publishGuide(ports, { limitBytes }, { ...publisher, upload: named, onlyFirst });
  } catch (error) {
    return err(toUploadError(error));
  }
}

/**
 * Receives the e-book from the body of an admin's request and publishes it. Errors: those of `publishGuide`, and an
 * upload that failed on the way. The rest of a rejected body is discarded. Source: docs/security.md#UP-1,
 * docs/security.md#UP-9.
 */
export async function receiveEbook(
  ...parameters: Parameters<typeof receive>
): Promise<Result<PublishedGuide, ReceiveError>> {
  const [request] = parameters;
  let received: Result<PublishedGuide, ReceiveError> | undefined;
  try {
    received = await receive(...parameters);
    return received;
  } finally {
    if (!received?.isOk()) drain(request);
  }
}
