import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
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

test('every version is exact, locked, and installed without scripts', () => {
  const manifests = ['.', 'core', 'adapters', 'server', 'ui'].map((folder) =>
    JSON.parse(read(`${folder}/package.json`)),
  ) as Record<string, Record<string, string> | undefined>[];
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  const exact = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/;
  expect(versions.filter(([, version]) => !exact.test(version))).toEqual([]);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const unlocked = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity,
  );
  expect(unlocked).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});
