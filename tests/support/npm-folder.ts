import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../../scripts/support/command.ts';
import type { Body } from './auth-client.ts';

const root = join(import.meta.dirname, '../..');

/** Packages in a folder of their own, beside those of the project. */
export interface NpmFolder {
  readonly packages: string;
  /** What a package exports, as a program in that folder imports it. */
  readonly load: (name: string) => Promise<Body>;
}

/** Has npm fill a folder. One line announces it; `--no-install` or COACHSITE_NO_INSTALL=1 prevents it. */
function install(folder: string, command: 'ci' | 'install', what: string, where: string): void {
  if (process.env.COACHSITE_NO_INSTALL === '1')
    throw new CommandError(`Not installed, as COACHSITE_NO_INSTALL=1 refuses it: ${what}`);
  console.log(`Installing ${what} into ${where} (npm). To refuse, set COACHSITE_NO_INSTALL=1.`);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--silent'];
  const { status, stderr } = spawnSync('npm', [command, ...quiet], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new CommandError(`npm could not install ${what}: ${stderr}`);
  // In a folder of packages: the runner leaves those to Node.
  const importer = join(folder, 'node_modules', 'importer');
  mkdirSync(importer);
  writeFileSync(join(importer, 'index.mjs'), 'export const load = (name) => import(name);\n');
}

function folderOf(folder: string): NpmFolder {
  const packages = join(folder, 'node_modules');
  const url = pathToFileURL(join(packages, 'importer', 'index.mjs')).href;
  return { packages, load: async (name) => (await import(url)).load(name) };
}

const namesOf = (packages: Readonly<Record<string, string>>) =>
  Object.entries(packages)
    .map((pair) => pair.join(' '))
    .join(', ');

/**
 * Installs packages of exact versions with npm into a temporary folder, which the run removes. `pinned` says with which
 * versions others come.
 */
export function installInFolder(
  packages: Readonly<Record<string, string>>,
  pinned: Readonly<Record<string, string>> = {},
): NpmFolder {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-npm-'));
  const manifest = { private: true, type: 'module', dependencies: packages, overrides: pinned };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  install(folder, 'install', namesOf(packages), 'a temporary folder');
  return folderOf(folder);
}

/**
 * A tool that some commands alone run, each a folder of tests/tools that locks it with all that it needs: installed where
 * it is not, or not as it is locked. Throws a `CommandError` where it may not be. Source: docs/dependencies.md#tools.
 */
export function installTool(name: string): NpmFolder {
  const folder = join(root, 'tests/tools', name);
  const [manifest, lock] = [join(folder, 'package.json'), join(folder, 'package-lock.json')];
  const packages = join(folder, 'node_modules');
  const wanted = readFileSync(lock, 'utf8');
  const isThere = () =>
    existsSync(join(packages, 'lock')) && readFileSync(join(packages, 'lock'), 'utf8') === wanted;
  if (isThere()) return folderOf(folder);
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  // Beside it, as several test files may want it at once, and a process may end meanwhile.
  const made = mkdtempSync(join(root, 'node_modules/.tool-'));
  for (const file of [manifest, lock]) cpSync(file, join(made, basename(file)));
  install(made, 'ci', namesOf(dependencies), `tests/tools/${name}`);
  writeFileSync(join(made, 'node_modules/lock'), wanted);
  if (!isThere()) {
    rmSync(packages, { recursive: true, force: true });
    renameSync(join(made, 'node_modules'), packages);
  }
  rmSync(made, { recursive: true });
  return folderOf(folder);
}
