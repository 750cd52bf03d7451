import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the publishable form of the core into `core/dist`: JavaScript, declarations and a manifest whose
 * exports name every room. `--check` then has publint judge the result.
 */
const root = join(import.meta.dirname, '..');
const source = join(root, 'core');
const target = join(source, 'dist');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

function run(command: string, ...parameters: string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
run(
  bin('tsc'),
  ...['-p', 'core', '--noEmit', 'false', '--rootDir', 'core/src', '--outDir', 'core/dist'],
  ...[
    '--declaration',
    '--allowImportingTsExtensions',
    'false',
    '--rewriteRelativeImportExtensions',
  ],
  ...['--module', 'nodenext', '--moduleResolution', 'nodenext'],
);

const rooms = readdirSync(join(source, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const {
  private: _private,
  exports: _exports,
  ...manifest
} = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>;
const exports = Object.fromEntries(
  rooms.map((room) => [
    `./${room}`,
    { types: `./${room}/index.d.ts`, default: `./${room}/index.js` },
  ]),
);
writeFileSync(
  join(target, 'package.json'),
  `${JSON.stringify({ ...manifest, exports, engines: { node: '>=22' } }, null, 2)}\n`,
);
if (process.argv.includes('--check')) run(bin('publint'), 'run', target, '--strict');
console.log(`core/dist: ${rooms.length} rooms`);
