import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reports } from './api-changes.ts';
import { type Before, compareVersions, isCandidate, parseVersion } from './version.ts';

/** The packages for other projects, and where each keeps its reports. */
export const packages = ['core', 'adapters'] as const;
const reportFolders = packages.map((name) => `${name}/api`);

/** What git says in `root`; `undefined` if it fails, or is not there. */
function git(root: string, ...parameters: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** The notes of a version, below the root. */
export const notesPath = (version: string): string => `docs/releases/${version}.md`;

/** The release that was made last and the newest version, by their notes. */
export function lastVersions(root: string): Before {
  const folder = join(root, 'docs', 'releases');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const all = names.map((name) => name.replace(/\.md$/, '')).filter((name) => parseVersion(name));
  all.sort(compareVersions);
  const last = all.findLast((version) => !isCandidate(version)) ?? '0.0.0';
  return { last, newest: all.at(-1) ?? last };
}

/** The commit of a release, which is the one that added its notes; `undefined` in a copy without its history. */
export function commitOf(root: string, version: string): string | undefined {
  // The oldest commit of a shallow clone seems to add every file.
  if (git(root, 'rev-parse', '--is-shallow-repository')?.trim() !== 'false') return undefined;
  const added = git(root, 'log', '--diff-filter=A', '--format=%H', '--', notesPath(version));
  return added?.trim().split('\n').at(0) || undefined;
}

/** The reports as a commit has them. */
export function reportsAt(root: string, commit: string): Reports {
  const listed = git(root, 'ls-tree', '-r', '--name-only', commit, ...reportFolders) ?? '';
  const paths = listed.split('\n').filter((path) => path.endsWith('.api.md'));
  return new Map(paths.map((path) => [path, git(root, 'show', `${commit}:./${path}`) ?? '']));
}

/** The reports of the built packages, under the paths where they are kept. */
export function reportsBuilt(root: string): Reports {
  return new Map(
    packages.flatMap((name) => {
      const folder = join(root, name, 'dist', 'api');
      const paths = globSync('**/*.api.md', { cwd: folder }).sort();
      return paths.map(
        (path) => [`${name}/api/${path}`, readFileSync(join(folder, path), 'utf8')] as const,
      );
    }),
  );
}
