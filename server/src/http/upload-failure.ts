import type { Refusals } from './documented-errors.ts';
import { MalformedUpload, TooManyFiles } from './upload.ts';

/** Why an upload failed on the way. */
export interface UploadFailure {
  readonly kind: 'malformed_upload' | 'too_many_files' | 'storage_full';
  readonly message: string;
}

const isDiskFull = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(error.code));

/** Reads what reading or storing an upload threw; anything unexpected is thrown on. */
export function uploadFailure(error: unknown): UploadFailure {
  if (error instanceof MalformedUpload) {
    const kind = error instanceof TooManyFiles ? 'too_many_files' : 'malformed_upload';
    return { kind, message: error.message };
  }
  if (isDiskFull(error)) {
    return { kind: 'storage_full', message: 'There is no space left to store the file' };
  }
  throw error;
}

/** Status and code of each failure. */
export const uploadErrors = {
  malformed_upload: { status: 400, code: 'validation_failed' },
  too_many_files: { status: 400, code: 'too_many_files' },
  storage_full: { status: 507, code: 'storage_full' },
} as const satisfies Record<UploadFailure['kind'], object>;

/** The same for the documentation. */
export const uploadRefusals: Refusals = {
  400: ['validation_failed', 'too_many_files'],
  507: ['storage_full'],
};
