import type { MadePicture, PictureError, PictureMaker, PictureUse } from '@coachsite/core/content';
import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { kindsOf } from '../http/documented-errors.ts';
import { announcesTooMuch, drain, openMultipart } from '../http/upload.ts';
import { toUploadError, type UploadError } from '../http/upload-error.ts';

/** Above the size of a photo of a good phone, in bytes. */
const pictureMaxBytes = 15 * 1024 * 1024;

/** All kinds of errors, for the documentation of the call. */
export const receivePictureErrors = kindsOf<typeof receivePicture>()([
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
  maker: PictureMaker,
  field: string,
  use: PictureUse,
): Promise<Result<MadePicture, PictureError | UploadError>> {
  if (announcesTooMuch(request, pictureMaxBytes))
    return err({ kind: 'file_too_large', limitBytes: pictureMaxBytes });
  if (!request.isMultipart()) return err({ kind: 'not_an_image' });
  try {
    const { bytes } = await openMultipart(request, field);
    return await maker.make(bytes, pictureMaxBytes, use);
  } catch (error) {
    return err(toUploadError(error));
  }
}

/**
 * Receives a picture from the body of an admin's request, in its sizes. The rest of a rejected body is discarded.
 * Source: docs/contract.md#3, docs/security.md#UP-3, docs/security.md#UP-9.
 */
export async function receivePicture(
  ...parameters: Parameters<typeof receive>
): Promise<Result<MadePicture, PictureError | UploadError>> {
  const received = await receive(...parameters);
  if (received.isErr()) drain(parameters[0]);
  return received;
}
