import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from './support/command.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const program = (path: string) => [process.execPath, join(root, path)] as const;

const projects =
  'core adapters adapters/tsconfig.browser.json server ui scripts ui/site-build tests'.split(' ');

/** Every check by name, in the order in which a failure is cheapest to find. */
const checks: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ['format, lint and boundaries', bin('biome'), 'ci', '.'],
  ...projects.map((project) => [`types of ${project}`, bin('tsc'), '-p', project] as const),
  ['unused code and dependencies', bin('knip')],
  ['texts, articles and facts', ...program('scripts/content.ts'), 'check'],
  ['references of code and docs', ...program('tests/scripts/check-references.ts')],
  ['docstrings of the core', ...program('tests/scripts/check-docstrings.ts')],
  ['bytes of the core', ...program('scripts/bench.ts'), 'core', '--quick'],
  ['core and adapters as packages', ...program('scripts/build-packages.ts'), '--check'],
];

await runCommand({
  help: `npm run check

Checks format, lint, boundaries, types, unused code, references and packaging; runs no tests.`,
  run: async () => {
    const failed = checks.filter(([name, command, ...parameters]) => {
      const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
      return status !== 0;
    });
    return failed.length > 0 ? 1 : 0;
  },
});
