import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from './command.ts';

let made: Promise<string> | undefined;

async function seed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-seeded-'));
  const { status, error } = await runCommandLine(['seed'], { DATA_DIR: folder });
  const note = `Note: there was no site in ${folder}, so a new one was begun there\n`;
  if (status !== 0 || error !== note)
    throw new Error(`npm run seed ended with ${status}: ${error}`);
  return folder;
}

/**
 * Makes a folder a site as `npm run seed` makes it. The command runs once for all files of a test process, as the sizes
 * of its picture take two seconds of work; each caller gets a copy.
 */
export async function seedSite(folder: string): Promise<void> {
  made ??= seed();
  cpSync(await made, folder, { recursive: true });
}
