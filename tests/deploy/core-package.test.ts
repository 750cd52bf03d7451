import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteModules } from '../release/site-modules.ts';
import { describeAdapters } from './support/adapters-package.ts';
import { describeKeys } from './support/another-product.ts';
import { shell } from './support/checkout.ts';
import { declarationsOver } from './support/nameable.ts';
import { unpackInto } from './support/packed.ts';
import { root } from './support/tools.ts';
import { describePacked } from './support/what-is-packed.ts';

/** A project that has the packed core and nothing else, apart from what the package asks for. */
let project: string;

const inPackage = (path: string) => join(project, 'node_modules/@coachsite/core', path);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'coachsite-core-'));
  shell(`node scripts/run.mjs release.ts --dry-run --to "${project}"`, root);
  for (const name of ['core', 'adapters'] as const) unpackInto(project, name);
  for (const name of ['neverthrow', 'fast-check', 'pure-rand'])
    cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), {
      recursive: true,
    });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  return () => rmSync(project, { recursive: true, force: true });
}, 180_000);

const example = () =>
  /```ts\n([\s\S]*?)```/.exec(readFileSync(inPackage('README.md'), 'utf8'))?.[1] ?? '';

/** Each statement of the example that says its value in a comment, as a line that prints it. */
const printing = () =>
  example().replaceAll(
    /^(.+); \/\/ .+$/gm,
    (_line, statement) => `console.log(String(${statement}));`,
  );
const values = () => [...example().matchAll(/; \/\/ (.+)$/gm)].map(([, value]) => value);

/** Every Node.js on this machine, by its version: Node 20 is the oldest that the package promises. */
const nodes = () => {
  const found = [
    process.execPath,
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
  ];
  const versions = found.flatMap((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return status === 0 ? [[stdout.trim(), path] as const] : [];
  });
  return [...new Map(versions)].filter(([version]) => Number(version.slice(1).split('.')[0]) >= 20);
};

test('it brings what a stranger needs, and no more', () => {
  const pages = ['README.md', 'AGENTS.md', 'UPGRADING.md', 'CHANGELOG.md'];
  for (const file of [...pages, 'LICENSE', 'index.js', 'index.d.ts'])
    expect(readFileSync(inPackage(file), 'utf8').length).toBeGreaterThan(100);
  const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
  expect(manifest.dependencies).toEqual({ neverthrow: '^8.2.0' });
  expect(manifest).not.toHaveProperty('private');
  const { tag, ...publishing } = manifest.publishConfig;
  expect(publishing).toEqual({ access: 'public', provenance: true });
  // A release that was rehearsed since the build has marked a candidate.
  expect([undefined, 'next']).toContain(tag);
  const jsr = JSON.parse(readFileSync(inPackage('jsr.json'), 'utf8'));
  expect(jsr).toMatchObject({ name: manifest.name, version: manifest.version, license: 'MIT' });
  const { './package.json': _, ...entries } = manifest.exports;
  expect(Object.keys(jsr.exports)).toEqual(Object.keys(entries));
  for (const source of Object.values<string>(jsr.exports))
    expect(existsSync(inPackage(source))).toBe(true);
  const files = readdirSync(inPackage('.'), { recursive: true }).map(String);
  expect(
    files.filter((file) => /tsbuildinfo|\.test\.|^(?!src\/).*(?<!\.d)\.ts$/.test(file)),
  ).toEqual([]);
  const ofSite = (file: string) => siteModules.includes(file.split('/')[0] ?? '');
  const built = files.map((file) => file.replace(/^src\//, ''));
  expect(built.filter((file) => ofSite(file) || file.startsWith('testing/site'))).toEqual([]);
});

test.each(['core', 'adapters'])(
  'the reference of %s has every name that its entries export, with a description',
  (name) => {
    const inFolder = (path: string) =>
      readFileSync(join(project, 'node_modules/@coachsite', name, path), 'utf8');
    const { exports } = JSON.parse(inFolder('package.json')) as {
      readonly exports: Readonly<Record<string, { readonly types?: string }>>;
    };
    const entries = Object.entries(exports).filter(([path, { types }]) => path !== '.' && types);
    expect(entries.length).toBeGreaterThan(15);
    for (const [path, { types = '' }] of entries) {
      const page = inFolder(`api/${path}.md`);
      const exported = [...inFolder(types).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
        ([, list = '']) => list.split(',').map((item) => item.replace(/\btype /, '').trim()),
      );
      const described = page.split('\n## ').slice(1);
      const names = described.map((part) => part.split('\n')[0]);
      expect(names).toEqual(expect.arrayContaining(exported.filter(Boolean)));
      for (const part of described) expect(part).toMatch(/\n```\n\n\S/);
    }
  },
);

test('the reference has the declaration of every type that a use case of the core takes', () => {
  const pages = readdirSync(inPackage('api')).filter((name) => /(?<!\.api)\.md$/.test(name));
  const texts = pages.map((name) => readFileSync(inPackage(join('api', name)), 'utf8'));
  const declared = (text: string, level: '##' | '###') =>
    [...text.matchAll(new RegExp(`^${level} (\\w+)$`, 'gm'))].map(([, name]) => name);
  const named = new Set(texts.flatMap((text) => declared(text, '##')));
  for (const text of texts) {
    const own = new Set(declared(text, '###'));
    const code = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, lines]) => lines).join();
    const used = code.match(/\b[A-Z]\w*(?:Ports|Settings|Request|Error)\b/g) ?? [];
    expect(used.filter((name) => !(named.has(name) || own.has(name)))).toEqual([]);
  }
  expect(texts.join()).toContain('\n### SignUpRequest\n');
});

test('a library that infers whatever the core takes and returns has declarations', () => {
  expect(declarationsOver(project, '@coachsite/core')).toBe('');
  expect(readFileSync(join(project, 'library/library.d.ts'), 'utf8')).toContain('text_sanitise');
});

test('a release has its notes, its reference, and openapi.json in its version', () => {
  const read = (name: string) => readFileSync(join(project, name), 'utf8');
  const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
  expect(read('notes.md')).toMatch(new RegExp(`^# coachsite ${version}\n`));
  expect(read('notes.md')).toMatch(/^\| core\/lockout \| \d+ \|$/m);
  expect(JSON.parse(read('openapi.json')).info.version).toBe(version);
  expect(read('reference/core/lockout.md')).toContain('\n## isLocked\n');
  expect(read('reference/adapters/sqlite.md')).toContain('\n## openSqlite\n');
});

test.each(['core', 'adapters'])(
  'each source map of %s leads to a source in the package',
  (name) => {
    const folder = inPackage(join('..', name));
    const files = globSync('**/*.js', { cwd: folder });
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const { sources } = JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8'));
      const source = join(folder, dirname(file), sources[0]);
      expect(relative(folder, source)).toBe(join('src', file.replace(/js$/, 'ts')));
      expect(existsSync(source)).toBe(true);
    }
  },
);

test.each(nodes())(
  'every entry loads in Node.js %s, and the example of the README says the truth',
  (_version, node) => {
    const { exports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((path) => path !== './package.json');
    expect(entries.length).toBeGreaterThan(30);
    const imports = entries.map(
      (path) => `await import(${JSON.stringify(join('@coachsite/core', path))});`,
    );
    writeFileSync(join(project, 'all.js'), `${imports.join('\n')}\nconsole.log('loaded');`);
    expect(execFileSync(node, ['all.js'], { cwd: project, encoding: 'utf8' })).toBe('loaded\n');
    writeFileSync(join(project, 'example.js'), printing());
    const said = execFileSync(node, ['example.js'], { cwd: project, encoding: 'utf8' });
    expect(said.trim().split('\n')).toEqual(values());
  },
);

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'its types are there for module %s with resolution %s, without those of Node or a browser',
  (module, moduleResolution) => {
    const wrong = `${example()}\nconst score: string = scorePassword('x').score;\n`;
    const { exports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((path) => /^\.\/(?!package|testing$)/.test(path));
    const imports = entries.map((path) => `import '${join('@coachsite/core', path)}';\n`).join('');
    writeFileSync(
      join(project, 'right.ts'),
      `${example()}\n${imports}import * as all from '@coachsite/core';\nimport { parsedUrl } from '@coachsite/core/url';\nall.lockout.isLocked;\nparsedUrl('')?.hostname;\n`,
    );
    writeFileSync(join(project, 'wrong.ts'), wrong);
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [
        '--noEmit',
        '--strict',
        '--target',
        'es2023',
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
        '--types',
        '',
        '--lib',
        'es2022',
        '--skipLibCheck',
        'false',
        'right.ts',
        'wrong.ts',
      ],
      { cwd: project, encoding: 'utf8' },
    );
    // Nothing but the one mistake.
    expect(stdout).toMatch(/^wrong\.ts.*TS2322.*\n$/);
  },
);

describe('another product, the bakery of docs/examples', () => {
  const bakery = join(root, 'docs/examples/bakery');
  const tsc = () =>
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'bakery'], {
      cwd: project,
      encoding: 'utf8',
    });

  beforeAll(() => cpSync(bakery, join(project, 'bakery'), { recursive: true }));

  test('it prints what its page says', () => {
    const said = execFileSync(process.execPath, ['bakery/main.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(readFileSync(join(bakery, 'README.md'), 'utf8')).toContain(`\`\`\`\n${said}\`\`\`\n`);
  });

  test('its three languages and its courses are the types of the core', () => {
    expect(tsc()).toMatchObject({ status: 0, stdout: '' });
    const path = join(project, 'bakery/bakery.ts');
    const source = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      source
        .replace(", fr: 'Du pain chez soi'", '')
        .replace("id: 'bread-at-home'", "id: 'mind-body-12'"),
    );
    const { stdout } = tsc();
    expect(stdout).toMatch(/bakery\.ts.*TS2741.*'fr'/);
    expect(stdout).toMatch(/bakery\.ts.*TS2322.*'"mind-body-12"'/);
  });

  describeKeys(() => project);
});

test('a bundle by Vite has only what is used', async () => {
  writeFileSync(
    join(project, 'entry.js'),
    "import { lockout } from '@coachsite/core';\nconsole.log(lockout.isLocked);\n",
  );
  const made = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'entry.js', formats: ['es'] } },
  });
  const [{ output }] = made as unknown as [{ output: [{ code: string }] }];
  expect(output[0].code).toContain('console.log');
  // The rules of the module are about 1050 bytes; the core has more than 400,000.
  expect(output[0].code.length).toBeLessThan(1200);
});

describe('what is packed', () => describePacked(() => project));

describe("the adapters, and the example of 'adapters/README.md'", () =>
  describeAdapters(() => project));
