import { err, ok, type Result } from 'neverthrow';
import { type ApiError, toApiError } from './api.ts';

/** How far an upload is, in bytes. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The visitor stopped the upload, or the file is no longer what was chosen. */
export type UploadError = ApiError | { readonly kind: 'cancelled' | 'file_changed' };

/** A file that was written, moved or deleted after it was chosen cannot be read; the request tells only that it failed. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Sends one file as a multipart form and tells how far it is; `fetch` cannot tell. Errors: as the other calls,
 * `cancelled` once `signal` is aborted, and `file_changed` for a file that has to be chosen anew.
 */
export function uploadFile<T>(
  path: string,
  file: File,
  options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: UploadProgress) => void;
  },
): Promise<Result<T, UploadError>> {
  const { signal, onProgress } = options;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total });
    request.onerror = async () =>
      resolve(err({ kind: (await isReadable(file)) ? 'network' : 'file_changed' }));
    request.onabort = () => resolve(err({ kind: 'cancelled' }));
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(ok(answer as T));
      else
        resolve(err(toApiError(request.status, answer, request.getResponseHeader('retry-after'))));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    if (signal.aborted) resolve(err({ kind: 'cancelled' }));
    else request.send(form);
  });
}
