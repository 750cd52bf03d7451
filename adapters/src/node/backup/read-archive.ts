import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type ArchivedFile,
  type ArchiveError,
  type ArchiveHeader,
  checkHeader,
  isArchivePath,
  isComplete,
  type KnownSchema,
} from '@coachsite/core/backup';
import { err, ok, type Result } from 'neverthrow';
import { type Extract, extract } from 'tar-stream';
import { headerEntry, manifestEntry } from './layout.ts';

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

/** The header and the manifest are never larger, in bytes. */
const headerLimit = 64 * 1024;
const manifestLimit = 64 * 1024 * 1024;

/** The JSON of an entry; undefined if it is none, or too large. */
async function readJson(entry: Entry, limit: number): Promise<unknown> {
  if (entry.header.size > limit) return undefined;
  const bytes = await buffer(entry as unknown as AsyncIterable<Uint8Array>);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a file to its end, and writes it below `folder` if there is one. */
async function readFile(entry: Entry, folder: string | undefined): Promise<ArchivedFile> {
  const { name, size } = entry.header;
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of entry as unknown as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  };
  if (folder === undefined) {
    for await (const _chunk of hashed());
  } else {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    try {
      await writeFile(file, hashed());
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return { path: name, sizeBytes: size, sha256: hash.digest('hex') };
}

const foreign: ArchiveError = { kind: 'foreign' };
const damaged: ArchiveError = { kind: 'damaged' };

async function readEntries(
  entries: AsyncIterable<Entry>,
  known: KnownSchema,
  folder: string | undefined,
): Promise<Result<ArchiveHeader, ArchiveError>> {
  let header: ArchiveHeader | undefined;
  let isEnded = false;
  const found: ArchivedFile[] = [];
  const names = new Set<string>();
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (!header) {
      if (name !== headerEntry(known.prefix)) return err(foreign);
      const checked = checkHeader(await readJson(entry, headerLimit), known);
      if (checked.isErr()) return err(checked.error);
      header = checked.value;
    } else if (name === manifestEntry && !isEnded) {
      isEnded = isComplete(await readJson(entry, manifestLimit), found);
      if (!isEnded) return err(damaged);
    } else {
      if (isEnded || names.has(name) || type !== 'file' || !isArchivePath(name))
        return err(damaged);
      names.add(name);
      found.push(await readFile(entry, folder));
    }
  }
  if (!header) return err(foreign);
  return isEnded ? ok(header) : err(damaged);
}

/** Errors of zlib and of tar, in contrast to those of the file system. */
const isFormatError = (error: unknown): boolean =>
  error instanceof Error &&
  (!('code' in error) || String(error.code).startsWith('Z_') || !('syscall' in error));

/** An error of reading the file itself; what the parsers say is passed on to the source as well. */
const readError = ({ errored }: { readonly errored: Error | null }) =>
  errored && 'syscall' in errored ? errored : undefined;

/**
 * Reads an archive to its end and compares every file with the manifest; writes the files below `folder` if one is
 * given. No file is held in memory. Rejects with errors of the file system. Source: docs/security.md#DR-4.
 */
export async function readArchive(
  path: string,
  known: KnownSchema,
  folder?: string,
): Promise<Result<ArchiveHeader, ArchiveError>> {
  const tar = extract();
  const source = createReadStream(path);
  let hasBegun = false;
  const feeding = pipeline(source, createGunzip(), tar as unknown as NodeJS.WritableStream);
  feeding.catch(() => undefined);
  const entries = async function* () {
    for await (const entry of tar) {
      hasBegun = true;
      yield entry;
    }
  };
  try {
    const read = await readEntries(entries(), known, folder);
    if (read.isOk()) await feeding;
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

/**
 * The header of an archive, without its other entries; undefined if the file is no archive of this program, whose archives
 * have `prefix`, as in `KnownSchema`.
 */
export async function readHeader(
  path: string,
  prefix?: string,
): Promise<ArchiveHeader | undefined> {
  const tar = extract();
  const source = createReadStream(path);
  const feeding = pipeline(source, createGunzip(), tar as unknown as NodeJS.WritableStream);
  feeding.catch(() => undefined);
  try {
    for await (const entry of tar) {
      if (entry.header.name !== headerEntry(prefix)) return undefined;
      const value = await readJson(entry, headerLimit);
      for (const engine of ['sqlite', 'postgres'] as const) {
        const checked = checkHeader(value, { prefix, engine, schema: Number.MAX_SAFE_INTEGER });
        if (checked.isOk()) return checked.value;
      }
      return undefined;
    }
    return undefined;
  } catch {
    const failed = readError(source);
    if (failed) throw failed;
    return undefined;
  } finally {
    source.destroy();
    await feeding.catch(() => undefined);
  }
}
