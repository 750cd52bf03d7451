import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { installAdvice } from '../../scripts/support/missing-package.ts';
import { installTool } from '../support/npm-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const program = (path: string) => [process.execPath, join(root, path)] as const;
const command = (name: string) => [...program('scripts/run.mjs'), `${name}.ts`] as const;

const projects =
  'core adapters adapters/tsconfig.browser.json server ui scripts ui/site-build tests'.split(' ');

type Check = readonly [name: string, command: string, ...parameters: string[]];

/** Every check by name, in the order in which a failure is cheapest to find. */
const checks = (): readonly Check[] => [
  ['format, lint and boundaries', bin('biome'), 'ci', '.'],
  ...projects.map((project) => [`types of ${project}`, bin('tsc'), '-p', project] as const),
  ['unused code and dependencies', join(installTool('knip').packages, '.bin/knip')],
  ['texts, articles and facts', ...command('content'), 'check'],
  ['references of code and docs', ...program('tests/scripts/check-references.ts')],
  ['docstrings of the core', ...program('tests/scripts/check-docstrings.ts')],
  ['built-ins of the oldest browsers', ...program('tests/scripts/check-browsers.ts')],
  ['bytes of the core', ...command('bench'), 'core', '--quick'],
  ['core and adapters as packages', ...command('build-packages'), '--check'],
];

/** Runs every check, however the ones before it ended, and names each; the result is the exit status. */
export async function runChecks(): Promise<number> {
  if (!existsSync(bin('biome'))) throw new CommandError(installAdvice('@biomejs/biome'));
  const failed = checks().filter(([name, command, ...parameters]) => {
    const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
    return status !== 0;
  });
  return failed.length > 0 ? 1 : 0;
}
