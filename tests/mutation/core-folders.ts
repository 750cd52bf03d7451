import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Without rules: adapters and suites for tests, and texts of types that every folder's errors are joined in. */
const withoutRules = ['testing', 'errors'];

/** The files of a folder of the core that have rules, as paths from the root of the repository. */
export const files = (folder: string): readonly string[] =>
  globSync(`core/src/${folder}/*.ts`, { cwd: root })
    .filter((path) => !/\/(index|ports)\.ts$/.test(path))
    .toSorted();

/** The folders of the core that have rules, in alphabetical order. */
export const folders: readonly string[] = [
  ...new Set(globSync('*/*.ts', { cwd: join(root, 'core/src') }).map(dirname)),
]
  .filter((folder) => !withoutRules.includes(folder))
  .toSorted();

/** What the rules of a folder are, in eight signs: comments and tests do not count. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of files(folder)) {
    const text = readFileSync(join(root, path), 'utf8');
    hash.update(path).update(text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, ''));
  }
  return hash.digest('hex').slice(0, 8);
}
