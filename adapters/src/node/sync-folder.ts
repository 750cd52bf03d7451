import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Windows opens no folder. */
const opensFolders = process.platform !== 'win32';

/**
 * Puts the names in a folder onto the disk, so that files created or renamed in it keep theirs after a power cut. Rejects when
 * the file system does.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (!opensFolders) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same before it returns. Throws when the file system does. */
export function syncFolderNow(folder: string): void {
  if (!opensFolders) return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
