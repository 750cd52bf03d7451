import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { bundleOf } from './support/bundle.ts';
import type { Said } from './support/in-runtime.ts';
import { folder, installed, runtimes } from './support/installed.ts';

const root = join(import.meta.dirname, '../../..');
/** Stores that only this site has a use for are in no package. */
const isOfSite = /(?:alarm|content)-store|missed-paths/;
/** The files that run contract suites over SQLite, and nothing that only this site has. */
const files = globSync('tests/adapters/*.test.ts', { cwd: root })
  .filter((file) => /[a-z]Contract\(.*\n?.*/.test(readFileSync(join(root, file), 'utf8')))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('openSqlite('))
  .filter((file) => !isOfSite.test(file))
  .toSorted();

const programs = await Promise.all(
  files.map(async (file, at) => {
    const program = join(folder, `tests-${at}.mjs`);
    writeFileSync(program, await bundleOf(file, installed));
    return [file, program] as const;
  }),
);

/** What a runtime says of each file. */
function run([, command = '', ...given]: readonly string[]): readonly (readonly [string, Said])[] {
  return programs.map(([file, program]) => {
    const { stdout, stderr } = spawnSync(command, [...given, program], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
    });
    const said = stdout.split('\n').findLast((line) => line.startsWith('{'));
    const failed: Said = { passed: 0, left: 0, failures: [`${stdout}${stderr}`] };
    return [file, said ? (JSON.parse(said) as Said) : failed];
  });
}

const [node = [], ...others] = Object.entries(runtimes);
const inNode = run(node[1] ?? []);

test('the suites of the stores over SQLite pass from the packed packages in Node.js', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(inNode.flatMap(([, { failures }]) => failures)).toEqual([]);
  for (const [file, { passed }] of inNode) expect(passed, file).toBeGreaterThan(0);
});

test.each(others)('the same in %s', (name, [version, ...command]) => {
  const said = run([version, ...command]);
  expect(said).toEqual(inNode);
  const passed = said.reduce((sum, [, one]) => sum + one.passed, 0);
  const outcome = `${passed} tests of ${files.length} files over SQLite, as in Node.js ${process.versions.node}`;
  addRow({ name: `${name}, better-sqlite3 13.2.0`, version, outcome });
});
