import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { type ApiSnapshot, apiChanges, type Change, changeOf, changesPage } from './api-changes.ts';
import { closed, notesOf } from './changelog.ts';
import { openapiOf } from './openapi.ts';
import { compareVersions, nextVersion, parseVersion, versionProblem } from './version.ts';

const root = join(import.meta.dirname, '../..');
const releases = join(root, 'docs', 'releases');
const changelogs = ['CHANGELOG.md', 'core/CHANGELOG.md', 'adapters/CHANGELOG.md'];

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (value: unknown, indent = 2) => `${JSON.stringify(value, null, indent)}\n`;

function run(command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new CommandError(`${command} ${parameters.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** The packages for other projects. */
const packages = ['core', 'adapters'];

/** The version that was released last. */
function lastVersion(): string {
  const all = readdirSync(releases).filter((name) => parseVersion(name) !== undefined);
  return all.sort(compareVersions).at(-1) ?? '0.0.0';
}

const apiFile = (name: string) => `${name}-api.json`;
const readApi = (path: string) =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ApiSnapshot) : undefined;

/** Gives a built package its version, and packs it into `target`. */
function pack(name: string, version: string, target: string): void {
  const path = join(root, name, 'dist', 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { peerDependencies: peers } = manifest;
  if ('@coachsite/core' in peers) peers['@coachsite/core'] = `^${version}`;
  writeFileSync(path, json({ ...manifest, version }));
  run('npm', 'pack', join(root, name, 'dist'), '--silent', '--pack-destination', target);
}

function notes(version: string): string {
  const titles = [`# coachsite ${version}`, '# @coachsite/core', '# @coachsite/adapters'];
  const parts = changelogs.flatMap((path, index) => {
    // The notes are kept two folders below the changelog of the product.
    const said = notesOf(read(path)).replaceAll('](docs/', '](../../');
    return index === 0 || said ? [titles[index], said] : [];
  });
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

interface Manifest {
  version?: string;
  readonly dependencies?: Record<string, string>;
}

/** Sets the version of a manifest that has one, and what it depends on; a range stays one. */
function setVersion(manifest: Manifest, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  const { dependencies = {} } = manifest;
  for (const [name, wanted] of Object.entries(dependencies))
    if (name.startsWith('@coachsite/'))
      dependencies[name] = `${wanted.startsWith('^') ? '^' : ''}${version}`;
}

/** Writes the version into every manifest and the lock file, and under the notes of the changelogs. */
function writeVersion(version: string): void {
  const folders = ['', 'core', 'adapters', 'server', 'ui'];
  const examples = globSync('docs/examples/*/package.json', { cwd: root });
  for (const path of [...folders.map((folder) => join(folder, 'package.json')), ...examples]) {
    const manifest = JSON.parse(read(path)) as Manifest;
    setVersion(manifest, version);
    writeFileSync(join(root, path), json(manifest));
  }
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Manifest>;
  } & Manifest;
  lock.version = version;
  for (const folder of folders) setVersion(lock.packages[folder] ?? {}, version);
  writeFileSync(join(root, 'package-lock.json'), json(lock));
  const day = new Date().toISOString().slice(0, 10);
  for (const path of changelogs) writeFileSync(join(root, path), closed(read(path), version, day));
}

/** What a release consists of, and where its files are. */
export interface Release {
  readonly version: string;
  readonly last: string;
  readonly change: Change;
  /** The names that differ in a way that may break a caller. */
  readonly breaking: readonly string[];
  readonly files: readonly string[];
}

/**
 * Makes a release in the empty or missing folder `target`: a tarball of each package, the notes, the API and what changed in
 * it, and `openapi.json`. Without `isDryRun` it also keeps these in `docs/releases`, and writes the version into the
 * manifests and changelogs; then the work tree must be clean. Throws when the version does not fit the changes.
 */
export async function makeRelease(
  given: string | undefined,
  { isDryRun, target }: { readonly isDryRun: boolean; readonly target: string },
): Promise<Release> {
  if (!isDryRun && run('git', 'status', '--porcelain') !== '')
    throw new CommandError(
      'There are changes that are not committed: a release starts from a commit',
    );
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new CommandError(`${target} is not empty`);
  mkdirSync(target, { recursive: true });
  const last = lastVersion();
  run(process.execPath, join(root, 'scripts', 'build-packages.ts'));
  const built = packages.map((name) => {
    const path = join(root, name, 'dist', 'api', 'names.json');
    const api = readApi(path);
    if (api) cpSync(path, join(target, apiFile(name)));
    const before = readApi(join(releases, last, apiFile(name)));
    return { name, changes: apiChanges(before ?? {}, api ?? {}) };
  });
  const all = built.map(({ changes }) => changeOf(changes));
  const change = (['breaking', 'feature'] as const).find((one) => all.includes(one)) ?? 'fix';
  const version = given ?? nextVersion(last, change);
  const problem = versionProblem(version, last, change);
  if (problem !== undefined) throw new CommandError(problem);
  if (!isDryRun && notesOf(read('CHANGELOG.md')) === '')
    throw new CommandError('CHANGELOG.md says nothing under "Unreleased"');

  for (const { name, changes } of built) {
    pack(name, version, target);
    writeFileSync(join(target, `${name}-api-changes.md`), `${changesPage(changes)}\n`);
  }
  writeFileSync(join(target, 'notes.md'), notes(version));
  writeFileSync(join(target, 'openapi.json'), json(await openapiOf(version), 1));
  if (!isDryRun) {
    const kept = readdirSync(target).filter((name) => !name.endsWith('.tgz'));
    for (const name of kept) cpSync(join(target, name), join(releases, version, name));
    writeVersion(version);
  }
  const breaking = built.flatMap(({ changes: { removed, changed } }) => [
    ...removed,
    ...changed.map(({ name }) => name),
  ]);
  return { version, last, change, breaking, files: readdirSync(target).sort() };
}
