import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './site.ts';

const packages = ['core', 'adapters', 'server', 'ui'];
const needed = [...packages, 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

/** Copies the built product into a folder of its own, as on the computer of a coach, and returns that folder. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-copy-'));
  for (const name of needed) {
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  const [from, to] = [join(projectFolder, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@coachsite'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@coachsite') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of packages) symlinkSync(join(folder, name), join(to, '@coachsite', name));
  return folder;
}
