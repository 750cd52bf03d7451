import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ArchiveError } from '@coachsite/core/backup';
import { err, type Result } from 'neverthrow';
import { type Extract, extract } from 'tar-stream';

/** One file or folder of an archive. It has to be read, or passed by `resume`, before the next one. */
export type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

export const foreign: ArchiveError = { kind: 'foreign' };
export const damaged: ArchiveError = { kind: 'damaged' };

/** Errors of zlib and of tar, in contrast to those of the file system. */
const isFormatError = (error: unknown): boolean =>
  error instanceof Error &&
  (!('code' in error) || String(error.code).startsWith('Z_') || !('syscall' in error));

/** An error of reading the file itself; what the parsers say is passed on to the source as well. */
const readError = ({ errored }: { readonly errored: Error | null }) =>
  errored && 'syscall' in errored ? errored : undefined;

/** Whether a file begins as gzip does; programs that unpack may leave the tar archive in it. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * What `work` makes of the entries of a tar archive, with gzip or without; `toEnd` reads what is behind the last entry as well.
 * Errors: those of `work`; `foreign` for what is no tar archive, `damaged` for one that ends or is altered behind its first
 * entry. Rejects with errors of the file system.
 */
export async function fromArchive<T>(
  path: string,
  work: (entries: AsyncIterable<Entry>) => Promise<Result<T, ArchiveError>>,
  { toEnd = false }: { readonly toEnd?: boolean } = {},
): Promise<Result<T, ArchiveError>> {
  const isPacked = await isGzip(path);
  const tar = extract();
  const source = createReadStream(path);
  const sink = tar as unknown as NodeJS.WritableStream;
  let hasBegun = false;
  const feeding = isPacked ? pipeline(source, createGunzip(), sink) : pipeline(source, sink);
  feeding.catch(() => undefined);
  const entries = async function* () {
    for await (const entry of tar) {
      hasBegun = true;
      yield entry;
    }
  };
  try {
    const read = await work(entries());
    if (toEnd && read.isOk()) await feeding;
    return read;
  } catch (error) {
    const failed = readError(source);
    if (failed) throw failed;
    if (!isFormatError(error)) throw error;
    return err(hasBegun ? damaged : foreign);
  } finally {
    source.destroy();
    await feeding.catch(() => undefined);
  }
}
