import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Links the installed packages into a copy of the repository, and the copy's own packages under their names. */
export function linkPackages(copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@coachsite'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@coachsite') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of ['core', 'adapters', 'server', 'ui']) {
    symlinkSync(join(copy, name), join(to, '@coachsite', name));
  }
}
