import { type UploadProgress, uploadFile } from '@coachsite/adapters/browser';
import type { UploadedEbook } from '@coachsite/adapters/contract';
import { checkFileChoice } from '@coachsite/core/ebook';
import { useRef, useState } from 'react';

/**
 * Why an upload failed. `not_a_pdf` and `too_many_files` may come from the browser or the server, with the same text.
 */
export interface UploadError {
  readonly kind: string;
  readonly limitBytes?: number;
}

export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'chosen'; readonly file: File }
  | { readonly kind: 'sending'; readonly file: File; readonly progress: UploadProgress }
  | { readonly kind: 'rejected'; readonly file: File | undefined; readonly error: UploadError }
  | { readonly kind: 'cancelled'; readonly file: File }
  | { readonly kind: 'done'; readonly file: File; readonly ebook: UploadedEbook };

/** Callbacks for the end of an upload. */
export interface UploadOutcome {
  readonly onDone: (ebook: UploadedEbook, file: File) => void;
  readonly onError: (error: UploadError) => void;
}

/**
 * One upload at a time: a file is chosen (and checked at once), sent with its progress, and can be cancelled. States:
 * uploading, then success or error. Source: docs/rules.md#4, docs/rules.md#5.
 */
export function useUpload({ onDone, onError }: UploadOutcome, send = uploadFile<UploadedEbook>) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const stop = useRef<AbortController>(undefined);

  const showError = (file: File | undefined, error: UploadError) => {
    setState({ kind: 'rejected', file, error });
    onError(error);
  };
  const choose = ({ length, 0: file }: ArrayLike<File>) => {
    if (length > 1) return showError(undefined, { kind: 'too_many_files' });
    if (!file) return setState({ kind: 'idle' });
    const checked = checkFileChoice(file);
    if (checked.isErr()) return showError(undefined, checked.error);
    setState({ kind: 'chosen', file });
  };
  const start = async (file: File | undefined) => {
    if (stop.current) return;
    if (!file) return showError(undefined, { kind: 'not_a_pdf' });
    const controller = new AbortController();
    stop.current = controller;
    const show = (progress: UploadProgress) => setState({ kind: 'sending', file, progress });
    show({ sentBytes: 0, totalBytes: file.size });
    const sent = await send('/api/admin/ebook', file, {
      signal: controller.signal,
      onProgress: show,
    });
    stop.current = undefined;
    if (sent.isOk()) {
      setState({ kind: 'done', file, ebook: sent.value });
      return onDone(sent.value, file);
    }
    if (sent.error.kind === 'cancelled') return setState({ kind: 'cancelled', file });
    showError(sent.error.kind === 'file_changed' ? undefined : file, sent.error);
  };
  const file = 'file' in state && state.kind !== 'done' ? state.file : undefined;
  return { state, choose, start: () => void start(file), cancel: () => stop.current?.abort() };
}
