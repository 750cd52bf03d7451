import { errorTable } from '@coachsite/adapters/contract';
import { isDiskFull } from '../config/system-errors.ts';
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
