import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ui = join(import.meta.dirname, '../../ui/src');
const listed = new Set(
  [
    ...readFileSync(join(ui, 'document/attributes.ts'), 'utf8').matchAll(/^ {2}\| '([a-z-]+)'/gm),
  ].map(([, name]) => name),
);

/** Names of the attributes in markup and styles; `dataset.name` and `part('name')` are for scripts. */
function usedIn(file: string): readonly string[] {
  const text = readFileSync(join(ui, file), 'utf8').replaceAll(/(?:\/\*.*?\*\/|from '.*?')/gs, '');
  const written = text.matchAll(/(?<![\w-])data-([a-z-]+)(?=[\s=\]'":>~^]|$)/gm);
  const read = text.matchAll(/\.dataset\.([a-z]+)/g);
  return [...written, ...read].map(([, name = '']) => name);
}

test('every data attribute of the pages is listed in one file, and every listed one is used', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: ui });
  const used = new Map<string, string>();
  for (const file of files) for (const name of usedIn(file)) used.set(name, file);
  const server = readFileSync(join(ui, '../../server/src/pages/page-document.ts'), 'utf8');
  for (const [, name = ''] of server.matchAll(/ data-([a-z-]+)=/g)) used.set(name, 'page-document');
  expect([...used].filter(([name]) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => name !== undefined && !used.has(name))).toEqual([]);
});
