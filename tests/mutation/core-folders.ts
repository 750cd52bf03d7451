import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * The files of a folder of the core in which mistakes are made, as paths from the root of the repository: its rules, or
 * the memory adapters, but for the reader of numbers, which no suite runs over.
 */
export const files = (folder: string): readonly string[] =>
  globSync(`core/src/${folder}/${folder === 'testing' ? '{memory,site}/' : ''}*.ts`, { cwd: root })
    .filter((path) => !/(\/(index|ports|phone-reader)|-contract)\.ts$/.test(path))
    .toSorted();

/** The folders of the core in which mistakes are made, in alphabetical order. */
export const folders: readonly string[] = [
  ...new Set(globSync('*/*.ts', { cwd: join(root, 'core/src') }).map(dirname)),
]
  .filter((folder) => files(folder).length > 0)
  .toSorted();

/** What the rules of a folder are, in eight signs: comments and tests do not count. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of files(folder)) {
    const text = readFileSync(join(root, path), 'utf8');
    hash.update(path).update(text.replace(/^\s*(?:\/\*\*|\*|\/\/).*\n/gm, ''));
  }
  return hash.digest('hex').slice(0, 8);
}
