import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anchorsOf } from '../../support/anchors.ts';
import { root } from './tools.ts';

const tsc = (cwd: string, ...files: readonly string[]) => {
  const options = '--noEmit --strict --target es2023 --module nodenext --types';
  return spawnSync(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), '', ...files], {
    cwd,
    encoding: 'utf8',
  });
};

/** Where a file of a package leads to inside it: what it cites, and the links of a page. */
function referencesOf(path: string, text: string): readonly string[] {
  const cited = [...text.matchAll(/\bdocs\/(?!releases\/)[\w/-]+\.md(?:#[\w.-]*\w)?/g)].map(
    ([name]) => name,
  );
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = '']) =>
    to.startsWith('#') ? `${path}${to}` : normalize(join(dirname(path), to)),
  );
  if (!path.endsWith('.md')) return cited;
  // A page of the repository may name others in words.
  return path.startsWith('docs/') ? links : [...cited, ...links];
}

/** The tests of what stands in the packed core and adapters, in a project that has both. */
export function describePacked(project: () => string): void {
  const inPackage = (name: string, path: string) =>
    join(project(), 'node_modules/@coachsite', name, path);

  test.each(['core', 'adapters'])(
    'whatever %s cites or links to is in it, with its anchor',
    (name) => {
      const files = globSync('**/*.{js,d.ts,md}', { cwd: inPackage(name, '') });
      const read = (path: string) => readFileSync(inPackage(name, path), 'utf8');
      const references = files.flatMap((path) => referencesOf(path, read(path)));
      expect(references.length).toBeGreaterThan(150);
      const leads = (reference: string) => {
        const [path = '', anchor] = reference.split('#');
        if (!existsSync(inPackage(name, path))) return false;
        return anchor === undefined || anchorsOf(read(path)).has(anchor);
      };
      const dead = new Set(references.filter((reference) => !leads(reference)));
      expect([...dead]).toEqual([]);
    },
  );

  test('the memory adapters run and compile where fast-check is missing, the suites do not', () => {
    const bare = mkdtempSync(join(tmpdir(), 'coachsite-memory-'));
    onTestFinished(() => rmSync(bare, { recursive: true, force: true }));
    for (const needed of ['@coachsite/core', 'neverthrow'])
      cpSync(join(project(), 'node_modules', needed), join(bare, 'node_modules', needed), {
        recursive: true,
      });
    writeFileSync(join(bare, 'package.json'), '{"type":"module"}');
    const lines = [
      "import { defaultLockout } from '@coachsite/core/defaults';",
      "import { memoryLockoutStore } from '@coachsite/core/testing/memory';",
      "const tried = await memoryLockoutStore().reserve('ann@example.com', defaultLockout, 0);",
      'export const isLocked: boolean = tried.locked;',
    ];
    writeFileSync(join(bare, 'memory.ts'), lines.join('\n'));
    execFileSync(process.execPath, ['memory.ts'], { cwd: bare });
    expect(tsc(bare, 'memory.ts')).toMatchObject({ status: 0, stdout: '' });
    writeFileSync(join(bare, 'suites.js'), "import '@coachsite/core/testing';");
    const suites = spawnSync(process.execPath, ['suites.js'], { cwd: bare, encoding: 'utf8' });
    expect(suites.stderr).toContain("Cannot find package 'fast-check'");
  });

  // Its values are printed in tests/scripts/examples.test.ts.
  test('the product that the README declares compiles, and is what the core knows', () => {
    const page = readFileSync(inPackage('core', 'README.md'), 'utf8');
    const [, , sample = ''] = page.split(/```ts\n/);
    const [code = ''] = sample.split('```');
    expect(code).toContain("declare module '@coachsite/core/kernel'");
    const compile = (text: string) => {
      writeFileSync(join(project(), 'declared.ts'), text);
      return tsc(project(), 'declared.ts').stdout;
    };
    expect(compile(code)).toBe('');
    expect(compile(code.replace("['pt', 'en', 'fr']", "['pt', 'nl']"))).toMatch(/TS2322.*"nl"/);
    expect(compile(code.replace(', languages)', ')'))).toMatch(/TS2554/);
  });
}
