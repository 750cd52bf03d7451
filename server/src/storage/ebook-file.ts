import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type BlobStore,
  downloadEbook,
  type Ebook,
  type EbookStore,
  type NoEbookError,
  type StoredBlob,
} from '@coachsite/core/ebook';
import { err, ok, type Result } from 'neverthrow';

/** The active e-book, ready to be sent: every byte comes from this one version. */
export interface EbookFile {
  readonly ebook: Ebook;
  /** All bytes, where they are in memory. */
  readonly bytes: Buffer | undefined;
  /** The bytes from `start` up to, not including, `end`. */
  readonly part: (start: number, end: number) => Buffer | Readable;
}

type Bytes = Omit<EbookFile, 'ebook'>;

/** Up to this size, above the usual limit of an upload, the file is served from memory; a larger one from disk. */
const memoryLimitBytes = 32 * 1024 * 1024;

/** So long after its last download a file leaves the memory, in milliseconds. */
const heldMs = 60_000;

async function load(blob: StoredBlob): Promise<Bytes> {
  if (blob.sizeBytes > memoryLimitBytes) {
    const part: Bytes['part'] = (start, end) =>
      Readable.from(blob.read(start, end), { objectMode: false });
    return { bytes: undefined, part };
  }
  const bytes = await buffer(blob.read());
  return { bytes, part: (start, end) => bytes.subarray(start, end) };
}

/**
 * Opens the active e-book, in memory where its size allows. Other processes replace it, so every call asks
 * the store which version is active: one prepared statement. Errors: `ebook_not_found`. Source: docs/security.md#PS-3.
 */
export function ebookFile(ports: { readonly ebooks: EbookStore; readonly blobs: BlobStore }) {
  let held: { readonly sha256: string; readonly loaded: Promise<Bytes> } | undefined;
  const release = setTimeout(() => {
    held = undefined;
  }, heldMs).unref();
  return async (): Promise<Result<EbookFile, NoEbookError>> => {
    const active = await ports.ebooks.active();
    release.refresh();
    if (!active) {
      held = undefined;
      return err({ kind: 'ebook_not_found' });
    }
    if (held?.sha256 === active.sha256) return ok({ ebook: active, ...(await held.loaded) });
    const opened = await downloadEbook(ports);
    if (opened.isErr()) return err(opened.error);
    const { ebook, blob } = opened.value;
    const loading = { sha256: ebook.sha256, loaded: load(blob) };
    held = loading;
    // A failed load must not block the next one.
    loading.loaded.catch(() => {
      if (held === loading) held = undefined;
    });
    return ok({ ebook, ...(await loading.loaded) });
  };
}
