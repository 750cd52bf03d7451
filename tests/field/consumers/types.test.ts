import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { openProject, type Project, root } from './support/project.ts';

/** Compilers by version, and what each says where the resolution is one of the two that are not supported. */
const compilers = {
  '5.0.4': { node10: 'TS2307', classic: 'TS2792' },
  '5.4.5': { node10: 'TS2307', classic: 'TS2792' },
  '5.9.3': { node10: 'TS2307', classic: 'TS2792' },
  '6.0.3': { node10: 'TS5107', classic: 'TS5107' },
  '7.0.2': { node10: 'TS5108', classic: 'TS5108' },
} as const;
const versions = Object.keys(compilers) as (keyof typeof compilers)[];

let project: Project;
beforeAll(async () => {
  const packages = versions.map((version) => [`tsc-${version}`, `npm:typescript@${version}`]);
  project = await openProject({ ...Object.fromEntries(packages), 'fast-check': '4.10.2' });
  const names = project.entries.map((_, index) => `entry${index}`);
  const imports = project.entries.map((path, i) => `import * as ${names[i]} from '${path}';\n`);
  const use = `export const all = { ${names.join(', ')} };\n`;
  // A mistake, so that a compiler which says nothing is none that read nothing.
  const wrong = "import { isLocked } from '@coachsite/core/lockout';\nisLocked('one');\n";
  writeFileSync(join(project.folder, 'right.ts'), imports.join('') + use);
  writeFileSync(join(project.folder, 'wrong.ts'), wrong);
});

/** The codes of what a compiler says of every entry, each with its file, and once. */
function complaints(version: string, moduleResolution: string): readonly string[] {
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022'], types: [], skipLibCheck: false },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, moduleResolution },
    module:
      moduleResolution.startsWith('node') && moduleResolution !== 'node10'
        ? moduleResolution
        : 'esnext',
  };
  const configuration = { compilerOptions, files: ['right.ts', 'wrong.ts'] };
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(configuration));
  const { stdout } = project.run(`node node_modules/tsc-${version}/bin/tsc -p .`);
  const found = stdout.matchAll(/^(?:(\S+?)\(\d+,\d+\): )?error (TS\d+)/gm);
  return [...new Set([...found].map(([, file = '', code]) => `${file} ${code}`.trim()))];
}

describe.each(versions)('TypeScript %s', (version) => {
  test.each(['node16', 'nodenext', 'bundler'])(
    'reads every entry with resolution %s, without types of Node or a browser',
    (resolution) => {
      // The number of arguments, or the type of the first: compilers differ in which they name.
      expect(complaints(version, resolution)).toEqual([
        expect.stringMatching(/^wrong\.ts TS2\d+$/),
      ]);
    },
  );

  test.each(['node10', 'classic'] as const)('refuses %s as the README says', (resolution) => {
    const code = compilers[version][resolution];
    expect(complaints(version, resolution).join('\n')).toMatch(new RegExp(`${code}$`, 'm'));
    expect(readFileSync(join(root, 'core/README.md'), 'utf8')).toContain(code);
    if (resolution !== 'classic') return;
    const outcome = `${project.entries.length} entries of the core, with node16, nodenext and bundler`;
    addRow({ name: 'TypeScript', version, outcome });
  });
});
