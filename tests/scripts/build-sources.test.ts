import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesBelow } from '#ui/site-build/files.ts';
import { hashOf, isOlder, sources } from '#ui/site-build/source-hash.ts';

const root = join(import.meta.dirname, '..', '..');

/** Keeps two builds apart; nothing of it is in the pages. */
const lock = '@coachsite/adapters/sqlite';

const isHashed = (path: string) =>
  sources.some((source) => path === source || path.startsWith(`${source}/`));

/** What a script imports from a package of this project, or from outside its own folder, as paths from the root. */
function importsOf(file: string): readonly string[] {
  return [
    ...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'((?:@coachsite\/|\.)[^']+)'/g),
  ]
    .map(([, name = '']) => name)
    .filter((name) => name !== lock && !/\.(?:json|css|svg)$/.test(name))
    .map((name) =>
      name.startsWith('.') ? join(file, '..', name) : fileURLToPath(import.meta.resolve(name)),
    )
    .map((path) => relative(root, path));
}

test('whatever the build imports is hashed, so that a change in it makes the build stale', () => {
  const scripts = sources
    .filter((source) => !source.includes('.'))
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => /\.tsx?$/.test(file));
  const imported = new Set(scripts.flatMap(importsOf));
  expect(imported).toContain('adapters/src/node/articles/index.ts');
  expect([...imported].filter((path) => !isHashed(path))).toEqual([]);
});

test('a build is stale once the bytes of a source differ, however small the change and whatever its time says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const [source, other, stamp] = ['a.ts', 'b.ts', 'stamp'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const files = [source, other].map((file) => relative(root, file));
  const isStale = () => isOlder(stamp, files);
  const from = new Date(1_700_000_000_000);
  const write = (text: string) => {
    writeFileSync(source, text);
    utimesSync(source, from, from);
  };
  write('one');
  writeFileSync(other, '');
  expect(isStale()).toBe(true);
  writeFileSync(stamp, hashOf(files));
  expect(isStale()).toBe(false);
  expect(existsSync(`${stamp}-seen`)).toBe(true);
  expect(isStale()).toBe(false);
  write('two');
  expect(isStale()).toBe(true);
  write('one');
  expect(isStale()).toBe(false);
  rmSync(stamp);
  expect(isStale()).toBe(true);
});
