import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, runCommand } from './support/command.ts';
import { siteModules } from './support/core-modules.ts';

const help = `npm run build:core [-- --check]

Builds the core for other projects into core/dist: JavaScript, declarations, source maps, a manifest that exports
every module, and the reference of every name in core/dist/api. --check has publint and Are the types wrong judge the result.`;

const root = join(import.meta.dirname, '..');
const source = join(root, 'core');
const target = join(source, 'dist');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

function run(command: string, ...parameters: string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new CommandError(`${command} ended with ${status}`);
}

/** What the published package needs. Only the entry `testing` needs fast-check. */
const needs = {
  engines: { node: '>=20' },
  dependencies: { neverthrow: '^8.2.0' },
  peerDependencies: { 'fast-check': '^4.0.0' },
  peerDependenciesMeta: { 'fast-check': { optional: true } },
};

const entry = (path: string) => ({ types: `${path}/index.d.ts`, default: `${path}/index.js` });

/** Builds the publishable form of the core. Source: docs/decisions/0001-sources-run-unbuilt.md. */
async function build(isChecked: boolean): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  run(
    bin('tsc'),
    ...['-p', 'core', '--noEmit', 'false', '--rootDir', 'core/src', '--outDir', 'core/dist'],
    ...[
      '--declaration',
      '--sourceMap',
      '--inlineSources',
      '--allowImportingTsExtensions',
      'false',
      '--rewriteRelativeImportExtensions',
    ],
    ...['--module', 'nodenext', '--moduleResolution', 'nodenext'],
  );

  const modules = readdirSync(join(source, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !siteModules.includes(name));
  const {
    private: _private,
    exports: _exports,
    devDependencies: _devDependencies,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>;
  const exports = {
    '.': entry('.'),
    ...Object.fromEntries(modules.map((module) => [`./${module}`, entry(`./${module}`)])),
    './package.json': './package.json',
  };
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...manifest, ...needs, exports }, null, 2)}\n`,
  );
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(source, file), join(target, file));
  const { writeReference } = await import('../tests/release/reference.ts');
  const names = writeReference(target, '@coachsite/core');
  if (isChecked) {
    run(bin('publint'), 'run', target, '--strict');
    // For whoever imports it as ES modules: there is no other form.
    run(bin('attw'), '--pack', target, '--profile', 'esm-only', '--format', 'table-flipped');
  }
  console.log(`core/dist: ${modules.length} modules, ${names} names`);
}

await runCommand({
  help,
  options: { check: { type: 'boolean' } },
  run: async ({ check = false }) => build(check),
});
