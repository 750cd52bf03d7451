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
