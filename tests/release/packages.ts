import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { installAdvice } from '../../scripts/support/missing-package.ts';
import { installTool } from '../support/npm-folder.ts';
import { copyCitedPages } from './cited-pages.ts';
import { packages, reportsBuilt } from './last-release.ts';
import { writeReference } from './reference.ts';
import { siteModules } from './site-modules.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** Shows what a program prints if it fails: that all entries are in order takes 150 lines. */
function run(command: string, ...parameters: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return;
  process.stderr.write([stdout, stderr].join(''));
  throw new CommandError(`${command} ended with ${status}`);
}

const siteOnly = [
  ...siteModules,
  'testing/site',
  'browser',
  'contract',
  'node/{alarm-store,articles,database-copy,dns,gotrue,images,content-store,rows/content.*}',
];

/** The manifest of a built package: what only some of its entries need is optional. */
function published(source: string, target: string): Record<string, unknown> {
  const {
    private: _,
    exports: __,
    dependencies,
    devDependencies,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const { neverthrow, '@coachsite/core': core, ...some } = { ...dependencies, ...devDependencies };
  const files = globSync(join(target, '**/*.{js,d.ts}'));
  const built = files.map((path) => readFileSync(path, 'utf8')).join();
  const optional = Object.keys(some).filter((n) => built.includes(`'${n.replace('@types/', '')}'`));
  const ranges = Object.fromEntries(optional.map((name) => [name, `^${some[name]}`]));
  const entries = globSync('{.,*,node/*,testing/memory}/index.js', { cwd: target }).map((path) => {
    const name = dirname(path).replace(/^node\//, '');
    const entry = { types: `./${path.replace(/js$/, 'd.ts')}`, default: `./${path}` };
    return [name === '.' ? '.' : `./${name}`, entry];
  });
  return {
    ...manifest,
    dependencies: { neverthrow: `^${neverthrow}` },
    peerDependencies: { ...(core && { '@coachsite/core': `^${core}` }), ...ranges },
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    publishConfig: { access: 'public', provenance: true },
  };
}

/**
 * The manifest for JSR, which publishes the sources. Of the core alone: the adapters read migrations, and start threads and
 * processes, from files beside them, which a package there has not.
 */
function ofJsr(target: string): Record<string, unknown> {
  const { name, version, license, dependencies, peerDependencies, exports } = JSON.parse(
    readFileSync(join(target, 'package.json'), 'utf8'),
  );
  const { './package.json': _, ...entries } = exports as Record<string, { default: string }>;
  const sources = Object.entries(entries).map(([path, entry]) => [
    path,
    entry.default.replace('./', './src/').replace(/js$/, 'ts'),
  ]);
  const needed = Object.entries({ ...dependencies, ...peerDependencies });
  return {
    name,
    version,
    license,
    exports: Object.fromEntries(sources),
    imports: Object.fromEntries(needed.map(([one, range]) => [one, `npm:${one}@${range}`])),
    nodeModulesDir: 'none',
    publish: { include: ['src', 'docs', '*.md', 'LICENSE'] },
  };
}

/**
 * Puts the source of each built file into the package, where its map leads: the author of an adapter opens the line of
 * the contract suite that failed. The compiler's maps lead beside the package, as its root is a folder of the sources there.
 */
function addSources(target: string): void {
  for (const path of globSync(join(target, '**/*.js.map'))) {
    const map = JSON.parse(readFileSync(path, 'utf8')) as { readonly sources: readonly string[] };
    const from = dirname(path);
    const sources = map.sources.map((name) => name.replace('../', ''));
    for (const [i, name] of map.sources.entries())
      cpSync(resolve(from, name), resolve(from, sources[i] ?? ''));
    writeFileSync(path, JSON.stringify({ ...map, sources }));
  }
}

/** Builds the publishable form of a package. Source: docs/decisions/0001-what-runs-bundled.md. */
async function build(name: string, isChecked: boolean): Promise<void> {
  const [source, target] = [join(root, name), join(root, name, 'dist')];
  rmSync(target, { recursive: true, force: true });
  const options = `-p ${name} --rootDir ${name}/src --outDir ${name}/dist --noEmit false
    --declaration --sourceMap --preserveSymlinks --module nodenext
    --allowImportingTsExtensions false --rewriteRelativeImportExtensions --moduleResolution nodenext`;
  run(bin('tsc'), ...options.split(/\s+/));
  for (const path of globSync(join(target, `{${siteOnly}}`))) rmSync(path, { recursive: true });
  addSources(target);
  for (const path of globSync('**/*.sql', { cwd: join(source, 'src') }))
    cpSync(join(source, 'src', path), join(target, path));
  // The compiler rewrites the paths of imports, but not those of threads and processes.
  for (const path of globSync(join(target, '**/*.js'))) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(new URL\('\.\/[\w-]+)\.ts(', import\.meta)/g, '$1.js$2'));
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify(published(source, target), null, 2));
  if (name === 'core')
    writeFileSync(join(target, 'jsr.json'), JSON.stringify(ofJsr(target), null, 2));
  for (const file of ['README.md', 'AGENTS.md', 'UPGRADING.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(source, file), join(target, file));
  const { readApi } = await import('./api-reports.ts');
  writeReference(target, `@coachsite/${name}`, await readApi(target));
  copyCitedPages(target);
  const publint = join(installTool('packaging').packages, '.bin/publint');
  if (isChecked) run(publint, 'run', target, '--strict');
  console.log(`${name}/dist is built`);
}

/** The kept reports by path; those of the built packages are to equal them. */
const reportsKept = () =>
  new Map(
    globSync(
      packages.map((name) => `${name}/api/**/*.api.md`),
      { cwd: root },
    ).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

/** Rejects with the paths of reports that are not what the code is now. */
export function compareReports(): void {
  const [built, kept] = [reportsBuilt(root), reportsKept()];
  const paths = new Set([...built.keys(), ...kept.keys()]);
  const stale = [...paths].filter((path) => built.get(path) !== kept.get(path));
  if (stale.length === 0) return;
  const advice = 'Run npm run build:packages -- --reports, and read what git shows as different.';
  throw new CommandError(`The public API is not what these say:\n${stale.join('\n')}\n${advice}`);
}

function writeReports(): void {
  for (const path of reportsKept().keys()) rmSync(join(root, path));
  for (const [path, report] of reportsBuilt(root)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), report);
  }
}

/**
 * Builds core and adapters for other projects into their folders `dist`. `check` has publint judge the result,
 * and compares their public API with the reports that are kept, which `reports` writes. Rejects with a sentence.
 */
export async function buildPackages({ check = false, reports = false }): Promise<void> {
  if (!existsSync(bin('tsc'))) throw new CommandError(installAdvice('typescript'));
  for (const name of packages) await build(name, check);
  if (reports) writeReports();
  if (check) compareReports();
}
