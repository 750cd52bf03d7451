import type { FastifyReply } from 'fastify';
import type { Refusals } from './documented-errors.ts';
import { MalformedUpload, TooManyFiles } from './upload.ts';

const isDiskFull = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(error.code));

/** What an upload that failed on the way answers; anything else is a defect and thrown on. */
export function uploadFailure(error: unknown): {
  status: 400 | 507;
  code: string;
  message: string;
} {
  if (error instanceof MalformedUpload) {
    const code = error instanceof TooManyFiles ? 'too_many_files' : 'validation_failed';
    return { status: 400, code, message: error.message };
  }
  if (isDiskFull(error)) {
    return {
      status: 507,
      code: 'storage_full',
      message: 'There is no space left to store the file',
    };
  }
  throw error;
}

/** The same for the documentation. */
export const uploadRefusals: Refusals = {
  400: ['validation_failed', 'too_many_files'],
  507: ['storage_full'],
};

/** Answers it in the form of the site's own calls. */
export function sendUploadFailure(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, code, message } = uploadFailure(error);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message }));
}
