import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ownerOfFolder } from '../owner-of-folder.ts';
import { syncFolderNow } from '../sync-folder.ts';

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Reads a file with a secret; `undefined` when there is none. A file that others than its owner could read or write is
 * restricted to its owner (mode 0600) first. Throws when the file system does.
 */
export function readKeyFile(path: string): Buffer | undefined {
  try {
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function writeDraft(
  draft: string,
  secret: string | Uint8Array,
  owner: ReturnType<typeof ownerOfFolder>,
): void {
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, secret);
    if (owner) fchownSync(file, owner.uid, owner.gid);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a file with a secret, readable by its owner only, in a directory that is created when it is missing. The file
 * is complete and on the disk before it has its name, and keeps both after a power cut. Made by root, it belongs to the
 * owner of the directory. When several processes create the
 * same file, the first one wins. Returns what the file holds afterwards, so all of them use one secret. Throws when the
 * file system does.
 */
export function createKeyFile(path: string, secret: string | Uint8Array): Buffer {
  const directory = dirname(path);
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) syncFolderNow(dirname(made));
  const draft = `${path}.${randomUUID()}`;
  try {
    writeDraft(draft, secret, ownerOfFolder(directory));
    // A rename would replace the file of a faster process; a link fails instead.
    linkSync(draft, path);
    syncFolderNow(directory);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path);
}

/** Reads a random key of a given length in bytes, or creates it. Throws when the file holds anything else. */
export function openRandomKey(path: string, bytes: number): Buffer {
  const key = readKeyFile(path) ?? createKeyFile(path, randomBytes(bytes));
  if (key.length !== bytes) throw new Error(`${path} is not a key of ${bytes} bytes`);
  return key;
}
