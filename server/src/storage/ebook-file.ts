import { Readable } from 'node:stream';
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

/**
 * So long after its last download a file leaves the memory, in milliseconds: before V8 looks for garbage for the last time
 * after a load, which it does three times in half a minute, and then never at rest.
 */
const heldMs = 10_000;

const inMemory = (bytes: Buffer): Bytes => ({
  bytes,
  part: (start, end) => bytes.subarray(start, end),
});

async function load(blob: StoredBlob): Promise<Bytes> {
  if (blob.sizeBytes > memoryLimitBytes) {
    const part: Bytes['part'] = (start, end) =>
      Readable.from(blob.read(start, end), { objectMode: false });
    return { bytes: undefined, part };
  }
  // Each piece is copied as it comes: all of them at once would be as much again.
  const whole = Buffer.allocUnsafeSlow(blob.sizeBytes);
  let size = 0;
  for await (const piece of blob.read()) {
    whole.set(piece, size);
    size += piece.length;
  }
  return inMemory(whole.subarray(0, size));
}

/**
 * Opens the active e-book, in memory where its size allows. Other processes replace it, so every call asks
 * the store which version is active: one prepared statement. Errors: `ebook_not_found`. Source: docs/security.md#PS-3.
 */
export function ebookFile(ports: { readonly ebooks: EbookStore; readonly blobs: BlobStore }) {
  type Opened = Result<EbookFile, NoEbookError>;
  let held: { readonly sha256: string; readonly opened: Promise<Opened> } | undefined;
  /** What was held last: as long as it is sent to somebody who reads slowly, nobody else loads it again. */
  let sent: { readonly sha256: string; readonly bytes: WeakRef<Buffer> } | undefined;
  const release = setTimeout(() => {
    held = undefined;
  }, heldMs).unref();

  async function openActive(active: Ebook): Promise<Opened> {
    const known = sent?.sha256 === active.sha256 ? sent.bytes.deref() : undefined;
    if (known) return ok({ ebook: active, ...inMemory(known) });
    const opened = await downloadEbook(ports);
    if (opened.isErr()) return err(opened.error);
    const { ebook, blob } = opened.value;
    const loaded = await load(blob);
    if (loaded.bytes) sent = { sha256: ebook.sha256, bytes: new WeakRef(loaded.bytes) };
    release.refresh();
    return ok({ ebook, ...loaded });
  }

  return async (): Promise<Opened> => {
    const active = await ports.ebooks.active();
    release.refresh();
    if (!active) {
      held = undefined;
      return err({ kind: 'ebook_not_found' });
    }
    if (held?.sha256 !== active.sha256) {
      // Those who ask meanwhile wait for it. A load that fails, or of a version that came since, must not block the next one.
      const loading = { sha256: active.sha256, opened: openActive(active) };
      const forget = () => {
        if (held === loading) held = undefined;
      };
      const isOf = (opened: Opened) =>
        opened.isOk() && opened.value.ebook.sha256 === loading.sha256;
      loading.opened.then((opened) => isOf(opened) || forget(), forget);
      held = loading;
    }
    const opened = await held.opened;
    // Its name may have changed since; or the file itself, while it was opened.
    return opened.map((file) =>
      file.ebook.sha256 === active.sha256 ? { ...file, ebook: active } : file,
    );
  };
}
