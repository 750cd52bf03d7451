import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Crosses each boundary between packages once, in a copy. Source: docs/decisions/0029-packages-by-name.md. */
const root = join(import.meta.dirname, '..', '..');

const imports = 'lint/style/noRestrictedImports';
const nodeModules = 'lint/correctness/noNodejsModules';
const globals = 'lint/style/noRestrictedGlobals';
const cycles = 'lint/suspicious/noImportCycles';
const extensions = 'lint/correctness/useImportExtensions';
const undeclared = 'lint/correctness/noUndeclaredDependencies';

const crossing = (from: string) => `import '${from}';\n`;

/** Each file is added to the copy with this text, and this rule must report it. */
const violations: readonly (readonly [file: string, text: string, rule: string])[] = [
  ['core/src/text/package.ts', crossing('zod'), imports],
  ['core/src/text/library.ts', crossing('neverthrow'), imports],
  ['core/src/text/undeclared.ts', crossing('zod'), undeclared],
  ['core/src/text/cycle.ts', crossing('./cycle-back.ts'), cycles],
  ['core/src/text/cycle-back.ts', crossing('./cycle.ts'), cycles],
  ['core/src/text/extension.ts', crossing('./cycle'), extensions],
  ['core/src/text/internals.ts', crossing('../mail/mail.ts'), imports],
  ['core/src/text/node.ts', crossing('node:fs'), nodeModules],
  ['core/src/text/path.ts', crossing('../../../server/src/app.ts'), 'plugin'],
  ['core/src/text/now.ts', 'export const at = Date.now();\n', 'plugin'],
  ['core/src/text/now-by-key.ts', "export const at = Date['now']();\n", 'plugin'],
  ['core/src/text/now-taken-out.ts', 'export const { now } = Date;\n', 'plugin'],
  ['core/src/text/new-date.ts', 'export const at = new Date();\n', 'plugin'],
  ['core/src/text/today.ts', 'export const day = new Intl.DateTimeFormat().format();\n', 'plugin'],
  ['core/src/text/chance.ts', 'export const { random } = Math;\n', 'plugin'],
  ['core/src/text/chance-called.ts', 'export const at = Math.random();\n', 'plugin'],
  ['core/src/text/now-renamed.ts', 'const f = Date.now;\nexport const at = f();\n', 'plugin'],
  ['core/src/text/now-of-all.ts', 'export const at = globalThis.Date.now();\n', 'plugin'],
  ['core/src/text/random-bytes.ts', 'export const id = crypto.randomUUID();\n', 'plugin'],
  ['core/src/text/locale.ts', 'export const text = (1.5).toLocaleString();\n', 'plugin'],
  [
    'core/src/text/locale-text.ts',
    "export const text = (1.5).toLocaleString('nl-BE');\n",
    'plugin',
  ],
  [
    'core/src/text/hour.ts',
    "export const hour = new Date(0).toLocaleTimeString('de');\n",
    'plugin',
  ],
  [
    'core/src/text/year.ts',
    "export const yearOf = new Intl.DateTimeFormat('fr', { year: 'numeric' }).format;\n",
    'plugin',
  ],
  [
    'core/src/text/euros.ts',
    "const euros = new Intl.NumberFormat('pl');\nexport const text = euros.format(12);\n",
    'plugin',
  ],
  ['core/src/text/state.ts', 'let count = 0;\nexport const next = () => ++count;\n', 'plugin'],
  ['core/src/text/exported-state.ts', 'export let count = 0;\ncount += 1;\n', 'plugin'],
  ['core/src/text/throw.ts', "export function f(): void {\n  throw new Error('x');\n}\n", 'plugin'],
  ['core/src/text/log.ts', "console.log('x');\n", 'lint/suspicious/noConsole'],
  ['core/src/text/adapter.ts', crossing('@coachsite/adapters/sqlite'), imports],
  ['core/src/index.ts', "export * as text from './text/text.ts';\n", imports],
  ['tests/core/adapter.ts', crossing('@coachsite/adapters/sqlite'), imports],
  ['tests/core/server.ts', crossing('#server/src/app.ts'), imports],
  ['tests/core/node.ts', crossing('node:fs'), nodeModules],
  ['tests/core/bytes.ts', "export const bytes = Buffer.from('x');\n", globals],
  ['tests/core/page.ts', 'export const { title } = document;\n', globals],
  ['adapters/src/node/totp/framework.ts', crossing('fastify'), imports],
  ['adapters/src/node/totp/server.ts', crossing('@coachsite/server/app'), imports],
  ['adapters/src/node/totp/path.ts', crossing('../../../../ui/content/site.json'), 'plugin'],
  ['adapters/src/contract/library.ts', crossing('neverthrow'), imports],
  ['adapters/src/contract/node.ts', crossing('node:crypto'), nodeModules],
  ['adapters/src/browser/node.ts', crossing('node:fs'), nodeModules],
  ['adapters/src/browser/adapter.ts', crossing('../node/sqlite/index.ts'), imports],
  ['server/src/pages/page-source.ts', crossing('@coachsite/ui/site-build'), imports],
  ['server/src/pages/react.ts', crossing('react'), imports],
  ['server/src/pages/path.ts', crossing('../../../ui/content/site.json'), 'plugin'],
  [
    'server/src/pages/lazy.ts',
    "export const load = () => import('../../../ui/vite.config.ts');\n",
    'plugin',
  ],
  [
    'server/src/pages/type.ts',
    "export type Page = import('../../../ui/src/site/pages.ts').PageId;\n",
    'plugin',
  ],
  ['ui/src/pages/server.ts', crossing('@coachsite/server/config'), imports],
  ['ui/src/pages/database.ts', crossing('@coachsite/adapters/sqlite'), imports],
  ['ui/src/pages/node.ts', crossing('node:fs'), nodeModules],
  ['ui/src/pages/path.ts', crossing('../../../core/src/mail/index.ts'), 'plugin'],
  ['ui/src/document/react.ts', crossing('react'), imports],
  ['ui/src/document/component.ts', crossing('../layout/header.tsx'), imports],
  ['ui/src/document/feature.ts', crossing('../features/shop/index.ts'), imports],
  ['ui/src/browser/react.ts', crossing('react-dom/client'), imports],
  ['ui/src/layout/internals.ts', crossing('../features/consent/consent-banner.tsx'), imports],
  ['ui/src/features/contact/other.ts', crossing('../auth/index.ts'), imports],
  ['ui/src/features/account/internals.ts', crossing('../auth/sign-in.ts'), imports],
  ['ui/src/features/admin/inbox/other.ts', crossing('../mails/table.tsx'), imports],
  ['ui/src/features/admin/inbox/up.ts', crossing('../attention.tsx'), imports],
  ['ui/src/features/admin/inbox/feature.ts', crossing('../../auth/index.ts'), imports],
  ['ui/src/features/admin/parts/subject.ts', crossing('../mails/table.tsx'), imports],
  ['ui/site-build/server.ts', crossing('@coachsite/server/config'), imports],
  ['scripts/path.ts', crossing('../server/src/app.ts'), imports],
  ['scripts/alias.ts', crossing('#server/src/app.ts'), imports],
  ['tests/server/path.ts', crossing('../../server/src/app.ts'), imports],
];

/** Allowed imports in the same files. */
const allowed: readonly (readonly [file: string, text: string])[] = [
  ['core/src/text/allowed.ts', crossing('../mail/index.ts')],
  ['core/src/text/pure.ts', 'export const at = new Date(0).toISOString();\n'],
  [
    'core/src/text/local-state.ts',
    'export function f(): number {\n  let count = 0;\n  for (let i = 0; i < 3; i += 1) count += i;\n  return count;\n}\n',
  ],
  [
    'core/src/text/parts.ts',
    "export const parts = new Intl.NumberFormat('nl-BE').formatToParts(1.5);\n",
  ],
  ['adapters/src/contract/allowed.ts', crossing('@coachsite/core/language')],
  ['adapters/src/browser/allowed.ts', crossing('../contract/index.ts')],
  ['server/src/pages/allowed.ts', crossing('@coachsite/ui/content/site.json')],
  ['ui/src/document/allowed.ts', crossing('../browser/initial-url.ts')],
  ['ui/src/features/account/allowed.ts', crossing('../auth/index.ts')],
  ['ui/src/features/contact/allowed.ts', crossing('../../design/index.ts')],
  ['ui/src/features/admin/inbox/allowed.ts', crossing('../parts/times.ts')],
  ['ui/src/features/admin/inbox/toasts.ts', crossing('../../notification/index.ts')],
  ['scripts/allowed.ts', crossing('@coachsite/server/config')],
  ['tests/server/allowed.ts', crossing('#server/src/app.ts')],
];

const rules = new Set([
  ...[imports, nodeModules, globals, cycles, extensions, undeclared],
  ...['lint/suspicious/noConsole', 'plugin'],
]);
const folder = mkdtempSync(join(tmpdir(), 'coachsite-boundaries-'));
let reported: ReadonlyMap<string, readonly string[]>;

/** Runs the linter once over all added files; returns the rules that each breaks. */
function lint(): ReadonlyMap<string, readonly string[]> {
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { category: string; location: { path: string } }[];
  };
  const byFile = new Map<string, string[]>();
  for (const { category, location } of diagnostics) {
    if (!rules.has(category)) continue;
    byFile.set(location.path, [...(byFile.get(location.path) ?? []), category]);
  }
  return byFile;
}

beforeAll(() => {
  for (const file of ['biome.json', '.gitignore', 'package.json', 'scripts/lint'])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  for (const name of ['core', 'adapters', 'server', 'ui'])
    cpSync(join(root, name, 'package.json'), join(folder, name, 'package.json'));
  for (const [file, text] of [...violations, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  reported = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(violations)('%s: %s', (file, _text, rule) => {
  expect(reported.get(file)).toContain(rule);
});

test.each(allowed)('%s may contain: %s', (file) => {
  expect(reported.get(file)).toBeUndefined();
});

describe('types of the core', () => {
  const wrong = [
    "export const page = fetch('https://site.example');\n",
    'export const title = document.title;\n',
    'export const home = process.env.HOME;\n',
    'export const later = setTimeout(() => undefined, 1);\n',
    'export enum Colour {\n  red,\n}\n',
  ];

  test('a global of a browser or of Node does not compile, nor syntax that types alone do not erase', () => {
    const copy = join(folder, 'globals');
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    mkdirSync(join(copy, 'core/src'), { recursive: true });
    cpSync(join(root, 'core/tsconfig.json'), join(copy, 'core/tsconfig.json'));
    for (const [index, text] of wrong.entries())
      writeFileSync(join(copy, 'core/src', `wrong-${index}.ts`), text);
    const { stdout } = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      ['-p', join(copy, 'core')],
      { encoding: 'utf8' },
    );
    for (const index of wrong.keys())
      expect(stdout).toMatch(
        new RegExp(`wrong-${index}\\.ts.*(Cannot find name|'erasableSyntaxOnly')`),
      );
  });
});

test('an exported name of the core, a function of an interface, or an error without a docstring is reported', () => {
  const copy = join(folder, 'docstrings');
  mkdirSync(join(copy, 'core/src/text'), { recursive: true });
  writeFileSync(
    join(copy, 'core/src/text/planted.ts'),
    '/** Said. */\nexport const said = 1;\nexport const more = 2;\n\nexport function unsaid(): void {}\n\n' +
      '/** A port. */\nexport interface Port {\n  readonly size: number;\n  /** Said. */\n  readonly read: () => void;\n' +
      '  readonly write: (\n    text: string,\n  ) => void;\n}\n\n' +
      'interface Own {\n  readonly size: number;\n  readonly run: () => void;\n}\n\n' +
      "/** Said. */\nexport interface OneError {\n  readonly kind: 'one';\n  readonly limit: number;\n}\n\n" +
      "/** Said. */\nexport interface TwoError {\n  readonly kind: 'one' | 'two';\n}\n\n" +
      '/** Said. */\nexport function short(): Result<1, 2> {\n  return ok(1);\n}\n\n' +
      '/** Said. */\nexport async function long(\n  own: Own,\n): Promise<\n  Result<1, 2>\n> {\n  return ok(1);\n}\n\n' +
      '/** Said. Errors: two. */\nexport function whole(): Result<1, 2> {\n  return ok(1);\n}\n\n' +
      '/** Said. */\nexport function without(give: () => Result<1, 2>): number {\n  return 1;\n}\n',
  );
  const script = join(import.meta.dirname, 'check-docstrings.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, copy], { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    'core/src/text/planted.ts:5 exports "unsaid" without a docstring\n' +
      'core/src/text/planted.ts:12 has a member "write" without a docstring\n' +
      'core/src/text/planted.ts:19 has a member "run" without a docstring\n' +
      'core/src/text/planted.ts:30 has a member "kind" without a docstring\n' +
      'core/src/text/planted.ts describes "short" without its errors\n' +
      'core/src/text/planted.ts describes "long" without its errors',
  ]);
});

describe('the contract between server and pages', () => {
  test('leaving out a value that the pages need does not compile', () => {
    const copy = join(folder, 'typed');
    mkdirSync(copy);
    for (const part of ['server', 'tsconfig.base.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const config = {
      extends: '../tsconfig.base.json',
      compilerOptions: { types: ['node'] },
      files: ['src/pages/page-versions.ts'],
    };
    writeFileSync(join(copy, 'server', 'tsconfig.json'), JSON.stringify(config));
    const path = join(copy, 'server/src/pages/page-versions.ts');
    const source = readFileSync(path, 'utf8');
    const without = source.replace(/^ *linkMinutes: .*\n/m, '');
    expect(without).not.toBe(source);
    writeFileSync(path, without);
    const { status, stdout } = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      ['-p', join(copy, 'server')],
      { encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stdout).toMatch(/page-versions\.ts.*linkMinutes/s);
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((line) => /^\S.*error/.test(line)),
    ).toHaveLength(1);
  });
});
