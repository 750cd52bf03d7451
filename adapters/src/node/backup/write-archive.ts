import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ArchivedFile, ArchiveHeader } from '@coachsite/core/backup';
import { type Pack, pack } from 'tar-stream';
import { syncFolder } from '../sync-folder.ts';
import { manifestEntry } from './layout.ts';

/** A file to be archived under `path`; it is read from `source`. */
export interface FileToArchive {
  readonly path: string;
  readonly source: string;
}

/** The name of an archive that is not finished. */
export const partName = /^\.coachsite-[0-9a-f-]{36}\.part$/;

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

async function add(tar: Pack, mtime: Date, { name, size, chunks }: Entry): Promise<void> {
  const sink = tar.entry({ name, size, mtime, mode: 0o600 });
  await pipeline(chunks, sink as unknown as NodeJS.WritableStream);
}

function addJson(tar: Pack, mtime: Date, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
  return add(tar, mtime, { name, size: bytes.length, chunks: [bytes] });
}

/** Adds the open file as it is now: removed meanwhile, it can still be read. */
async function addFile(
  tar: Pack,
  mtime: Date,
  path: string,
  file: FileHandle,
): Promise<ArchivedFile> {
  const { size } = await file.stat();
  const hash = createHash('sha256');
  const hashed = async function* () {
    if (size === 0) return;
    for await (const chunk of file.createReadStream({ autoClose: false, end: size - 1 })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  };
  await add(tar, mtime, { name: path, size, chunks: hashed() });
  return { path, sizeBytes: size, sha256: hash.digest('hex') };
}

async function addAll(
  tar: Pack,
  header: ArchiveHeader,
  files: readonly FileToArchive[],
): Promise<readonly ArchivedFile[]> {
  const mtime = new Date(header.createdAt);
  const added: ArchivedFile[] = [];
  await addJson(tar, mtime, `${header.format}.json`, header);
  for (const { path, source } of files) {
    const file = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
      // A mail of the outbox that was removed since the folder was listed.
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) continue;
    try {
      added.push(await addFile(tar, mtime, path, file));
    } finally {
      await file.close();
    }
  }
  await addJson(tar, mtime, manifestEntry, { files: added });
  tar.finalize();
  return added;
}

/**
 * Writes a gzipped tar archive of the files to a part beside `target`, calls `check` with it, and gives it its name once
 * it is on disk. No file is held in memory. Rejects when the disk is full or `check` rejects; nothing is left then, and
 * what `target` was before stays. Returns what the archive holds. Source: docs/security.md#DR-4.
 */
export async function writeArchive(
  target: string,
  header: ArchiveHeader,
  files: readonly FileToArchive[],
  check: (part: string) => Promise<void>,
): Promise<readonly ArchivedFile[]> {
  const part = join(dirname(target), `.coachsite-${randomUUID()}.part`);
  // A process that exits meanwhile leaves nothing either.
  const removeNow = () => rmSync(part, { force: true });
  process.once('exit', removeNow);
  try {
    const tar = pack();
    const out = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const written = pipeline(tar as unknown as NodeJS.ReadableStream, createGzip(), out);
    const adding = addAll(tar, header, files).catch((error: Error) => {
      tar.destroy(error);
      throw error;
    });
    const [added, wrote] = await Promise.allSettled([adding, written]);
    // The writer's error is the cause where both fail: the disk is full.
    if (wrote.status === 'rejected' && out.errored) throw out.errored;
    if (added.status === 'rejected') throw added.reason;
    if (wrote.status === 'rejected') throw wrote.reason;
    await finished(out).catch(() => undefined);
    await check(part);
    await rename(part, target);
    await syncFolder(dirname(target));
    return added.value;
  } finally {
    await rm(part, { force: true }).finally(() => process.off('exit', removeNow));
  }
}
