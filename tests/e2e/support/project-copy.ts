import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages } from '../../support/link-packages.ts';
import { projectFolder } from './site.ts';

const needed = [
  'core',
  'adapters',
  'server',
  'ui',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Copies the built product into a folder of its own, as on the computer of a coach, and returns that folder. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-copy-'));
  for (const name of needed) {
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  linkPackages(folder);
  return folder;
}
