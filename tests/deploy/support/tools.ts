import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the files for operators. */
export const deployFolder = fileURLToPath(new URL('../../../docs/deploy/', import.meta.url));

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Says on stderr what this machine cannot test: a skipped test alone is easily overlooked. */
export function warnUntested(what: string, missing: string): void {
  console.warn(`NOT TESTED: ${what}, as ${missing} is missing on this machine`);
}

/** The path of a program of this machine, also of those that only root has on its PATH. */
export function findTool(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
