import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tools = globSync('tests/tools/*', { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('every package that runs in production has its reason in docs/dependencies.md, and no other', () => {
  const used = ['core', 'adapters', 'server', 'ui'].flatMap((name) => {
    const { dependencies = {} } = JSON.parse(read(`${name}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    return Object.keys(dependencies).filter((each) => !each.startsWith('@coachsite/'));
  });
  const [, server = ''] = read('docs/dependencies.md').split(/^## /m);
  const listed = [...server.matchAll(/^\| ([@\w/-]+) \| (?!Why)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(used)].toSorted());
});

test('docs/dependencies.md lists every tool that is installed when a command wants it', () => {
  const [, rows = ''] = read('docs/dependencies.md').split('| Folder |');
  const listed = [...rows.matchAll(/^\| ([\w-]+) \|/gm)].map(([, name]) => `tests/tools/${name}`);
  expect(listed).toEqual(tools.toSorted());
});

test('every version is exact, locked, and installed without scripts', () => {
  const manifests = ['.', 'core', 'adapters', 'server', 'ui', ...tools].map((folder) =>
    JSON.parse(read(`${folder}/package.json`)),
  ) as Record<string, Record<string, string> | undefined>[];
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  const exact = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/;
  expect(versions.filter(([, version]) => !exact.test(version))).toEqual([]);
  const unlocked = ['.', ...tools].flatMap((folder) => {
    const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as {
      packages: Record<string, { integrity?: string; link?: boolean }>;
    };
    return Object.entries(packages).filter(
      ([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity,
    );
  });
  expect(unlocked).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});
