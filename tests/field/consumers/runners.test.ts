import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { openProject, type Project, root } from './support/project.ts';

const page = readFileSync(join(root, 'docs/adapters.md'), 'utf8');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const versions: Readonly<Record<string, string>> = {
  vitest: devDependencies.vitest,
  typescript: devDependencies.typescript,
  '@types/node': devDependencies['@types/node'],
  'fast-check': '4.10.2',
  ...{ bun: '1.4.5', deno: '2.9.6', mocha: '12.0.3', jest: '30.5.2', expect: '30.5.2' },
};

/** The code of the page by the names of its files. */
const code = new Map(
  [...page.matchAll(/^```(?:ts|jsonc)\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, name = '', text = '']) => [name, text] as const,
  ),
);
const line = /^import .* from 'vitest';$/m;
const rows = [...page.matchAll(/^\| ([A-Z][^|]*) \| `(.*);` \| `(.*)` \|$/gm)].map(
  ([, name = '', imports = '', command = '']) => [name, `${imports};`, command] as const,
);
const runners = [
  ['Vitest', line.exec(code.get('lockouts.test.ts') ?? '')?.[0] ?? '', 'vitest run'],
  ...rows,
] as const;

let project: Project;
beforeAll(async () => {
  project = await openProject(versions);
  for (const name of ['lockouts.ts', 'tsconfig.json'])
    writeFileSync(join(project.folder, name), code.get(name) ?? '');
  // Its package would put it there when it is installed, and scripts of packages do not run here.
  const bun = `@oven/bun-${process.platform}-${process.arch.replace('arm64', 'aarch64')}/bin/bun`;
  rmSync(join(project.packages, '.bin/bun'));
  symlinkSync(join(project.packages, bun), join(project.packages, '.bin/bun'));
});

/** Writes the test of the page for another runner. */
function writeTest(imports: string): void {
  rmSync(join(project.folder, 'built'), { recursive: true, force: true });
  const text = code.get('lockouts.test.ts') ?? '';
  writeFileSync(join(project.folder, 'lockouts.test.ts'), text.replace(line, imports));
}

const said = (command: string) => {
  const { stdout, stderr } = project.run(command);
  return [stdout, stderr].join('\n');
};
/** Eight tests, in the words of six runners, and in none that a test failed. */
const eightPassed = /Tests +(?:\S+ *)?8 passed|pass 8$|8 pass$|8 passed|8 passing/m;

test('the page has six runners', () => expect(runners.length).toBe(6));

test.each(runners)('the adapter of the page passes its suite in %s', (name, imports, command) => {
  writeTest(imports);
  const { status, stdout, stderr } = project.run(command);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
  const text = [stdout, stderr].join('\n').replaceAll(/\x1b\[[\d;]*m/g, '');
  expect(text).toMatch(eightPassed);
  expect(status).toBe(0);
  const key = Object.keys(versions).find((one) => one === name.toLowerCase());
  const version = key ? (versions[key] ?? '') : process.version.slice(1);
  addRow({ name: name.split(' ')[0] ?? '', version, outcome: 'the adapter of docs/adapters.md' });
});

test('Jest without the option of Node says that it cannot import the suite', () => {
  writeTest(runners.at(-1)?.[1] ?? '');
  expect(said('tsc && jest built')).toMatch(/ES Module|ESM syntax/i);
});

test('Jest takes a test in CommonJS with the option', () => {
  writeTest(runners.at(-1)?.[1] ?? '');
  const manifest = join(project.folder, 'built/package.json');
  expect(project.run('tsc --module commonjs --moduleResolution bundler').stdout).toBe('');
  writeFileSync(manifest, '{"type":"commonjs"}');
  expect(existsSync(join(project.folder, 'built/lockouts.test.js'))).toBe(true);
  expect(said('NODE_OPTIONS=--experimental-vm-modules jest built')).toMatch(eightPassed);
});
