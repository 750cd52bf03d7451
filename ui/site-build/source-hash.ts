import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './files.ts';

const root = join(import.meta.dirname, '..', '..');

/** Where the built pages are. */
export const dist = join(root, 'ui', 'dist');

/** Holds the stamp of the sources that the last build used. */
export const sourceHashPath = join(dist, 'stamp');

/** What the pages are made of; a change in any of it makes the build stale. */
const sources = [
  'ui/src',
  'ui/content',
  'ui/site-build',
  'ui/vite.config.ts',
  'core/src',
  'adapters/src/contract',
  'adapters/src/browser',
  'package-lock.json',
];

/** A digest over the names and bytes of every source file: the clock of a checkout says nothing. */
export function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const files = source.includes('.') ? [path] : filesBelow(path);
    for (const file of [...files].sort()) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Whether a source changed since the last build. */
export function isStale(): boolean {
  const built = existsSync(sourceHashPath) ? readFileSync(sourceHashPath, 'utf8') : '';
  return built === '' || built !== sourceHash();
}
