import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore, FileTooLargeError, StoredBlob } from '@coachsite/core/ebook';
import { err, ok, type Result } from 'neverthrow';
import { ownerOfFolder } from '../owner-of-folder.ts';
import { syncFolder } from '../sync-folder.ts';

const isKey = (name: string) => /^[0-9a-f]{64}$/.test(name);

/** `<process id>-<random>.part`: lets a sweep distinguish a running upload from an abandoned one. */
const partName = /^(\d{1,10})-[0-9a-f-]{36}\.part$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In bytes. The system takes blocks of this size back at once; smaller ones leave holes in the heap of the C library. */
const pieceSize = 256 * 1024;

async function* readFile(path: () => string, start: number, end: number) {
  if (start >= end) return;
  const range = { start, end: end - 1, highWaterMark: pieceSize };
  // One descriptor per stream: streams that share one would move each other's offset.
  for await (const chunk of createReadStream(path(), range)) {
    yield chunk as Uint8Array;
  }
}

function toBlob(key: string, sizeBytes: number, path: () => string): StoredBlob {
  return { key, sizeBytes, read: (start = 0, end = sizeBytes) => readFile(path, start, end) };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}

/** Writes `bytes` and returns their size and digest, or an error at the first byte past the limit. */
async function receive(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Result<{ readonly size: number; readonly key: string }, FileTooLargeError>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (!(size <= limitBytes)) return err({ kind: 'file_too_large', limitBytes });
    hash.update(chunk);
    await writeAll(file, chunk);
  }
  await file.sync();
  return ok({ size, key: hash.digest('hex') });
}

const nameOfPart = () => `${process.pid}-${randomUUID()}.part`;

/**
 * Removes a file that was last written before `before`. Another process may have put a new file in its place since it
 * was found, and no call removes a file only if it is old: so the file is renamed first, and renamed back if it is new.
 * Nothing waits in between, so that hardly any reader finds it missing meanwhile.
 */
async function removeOld(path: string, aside: string, before: number): Promise<boolean> {
  try {
    renameSync(path, aside);
  } catch (error) {
    ifMissing(error as NodeJS.ErrnoException);
    return false;
  }
  const isOld = statSync(aside).mtimeMs < before;
  if (isOld) await rm(aside, { force: true });
  else renameSync(aside, path);
  return isOld;
}

/**
 * Files in one folder, named after their content. A file is written and synced under another name, then renamed within
 * the folder: for readers, and after a power cut, it is complete or absent. A file that root writes belongs to the
 * owner of the folder. Source: docs/security.md#UP-2, docs/security.md#UP-5, docs/security.md#UP-7.
 */
export function filesystemBlobStore(directory: string): BlobStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(directory, key);
  const underWay = new Set<string>();

  /** Whether no running upload owns this file. An earlier process may have had the same id as this one. */
  const isOrphan = (name: string) => {
    const pid = Number(partName.exec(name)?.[1]);
    return pid === process.pid ? !underWay.has(name) : !isAlive(pid);
  };

  return {
    stage: async (bytes, limitBytes) => {
      const name = nameOfPart();
      const temporary = pathOf(name);
      underWay.add(name);
      const discard = async () => {
        await rm(temporary, { force: true });
        underWay.delete(name);
      };
      const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
        underWay.delete(name);
        throw error;
      });
      let received: Awaited<ReturnType<typeof receive>>;
      try {
        const owner = ownerOfFolder(directory);
        if (owner) await file.chown(owner.uid, owner.gid);
        received = await receive(file, bytes, limitBytes);
      } catch (error) {
        await file.close();
        await discard();
        throw error;
      }
      await file.close();
      if (received.isErr()) {
        await discard();
        return err(received.error);
      }
      const { key, size } = received.value;
      let path = temporary;
      return ok({
        ...toBlob(key, size, () => path),
        keep: async () => {
          await rename(temporary, pathOf(key));
          path = pathOf(key);
          underWay.delete(name);
          await syncFolder(directory);
        },
        discard,
      });
    },
    open: async (key) => {
      if (!isKey(key)) return undefined;
      const found = await stat(pathOf(key)).catch(ifMissing);
      return found?.isFile() ? toBlob(key, found.size, () => pathOf(key)) : undefined;
    },
    sweep: async (keep, before) => {
      let removed = 0;
      for (const name of await readdir(directory)) {
        const isPart = partName.test(name);
        if (!isPart && !(isKey(name) && !keep.has(name))) continue;
        const found = await stat(pathOf(name)).catch(ifMissing);
        if (!found || (found.mtimeMs >= before && !(isPart && isOrphan(name)))) continue;
        if (isPart) await rm(pathOf(name), { force: true });
        else if (!(await removeOld(pathOf(name), pathOf(nameOfPart()), before))) continue;
        removed += 1;
      }
      return removed;
    },
  };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
