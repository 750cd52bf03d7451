import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lockoutStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { lockoutsInFile } from '../../docs/examples/lockouts-in-a-file.ts';
import { printed, printing, promised } from '../support/example.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const tests = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((path) => !path.endsWith(basename(import.meta.filename)))
  .map(read);

/** Whether another test names a program or a page, because it needs more than the core: a server, or an adapter. */
const isRunElsewhere = (path: string) => tests.some((text) => text.includes(`'${path}'`));

const programs = globSync('docs/examples/*.ts', { cwd: root })
  .filter((path) => promised(read(path)).length > 0 && !isRunElsewhere(path))
  .sort();

test.each(programs)('%s prints what its comments say', async (path) => {
  expect(await printed([path])).toEqual(promised(read(path)));
});

describe('docs/examples/lockouts-in-a-file.ts keeps the contract of its port', () => {
  lockoutStoreContract({ test, expect }, async () =>
    lockoutsInFile(join(mkdtempSync(join(tmpdir(), 'lockouts-')), 'lockouts.json')),
  );
});

// The notes of a release say what was true then.
const pages = globSync('{*.md,{core,adapters}/*.md,docs/**/*.md}', { cwd: root })
  .filter((path) => !path.startsWith('docs/releases/'))
  .sort();
const codeOf = (page: string) =>
  [...page.matchAll(/^```(?:ts|typescript|js)\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
const samples = pages
  .filter((path) => !isRunElsewhere(path))
  .flatMap((path) => codeOf(read(path)).map((code) => [path, code] as const));

test.each(samples)('the code in %s does what its comments say', async (_path, code) => {
  expect(promised(code).length).toBeGreaterThan(0);
  const parameters = ['--input-type=module-typescript', '--eval', printing(code)];
  expect(await printed(parameters)).toEqual(promised(code));
});

/** The files that a file imports by a relative path, but those of the commands. */
const importedBy = (path: string) =>
  [...read(path).matchAll(/from '(\.[^']+)'/g)]
    .map(([, imported = '']) => join(dirname(path), imported))
    .filter((imported) => !imported.startsWith('scripts/'));

/** A command, with what it starts of the tools in `tests`, and the files beside those. */
function sourceOf(script: string): string {
  const command = `scripts/${script}`;
  const started = importedBy(command).filter((path) => path.startsWith('tests/'));
  const beside = started.flatMap((path) =>
    importedBy(path).filter((other) => dirname(other) === dirname(path)),
  );
  return [command, ...started, ...beside].map(read).join('\n');
}

test('the README names every command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name);
  const missing = Object.keys(scripts).filter((name) => !named.includes(name));
  expect(missing).toEqual([]);
});

test('every command that a page names exists, with the action it names', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown = pages
    .filter((path) => !path.startsWith('docs/decisions/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => !line.includes('*(not yet)*'))
        .flatMap((line) => [
          ...line.matchAll(/npm run (?:--silent )?([\w:-]+)(?: -- ([a-z][\w-]*))?/g),
        ])
        .filter(([, name = '', action]) => {
          const script = /run\.mjs (\S+)/.exec(scripts[name] ?? '')?.[1];
          if (!script || !action) return !(name in scripts);
          return !new RegExp(`\\b${action}\\b`).test(sourceOf(script));
        })
        .map(([command]) => `${path}: ${command}`),
    );
  expect(unknown).toEqual([]);
});
