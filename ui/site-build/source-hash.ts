import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './files.ts';

const root = join(import.meta.dirname, '..', '..');

/** The folder of the built pages. */
export const dist = join(root, 'ui', 'dist');

/** The file with the hash of the sources of the last build. */
export const sourceHashPath = join(dist, 'stamp');

/** The articles, which are published without a build. */
export const articlesFolder = join(root, 'ui', 'content', 'articles');

/** The record of when texts last changed, which a build reads and `npm run content -- publish` writes. */
export const changeRecordPath = join(root, 'ui', 'content', 'changed.json');

/** The compiler of an editor leaves its own record beside the sources. */
const isSource = (path: string) =>
  !path.startsWith(articlesFolder) && !path.endsWith('.tsbuildinfo');

/** Whether the sources are there; a container image has what was built from them only. */
export const hasSources = (): boolean => existsSync(join(root, 'ui', 'src'));

/** The sources of the pages, and what says how they are compiled; a change in any of them makes the build stale. */
export const sources = [
  'ui/src',
  'ui/content',
  'ui/site-build',
  'ui/vite.config.ts',
  'core/src',
  'adapters/src/contract',
  'adapters/src/browser',
  'adapters/src/node/articles',
  'adapters/src/node/images',
  'package-lock.json',
  ...['', 'core/', 'adapters/', 'ui/'].map((folder) => `${folder}package.json`),
  'tsconfig.base.json',
  ...['core/', 'adapters/', 'ui/'].map((folder) => `${folder}tsconfig.json`),
];

/** The folder of the server as one program. */
export const programFolder = join(root, 'server', 'dist');

/** The sources of that program, and what says how they are bundled. */
const programSources = [
  ...['core/src', 'adapters/src', 'server/src', 'ui/vite.config.ts', 'package-lock.json'],
  ...['core/', 'adapters/', 'server/'].map((folder) => `${folder}package.json`),
];

/** The file with the hash of the sources of the program. */
const programStamp = join(programFolder, 'stamp');

/** The text of a file, empty without one. */
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The files of sources, in order. */
const filesOf = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((source) => {
    const path = join(root, source);
    const files = source.includes('.') ? [path] : filesBelow(path);
    return files.filter(isSource).sort();
  });

/** Hashes the names of files and what `read` says of each. */
function hashEach(files: readonly string[], read: (file: string) => string | Buffer): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update('\0').update(read(file));
  return hash.digest('hex');
}

/** Hashes the names and bytes of every source file; times are unreliable after a checkout. */
export const hashOf = (paths: readonly string[]): string =>
  hashEach(filesOf(paths), (file) => readFileSync(file));

/** The hash of the sources of the pages. */
export const sourceHash = (): string => hashOf(sources);

/** Hashes the names and bytes of the articles. */
export function articlesHash(): string {
  const files = existsSync(articlesFolder) ? filesBelow(articlesFolder) : [];
  return hashEach([...files].sort(), (file) => readFileSync(file));
}

/**
 * Whether a source changed since the last build. Without the sources, as in a container image, what was built is never
 * stale.
 */
export const isStale = (): boolean => isOlder(sourceHashPath, sources);

/** Whether a source of the program changed since it was bundled; never without the sources of the pages. */
export const isProgramStale = (): boolean => isOlder(programStamp, programSources);

/**
 * Whether sources changed since their hash was written to `stamp`. Reading 1,300 files takes a fifth of a start, so a
 * file beside it notes their sizes and times at which they were the same; every write changes the time (ctime).
 */
export function isOlder(stamp: string, paths: readonly string[]): boolean {
  const built = textOf(stamp);
  if (built === '' || !hasSources()) return built === '';
  const glance = hashEach(filesOf(paths), (file) => {
    const { size, ctimeMs } = statSync(file);
    return `${built} ${size} ${ctimeMs}`;
  });
  const seen = `${stamp}-seen`;
  if (textOf(seen) === glance) return false;
  if (built !== hashOf(paths)) return true;
  try {
    writeFileSync(seen, glance);
  } catch {
    // Where nothing may be written, the next start reads the sources again.
  }
  return false;
}

/** For so long a server that runs an earlier program finds the parts that it has not loaded yet, in milliseconds. */
const keptMs = 86_400_000;

/** Bundles the program with `bundle`, and notes of which sources. */
export async function stampProgram(bundle: () => Promise<unknown>): Promise<void> {
  const before = hashOf(programSources);
  rmSync(programStamp, { force: true });
  await bundle();
  writeFileSync(programStamp, before);
  for (const file of filesBelow(programFolder))
    if (statSync(file).mtimeMs < Date.now() - keptMs) rmSync(file);
}

/** The file with the hash of the articles that were published last. */
export const articlesHashPath = join(dist, 'articles-stamp');

/** Whether an article changed since it was published last; never without the sources. */
export function areArticlesStale(): boolean {
  const published = textOf(articlesHashPath);
  if (published !== '' && !existsSync(articlesFolder)) return false;
  return published !== articlesHash();
}
