import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests a temporary folder of its own and removes it at the end, with all that tests, killed servers
 * and browsers left in it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-run-'));
  // Every process of the run asks for its temporary folder by this name.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
