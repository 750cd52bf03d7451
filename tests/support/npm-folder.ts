import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Body } from './auth-client.ts';

/** Packages in a folder of their own, beside those of the project. */
export interface NpmFolder {
  /** What a package exports, as a program in that folder imports it. */
  readonly load: (name: string) => Promise<Body>;
}

/**
 * Installs packages of exact versions with npm into a temporary folder, which the run removes. `pinned` says with which
 * versions others come. One line announces it; `--no-install` or COACHSITE_NO_INSTALL=1 prevents it.
 */
export function installInFolder(
  packages: Readonly<Record<string, string>>,
  pinned: Readonly<Record<string, string>> = {},
): NpmFolder {
  const names = Object.entries(packages).map((pair) => pair.join(' '));
  if (process.env.COACHSITE_NO_INSTALL === '1')
    throw new Error(`Not installed: ${names.join(', ')}`);
  console.log(
    `Installing ${names.join(', ')} into a temporary folder (npm). To refuse, use --no-install.`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-npm-'));
  const manifest = { private: true, type: 'module', dependencies: packages, overrides: pinned };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--silent'];
  const { status, stderr } = spawnSync('npm', ['install', ...quiet], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm could not install ${names.join(', ')}: ${stderr}`);
  // In a folder of packages: the runner leaves those to Node.
  const importer = join(folder, 'node_modules', 'importer');
  mkdirSync(importer);
  writeFileSync(join(importer, 'index.mjs'), 'export const load = (name) => import(name);\n');
  const url = pathToFileURL(join(importer, 'index.mjs')).href;
  return { load: async (name) => (await import(url)).load(name) };
}
