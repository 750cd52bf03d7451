import { err, ok, type Result } from 'neverthrow';
import { type ApiError, toApiError } from './api.ts';

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Errors of an upload. `cancelled`: the visitor stopped it. `file_changed`: the file changed after it was chosen. */
export type UploadError = ApiError | { readonly kind: 'cancelled' | 'file_changed' };

/** False for a file that was changed, moved or deleted after it was chosen; the request reports only that it failed. */
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
 * Sends one file as a multipart form and reports progress, which `fetch` cannot. Errors: those of the other calls,
 * `cancelled` once `signal` is aborted, and `file_changed` for a file that has to be chosen again.
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
      const responseBody = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(ok(responseBody as T));
      else
        resolve(
          err(toApiError(request.status, responseBody, request.getResponseHeader('retry-after'))),
        );
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    if (signal.aborted) resolve(err({ kind: 'cancelled' }));
    else request.send(form);
  });
}
