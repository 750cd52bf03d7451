import { errorTable } from '@coachsite/adapters/contract';
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
    return { kind: 'storage_full', message: errorTable.storage_full.message };
  }
  throw error;
}
