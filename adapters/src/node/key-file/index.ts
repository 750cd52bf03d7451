import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ownerOfFolder } from '../owner-of-folder.ts';
import { syncFolderNow } from '../sync-folder.ts';

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** How file systems without hard links or modes, such as exFAT, and their drivers say so. */
const isUnsupported = (error: unknown) =>
  ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errorCode(error) ?? '');

/** Restricts a file to its owner. On a file system without modes, whoever mounted it decides who may read. */
function restrict(path: string, owner: number): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // The owner of a file may do so wherever there are modes.
    if (!isUnsupported(error) || owner !== process.geteuid?.()) throw error;
  }
}

/**
 * Reads a file with a secret; `undefined` when there is none. A file that others than its owner could read or write is
 * restricted to its owner (mode 0600) first. Throws when the file system does.
 */
export function readKeyFile(path: string): Buffer | undefined {
  try {
    const { mode, uid } = statSync(path);
    if (mode & 0o077) restrict(path, uid);
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

/** A claim is no older than this while its process lives, and asked for again this often, in milliseconds. */
const [claimMs, askedAgainMs] = [5_000, 10];

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Takes a file for this process; false when another one has it, or has had it until a moment ago. */
function isClaimed(claim: string): boolean {
  try {
    closeSync(openSync(claim, 'wx', 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const since = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  // What a process left that was killed.
  if (Math.abs(Date.now() - since) > claimMs) rmSync(claim, { force: true });
  else sleep(askedAgainMs);
  return false;
}

/** Gives a draft its name unless that is taken, where the file system has no links: while this process has a claim. */
function placeByClaim(draft: string, path: string): void {
  const claim = `${path}.part`;
  while (!existsSync(path)) {
    if (!isClaimed(claim)) continue;
    try {
      if (!existsSync(path)) renameSync(draft, path);
    } finally {
      rmSync(claim, { force: true });
    }
  }
}

/** Gives a draft its name unless that is taken. A rename would replace the file of a faster process; a link fails instead. */
function place(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (!isUnsupported(error)) throw error;
    placeByClaim(draft, path);
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
    place(draft, path);
    syncFolderNow(directory);
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
