import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The folders of server and pages stay easy to survey: few of them, few imports between them, and none in a circle, so
 * that each stands above what it imports. Source: docs/architecture.md#folders.
 */
const root = join(import.meta.dirname, '..', '..');

/** The folder of a file as a reader counts it: `features` by its subjects. */
function folderOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'features' ? `${first}/${second}` : first;
}

/** Each folder or file of `source`, with the others that it imports, types included. */
function importsIn(source: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of globSync('**/*.{ts,tsx}', { cwd: join(root, source) })) {
    const from = folderOf(path);
    const targets = found.get(from) ?? new Set();
    found.set(from, targets);
    const text = readFileSync(join(root, source, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*\.tsx?)'/g)) {
      const to = folderOf(normalize(join(dirname(path), specifier)));
      if (to !== from) targets.add(to);
    }
  }
  return found;
}

/** The folders that `folder` imports, directly or through others. */
function allImportsOf(imports: ReadonlyMap<string, ReadonlySet<string>>, folder: string) {
  const found = new Set<string>();
  const visit = (next: string): void => {
    for (const target of imports.get(next) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit(folder);
  return found;
}

describe.each([
  ['server/src', { files: 3, folders: 15, imports: 45 }],
  ['ui/src', { files: 1, folders: 32, imports: 135 }],
])('%s', (source, limits) => {
  const imports = importsIn(source);

  test('has few files at its root, few folders and few imports between them', () => {
    const files = [...imports.keys()].filter((folder) => /\.tsx?$/.test(folder));
    expect(files.length).toBeLessThanOrEqual(limits.files);
    expect(imports.size).toBeLessThanOrEqual(limits.folders);
    const arrows = [...imports.values()].reduce((sum, targets) => sum + targets.size, 0);
    expect(arrows).toBeLessThanOrEqual(limits.imports);
    expect(arrows).toBeGreaterThan(imports.size);
  });

  test('has no circle of folders', () => {
    const inCircles = [...imports.keys()].filter((folder) =>
      allImportsOf(imports, folder).has(folder),
    );
    expect(inCircles).toEqual([]);
  });
});

test('the commands stay short: what they start is elsewhere', () => {
  const paths = globSync('**/*.{ts,mjs}', { cwd: join(root, 'scripts') });
  const lines = paths.map((path) =>
    readFileSync(join(root, 'scripts', path), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  expect(lines.flat().length).toBeLessThanOrEqual(1_700);
});
