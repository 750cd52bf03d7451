import { err, ok } from 'neverthrow';
import type { BlobStore, StoredBlob } from '../../ebook/index.ts';
import { type Clock, type Digest, toHex } from '../../kernel/index.ts';

function toBlob(key: string, bytes: Uint8Array): StoredBlob {
  return {
    key,
    sizeBytes: bytes.length,
    read: async function* (start = 0, end = bytes.length) {
      if (start < end) yield bytes.slice(start, end);
    },
  };
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** A `BlobStore` in memory; `clock` says when a file was written. */
export function memoryBlobStore(clock: Clock, digest: Digest): BlobStore {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly writtenAt: number }>();
  return {
    stage: async (bytes, limitBytes) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of bytes) {
        size += chunk.length;
        if (!(size <= limitBytes)) return err({ kind: 'file_too_large', limitBytes });
        chunks.push(chunk);
      }
      const content = join(chunks, size);
      const key = toHex(digest.sha256(content));
      return ok({
        ...toBlob(key, content),
        keep: async () => {
          kept.set(key, { bytes: content, writtenAt: clock.now() });
        },
        discard: async () => undefined,
      });
    },
    open: async (key) => {
      const found = kept.get(key);
      return found && toBlob(key, found.bytes);
    },
    sweep: async (keep, before) => {
      const gone = [...kept].filter(([key, { writtenAt }]) => writtenAt < before && !keep.has(key));
      for (const [key] of gone) kept.delete(key);
      return gone.length;
    },
  };
}
