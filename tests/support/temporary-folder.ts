import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Twenty times what a run keeps there, in bytes. */
const plenty = 2 * 2 ** 30;

/**
 * A folder of Linux in memory, where this machine has plenty of it and programs may be run there. A twentieth of a run is
 * waiting for the disk, and no test takes the power from it.
 */
function folderInMemory(): string | undefined {
  const path = '/dev/shm';
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8');
    const [, options = 'noexec'] = new RegExp(`^\\S+ ${path} tmpfs (\\S+)`, 'm').exec(mounts) ?? [];
    const { bavail, bsize } = statfsSync(path);
    const isFit = !/\b(?:noexec|ro)\b/.test(options) && bavail * bsize > plenty;
    return isFit && freemem() > plenty ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives a test run its own temporary folder and removes it at the end, including what killed servers and browsers left
 * in it.
 */
export default function setup(): () => void {
  const parent = process.env.TMPDIR ? tmpdir() : (folderInMemory() ?? tmpdir());
  const folder = mkdtempSync(join(parent, 'coachsite-run-'));
  // A database server that runs as another user enters it, and lists nothing.
  chmodSync(folder, 0o711);
  // Every process of the run reads its temporary folder from this variable.
  process.env.TMPDIR = folder;
  // Commands and servers that tests start again and again compile the same sources: Node keeps the result here.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  // A process that ends last still leaves its compiled code there.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
