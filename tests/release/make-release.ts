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
import { type ApiChanges, apiChanges, changeOf } from './api-changes.ts';
import { closed, named, notesOf } from './changelog.ts';
import {
  commitOf,
  lastVersions,
  notesPath,
  packages,
  reportsAt,
  reportsBuilt,
} from './last-release.ts';
import { measurePackages, measuresText, sizesIn } from './measures.ts';
import { openapiOf } from './openapi.ts';
import { buildPackages, compareReports } from './packages.ts';
import { type Before, isCandidate, nextVersion, versionProblem } from './version.ts';

const root = join(import.meta.dirname, '../..');
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

/**
 * Gives a built package its version, packs it into `target`, and rehearses with npm how it is published: as a release
 * candidate under a tag of its own, which nobody gets who does not ask for it.
 */
function pack(name: string, version: string, target: string): void {
  for (const path of globSync(join(root, name, 'dist', '{package,jsr}.json'))) {
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const { peerDependencies: peers = {}, publishConfig } = manifest;
    if ('@coachsite/core' in peers) peers['@coachsite/core'] = `^${version}`;
    if (publishConfig && isCandidate(version)) publishConfig.tag = 'next';
    writeFileSync(path, json({ ...manifest, version }));
  }
  const changelog = join(root, name, 'dist/CHANGELOG.md');
  writeFileSync(changelog, named(readFileSync(changelog, 'utf8'), version, today()));
  run('npm', 'pack', join(root, name, 'dist'), '--silent', '--pack-destination', target);
  const file = join(target, `coachsite-${name}-${version}.tgz`);
  run('npm', 'publish', file, '--dry-run', '--provenance', '--silent', '--fetch-retries=0');
}

function notes(version: string, measures: string): string {
  const titles = [`# coachsite ${version}`, '# @coachsite/core', '# @coachsite/adapters'];
  const parts = changelogs.flatMap((path, index) => {
    // The notes are kept in a folder of the docs.
    const said = notesOf(read(path)).replaceAll('](docs/', '](../');
    return index === 0 || said ? [titles[index], said] : [];
  });
  return `${[...parts, measures].filter(Boolean).join('\n\n')}\n`;
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

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Writes the version into every manifest and the lock file, and over the notes in the changelogs: those of a candidate are
 * still notes of the release that it becomes.
 */
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
  if (isCandidate(version)) return;
  for (const path of changelogs)
    writeFileSync(join(root, path), closed(read(path), version, today()));
}

/** The versions before. */
interface Since extends Before {
  /** What changed in the API since the commit of the last release; `undefined` where that is not known. */
  readonly compared: ({ readonly commit: string } & ApiChanges) | undefined;
}

/** What a release consists of, and where its files are. */
export interface Release extends Since {
  readonly version: string;
  readonly files: readonly string[];
}

/** Compares the API of the built packages with that of the last release. */
function compareWith(last: string): Release['compared'] {
  const commit = commitOf(root, last);
  if (commit === undefined) return undefined;
  return { commit, ...apiChanges(reportsAt(root, commit), reportsBuilt(root)) };
}

/** Sizes and times of the built packages, beside those in the notes of the last release. */
async function measured(last: string): Promise<string> {
  const path = join(root, notesPath(last));
  const before = existsSync(path) ? sizesIn(readFileSync(path, 'utf8')) : new Map();
  return measuresText(await measurePackages(root), before, last);
}

/** What goes into the empty folder `target`. */
async function makeFiles(version: string, { last, compared }: Since, target: string) {
  for (const name of packages) {
    pack(name, version, target);
    cpSync(join(root, name, 'dist', 'api'), join(target, 'reference', name), { recursive: true });
  }
  writeFileSync(join(target, 'notes.md'), notes(version, await measured(last)));
  writeFileSync(join(target, 'openapi.json'), json(await openapiOf(version), 1));
  const folders = packages.map((name) => `${name}/api`);
  if (compared)
    writeFileSync(join(target, 'api.diff'), run('git', 'diff', compared.commit, '--', ...folders));
}

/**
 * Makes a release in the empty or missing folder `target`: a tarball of each package, the notes, the reference, what changed
 * in the API since the last release, and `openapi.json`; how the tarballs are published is rehearsed. Without `isDryRun` it
 * also keeps the notes in `docs/releases`, and writes the version into the manifests and, unless it is a candidate, the
 * changelogs; then the work tree must be clean. Throws when the version does not fit the changes.
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
  const before = lastVersions(root);
  const { last } = before;
  // Before what takes a minute.
  const early = given && versionProblem(given, before, 'fix');
  if (early) throw new CommandError(early);
  await buildPackages({});
  compareReports();
  const compared = compareWith(last);
  if (!isDryRun && !compared)
    throw new CommandError(
      `The commit of ${last} is not in this copy of the repository, so the API cannot be compared: git fetch --unshallow`,
    );
  // What is not known to be safe may break.
  const change = compared ? changeOf(compared) : 'breaking';
  const version = given ?? nextVersion(before, change);
  const problem = versionProblem(version, before, compared ? change : 'fix');
  if (problem !== undefined) throw new CommandError(problem);
  if (!isDryRun && notesOf(read('CHANGELOG.md')) === '')
    throw new CommandError('CHANGELOG.md says nothing under "Unreleased"');

  mkdirSync(target, { recursive: true });
  await makeFiles(version, { ...before, compared }, target);
  if (!isDryRun) {
    cpSync(join(target, 'notes.md'), join(root, notesPath(version)));
    writeVersion(version);
  }
  return { version, ...before, compared, files: readdirSync(target).sort() };
}
