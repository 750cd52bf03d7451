import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of one probe: more than the space that a file system may still find in a block already in use. */
const probeBytes = 64 * 1024;

/** Writes a file to a folder, waits until it is on disk, and removes it. Rejects when the disk does not take it. */
export async function probeFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `.probe-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(new Uint8Array(probeBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
