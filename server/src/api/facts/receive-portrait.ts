import type { PortraitError, PortraitMaker, StoredPortrait } from '@coachsite/core/facts';
import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { kindsOf } from '../../http/documented-errors.ts';
import { announcesTooMuch, drain, openMultipart } from '../../http/upload.ts';
import { toUploadError, type UploadError } from '../../http/upload-error.ts';

/** Above the size of a photo of a good phone, in bytes. */
const portraitMaxBytes = 15 * 1024 * 1024;

/** All kinds of errors, for the documentation of the call. */
export const receivePortraitErrors = kindsOf<typeof receivePortrait>()([
  'not_an_image',
  'image_too_small',
  'image_too_large',
  'file_too_large',
  'malformed_upload',
  'too_many_files',
  'storage_full',
]);

async function receive(
  request: FastifyRequest,
  maker: PortraitMaker,
  field: string,
): Promise<Result<StoredPortrait, PortraitError | UploadError>> {
  if (announcesTooMuch(request, portraitMaxBytes))
    return err({ kind: 'file_too_large', limitBytes: portraitMaxBytes });
  if (!request.isMultipart()) return err({ kind: 'not_an_image' });
  try {
    const { bytes } = await openMultipart(request, field);
    return await maker.make(bytes, portraitMaxBytes);
  } catch (error) {
    return err(toUploadError(error));
  }
}

/**
 * Receives a portrait from the body of an admin's request, in its sizes. The rest of a rejected body is discarded.
 * Source: docs/contract.md#3, docs/security.md#UP-3, docs/security.md#UP-9.
 */
export async function receivePortrait(
  ...parameters: Parameters<typeof receive>
): Promise<Result<StoredPortrait, PortraitError | UploadError>> {
  const received = await receive(...parameters);
  if (received.isErr()) drain(parameters[0]);
  return received;
}
