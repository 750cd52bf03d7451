import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What bundlers keep although nothing uses it. `npm run field -- consumers` shows what they make of the rest. */
const computing = /^(?:(?:Call|New|Await|TaggedTemplate)Expression|(?:Array|Object)Pattern)$/;
const declaredPure = /\/\* @__PURE__ \*\/ $/;

/** The code in a module that computes something when it is loaded, but for calls that are declared to be pure. */
function computedIn(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type = '', start, end } = node as Partial<ReturnType<typeof parseAst>>;
    if (/Function/.test(type)) return;
    if (computing.test(type) && !declaredPure.test(text.slice(0, start)))
      found.push(text.slice(start, end));
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang: 'ts' }));
  return found;
}

test('no module of the core computes anything when it is loaded, but for those for tests', () => {
  const paths = globSync('core/src/**/*.ts', { cwd: root, exclude: ['core/src/testing/**'] });
  const modules = paths.filter((path) => !path.endsWith('.d.ts'));
  expect(modules.length).toBeGreaterThan(300);
  const found = modules.map((path) => [path, computedIn(readFileSync(join(root, path), 'utf8'))]);
  expect(found.filter(([, code]) => code?.length)).toEqual([]);
});

test.each([
  ["const zones = new Map([['be', 1]]);", "new Map([['be', 1]])"],
  ['export const [first, last] = ends;', '[first, last]'],
  ['const words = /* @__PURE__ */ new Set(text.split(","));', 'text.split(",")'],
  ['export const rules = { kinds: { all: kindsOf(1) } };', 'kindsOf(1)'],
  ['register();', 'register()'],
])('it would be seen: %s', (text, code) => expect(computedIn(text)).toEqual([code]));

test.each([
  'export const dueAt = (now: number): number => Math.max(now, 1);',
  'export function zone(): string { return new Intl.DateTimeFormat().resolvedOptions().timeZone; }',
  "const names: ReadonlySet<string> = /* @__PURE__ */ new Set(['a']);",
  'export const weekMs = 7 * 24 * 3_600_000;',
])('it may be: %s', (text) => expect(computedIn(text)).toEqual([]));
