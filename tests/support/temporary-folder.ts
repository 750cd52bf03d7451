import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a test run its own temporary folder and removes it at the end, including what killed servers and browsers left
 * in it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-run-'));
  // Every process of the run reads its temporary folder from this variable.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
