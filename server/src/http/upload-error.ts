import { errorTable } from '@coachsite/adapters/contract';
import type { SiteError } from '@coachsite/core/facts';
import type { FastifyReply } from 'fastify';
import { isDiskFull } from '../config/system-errors.ts';
import { siteForm } from './documented-errors.ts';
import { sendSiteError } from './site-errors.ts';
import { MalformedUpload, TooManyFiles } from './upload.ts';

/** The reason why an upload failed in transit. */
export interface UploadError {
  readonly kind: 'malformed_upload' | 'too_many_files' | 'storage_full';
  readonly message: string;
}

/** Maps an error thrown while reading or storing an upload. Rethrows anything unexpected. */
export function toUploadError(error: unknown): UploadError {
  if (error instanceof MalformedUpload) {
    const kind = error instanceof TooManyFiles ? 'too_many_files' : 'malformed_upload';
    return { kind, message: error.message };
  }
  if (isDiskFull(error)) {
    return { kind: 'storage_full', message: errorTable.storage_full.message };
  }
  throw error;
}

/** Sends an error of a call of the site that receives a file; one in transit has a text of its own. */
export function sendUploadError(reply: FastifyReply, error: SiteError | UploadError): FastifyReply {
  if (!('message' in error)) return sendSiteError(reply, error);
  const { status, code } = siteForm(error.kind);
  return reply.code(status).send({ code, message: error.message });
}
