import { createHash } from 'node:crypto';
import type { BlobStore, FileTooLargeError, StoredBlob } from '@coachsite/core/ebook';
import { err, ok, type Result } from 'neverthrow';
import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';
import { removalOf } from '../stores/sliced-removal.ts';

/** Bytes of a chunk: what one statement carries. */
const chunkBytes = 256 * 1024;

interface OfBlob {
  readonly id: number;
}

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const begin = prepared<None, OfBlob>(
  `INSERT INTO blobs (written_at_ms) VALUES (${now}) RETURNING id`,
);
const addChunk = prepared<OfBlob & { position: number; bytes: Uint8Array }>(
  'INSERT INTO blob_chunks (blob_id, position, bytes) VALUES (:id, :position, :bytes)',
);
// An upload that goes on is no remains of one.
const touch = prepared<OfBlob>(`UPDATE blobs SET written_at_ms = ${now} WHERE id = :id`);
const readChunk = prepared<OfBlob & { position: number }, { bytes: Uint8Array }>(
  'SELECT bytes FROM blob_chunks WHERE blob_id = :id AND position = :position',
);
const reuse = prepared<{ key: string }, OfBlob>(
  `UPDATE blobs SET written_at_ms = ${now} WHERE key = :key RETURNING id`,
);
const keep = prepared<OfBlob & { key: string; size: number }>(
  `UPDATE blobs SET key = :key, size_bytes = :size, written_at_ms = ${now} WHERE id = :id`,
);
const remove = prepared<OfBlob>('DELETE FROM blobs WHERE id = :id');
const find = prepared<{ key: string }, OfBlob & { size_bytes: number }>(
  'SELECT id, size_bytes FROM blobs WHERE key = :key',
);
const sweep = removalOf<{ before: number; keep: readonly string[] }>(
  ['blobs', 'id'],
  'written_at_ms < :before AND (key IS NULL OR key <> ALL (:keep))',
  'ALL',
);

/** Bytes in chunks of one size, but for the last. */
async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let [parts, length]: [Uint8Array[], number] = [[], 0];
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length < chunkBytes) continue;
    const joined = Buffer.concat(parts);
    const full = length - (length % chunkBytes);
    for (let at = 0; at < full; at += chunkBytes) yield joined.subarray(at, at + chunkBytes);
    parts = [joined.subarray(full)];
    length -= full;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** The bytes of an upload, counted and hashed on their way; ends with an error past the limit. */
async function receive(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
  put: (position: number, chunk: Buffer) => Promise<unknown>,
): Promise<Result<{ readonly size: number; readonly key: string }, FileTooLargeError>> {
  const hash = createHash('sha256');
  let [size, position] = [0, 0];
  async function* counted() {
    for await (const part of bytes) {
      size += part.length;
      if (!(size <= limitBytes)) return;
      hash.update(part);
      yield part;
    }
  }
  for await (const chunk of inChunks(counted())) {
    await put(position, chunk);
    position += 1;
  }
  if (!(size <= limitBytes)) return err({ kind: 'file_too_large', limitBytes });
  return ok({ size, key: hash.digest('hex') });
}

/**
 * Files in the database, in chunks that are written and read one by one, so that neither an upload nor a slow reader
 * holds a connection. A file has its key once it is whole. Ages are by the clock of the database. Source:
 * docs/security.md#UP-2, docs/security.md#UP-5, docs/security.md#UP-7.
 */
export function postgresBlobStore(database: Database): BlobStore {
  async function* read(id: number, start: number, end: number) {
    for (let at = start; at < end; ) {
      const position = Math.floor(at / chunkBytes);
      const chunk = await readChunk.get(database, { id, position });
      if (!chunk) throw new Error(`The chunk ${position} of a file is missing`);
      const offset = position * chunkBytes;
      yield chunk.bytes.subarray(at - offset, end - offset);
      at = offset + chunkBytes;
    }
  }
  const toBlob = (key: string, sizeBytes: number, id: () => number): StoredBlob => ({
    key,
    sizeBytes,
    read: (start = 0, end = sizeBytes) => read(id(), start, Math.min(end, sizeBytes)),
  });
  return {
    stage: async (bytes, limitBytes) => {
      const begun = await begin.get(database, {});
      if (!begun) throw new Error('An upload was not begun');
      let { id } = begun;
      const discard = async () => void (await remove.run(database, { id }));
      const received = await receive(bytes, limitBytes, async (position, chunk) => {
        await addChunk.run(database, { id, position, bytes: chunk });
        await touch.run(database, { id });
      }).catch(async (error: unknown) => {
        await discard();
        throw error;
      });
      if (received.isErr()) {
        await discard();
        return err(received.error);
      }
      const { key, size } = received.value;
      return ok({
        ...toBlob(key, size, () => id),
        keep: async () => {
          id = await database.write(async (on) => {
            await on.lock(`blob ${key}`);
            // Somebody may be reading the file that has the same content.
            const same = await reuse.get(on, { key });
            if (same) await remove.run(on, { id });
            else if ((await keep.run(on, { id, key, size })) === 0) {
              throw new Error('The upload was removed before it was kept');
            }
            return same?.id ?? id;
          });
        },
        discard,
      });
    },
    open: async (key) => {
      const found = await find.get(database, { key });
      return found && toBlob(key, found.size_bytes, () => found.id);
    },
    sweep: (kept, before) => sweep.run(database, { keep: [...kept], before }),
  };
}
