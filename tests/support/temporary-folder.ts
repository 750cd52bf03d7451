import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a test run its own temporary folder and removes it at the end, including what killed servers and browsers left
 * in it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-run-'));
  // A database server that runs as another user enters it, and lists nothing.
  chmodSync(folder, 0o711);
  // Every process of the run reads its temporary folder from this variable.
  process.env.TMPDIR = folder;
  // Commands and servers that tests start again and again compile the same sources: Node keeps the result here.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache');
  return () => rmSync(folder, { recursive: true, force: true });
}
