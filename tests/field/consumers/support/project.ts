import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buildPackages } from '../../../release/packages.ts';
import { installInFolder, type NpmFolder } from '../../../support/npm-folder.ts';

export const root: string = join(import.meta.dirname, '../../../..');

/** A project that has the packed core and some packages, installed by npm. */
export interface Project extends NpmFolder {
  readonly folder: string;
  /** Runs a command of a shell in it, which finds the commands of the packages. */
  readonly run: (command: string) => SpawnSyncReturns<string>;
  /** The entries of the core, as they are imported. */
  readonly entries: readonly string[];
}

let tarball: string | undefined;

/** The tarball of the core as it is now. */
async function packedCore(): Promise<string> {
  if (tarball !== undefined) return tarball;
  await buildPackages({});
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-packed-'));
  const packing = ['pack', './core/dist', '--silent', '--pack-destination', folder];
  spawnSync('npm', packing, { cwd: root, stdio: 'inherit' });
  tarball = join(folder, readdirSync(folder)[0] ?? '');
  return tarball;
}

/** Installs the packed core beside packages of exact versions. */
export async function openProject(packages: Readonly<Record<string, string>>): Promise<Project> {
  const installed = installInFolder({
    ...packages,
    '@coachsite/core': `file:${await packedCore()}`,
  });
  const folder = dirname(installed.packages);
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    // What the runner of this test says of itself.
    VITEST: undefined,
    PATH: [join(installed.packages, '.bin'), dirname(process.execPath), process.env.PATH].join(
      delimiter,
    ),
  };
  const manifest = readFileSync(join(installed.packages, '@coachsite/core/package.json'), 'utf8');
  const paths = Object.keys(JSON.parse(manifest).exports).filter((path) => !/json$/.test(path));
  return {
    ...installed,
    folder,
    run: (command) => spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' }),
    entries: paths.map((path) => join('@coachsite/core', path)),
  };
}
