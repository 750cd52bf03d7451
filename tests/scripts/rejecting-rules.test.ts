import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import fc from 'fast-check';
import { Err, err, Ok } from 'neverthrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTests, compileBundle, testsIn } from '../mutation/test-files.ts';

/**
 * Each rule of the core is made to give one result whatever it is asked: an error where it gave a value, no where it
 * said yes, yes where it said no, nothing where it found something. A test of the core must fail over it, and soon: a
 * property that skips what the rule rejects would pass, and a generator that it filters would search for ever.
 */

/**
 * More calls than any test makes of a rule before it fails. fast-check gives up a property after 10,000 cases that it
 * skipped, and a generator never.
 */
const mostCalls = 5000;

/** Mistakes that no caller can notice, with the reason. */
const unnoticeable: Readonly<Record<string, string>> = {
  'federation/flow-state.ts isStateForm says yes': 'no state of another form is stored',
};

/** What a rule gave in the tests, and which tests asked it. */
interface Seen {
  readonly tests: Set<string>;
  readonly errors: Map<string, unknown>;
  readonly results: Set<'ok' | 'true' | 'false' | 'undefined' | 'value'>;
  isAsync: boolean;
}

const seen = new Map<string, Seen>();
/** Rules that decide what a generator may give: over one that rejects everything it would search for ever. */
const filtering = new Set<string>();
let isFiltering = false;
let running = '';
let mistaken: { readonly rule: string; readonly result: unknown } | undefined;
let calls = 0;

function look(rule: Seen, found: unknown): void {
  if (found instanceof Err) rule.errors.set(JSON.stringify(found.error) ?? '', found.error);
  else if (found instanceof Ok) rule.results.add('ok');
  else if (found === true || found === false || found === undefined) rule.results.add(`${found}`);
  else rule.results.add('value');
}

type Rule = (...given: readonly unknown[]) => unknown;

/** Watches a rule, or gives the one result that is to be tried in its place. */
function watched(name: string, rule: Rule | unknown): unknown {
  if (typeof rule !== 'function') return rule;
  return (...given: readonly unknown[]) => {
    if (mistaken?.rule === name) {
      calls += 1;
      if (calls > mostCalls) throw new Error(`${name} is asked for ever`);
      return seen.get(name)?.isAsync ? Promise.resolve(mistaken.result) : mistaken.result;
    }
    const found: unknown = rule(...given);
    if (mistaken) return found;
    if (isFiltering) filtering.add(`${running} ${name}`);
    const known = seen.get(name) ?? {
      tests: new Set(),
      errors: new Map(),
      results: new Set(),
      isAsync: false,
    };
    seen.set(name, known);
    known.tests.add(running);
    if (!(found instanceof Promise)) look(known, found);
    else {
      known.isAsync = true;
      found.then(
        (value) => look(known, value),
        () => undefined,
      );
    }
    return found;
  };
}

/** Puts `watched` around what each file of rules exports. */
const watching: Plugin = {
  name: 'watching',
  setup({ onLoad }) {
    onLoad({ filter: /core\/src\/[^.]*\.ts$/ }, ({ path, suffix }) => {
      const source = readFileSync(path, 'utf8');
      const isRule = !/\/(testing\/.*|index\.ts|ports\.ts)$/.test(path);
      if (suffix === '?real' || !isRule) return { contents: source, loader: 'ts' };
      const names = [...source.matchAll(/^export (?:(?:async )?function|const) (\w+)/gm)];
      const file = relative(process.cwd(), path).replace('core/src/', '');
      const wrapped = [...new Set(names.map(([, name = '']) => name))].map(
        (name) =>
          `const watched_${name} = watched(${JSON.stringify(`${file} ${name}`)}, real.${name});
           export { watched_${name} as ${name} };`,
      );
      const real = JSON.stringify(`${path}?real`);
      const contents = [`import * as real from ${real}; export * from ${real};`, ...wrapped];
      return { contents: contents.join('\n'), loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

type Bundle = ReturnType<typeof compileBundle>;

/** Runs the tests of a file, all or those `wanted`, until one fails, and returns its name. */
async function firstFailure(bundle: Bundle, file: string, wanted?: ReadonlySet<string>) {
  running = `${file}#`;
  // What runs while a file is loaded is part of each of its tests.
  const isWanted = (id: string) => !wanted || wanted.has(`${file}#`) || wanted.has(id);
  const { tests, before, after } = testsIn(bundle);
  for (const hook of before) await hook();
  try {
    for (const [name, run] of tests) {
      running = `${file}#${name}`;
      if (!isWanted(running)) continue;
      const hasFailed = await Promise.resolve()
        .then(run)
        .then(
          () => false,
          () => true,
        );
      if (hasFailed) return name;
    }
  } finally {
    for (const hook of after) await hook();
  }
  return undefined;
}

/** Whether one of the tests fails, or its file does while it is loaded. */
async function isNoticed(bundles: ReadonlyMap<string, Bundle>, tests: ReadonlySet<string>) {
  for (const [file, bundle] of bundles) {
    if (![...tests].some((test) => test.startsWith(`${file}#`))) continue;
    const failure = await firstFailure(bundle, file, tests).catch(() => 'loading');
    if (failure !== undefined) return true;
  }
  return false;
}

const { prototype } = fc.Arbitrary;
const { filter } = prototype;

const { stackTraceLimit } = Error;

beforeAll(() => {
  // Hundreds of thousands of errors are thrown here, and a test reads two lines of where.
  Error.stackTraceLimit = 2;
  fc.configureGlobal({ seed: 19, endOnFailure: true });
  prototype.filter = function filterAndLook(this: fc.Arbitrary<unknown>, test: Rule) {
    const whileFiltering = (value: unknown) => {
      isFiltering = true;
      try {
        return Boolean(test(value));
      } finally {
        isFiltering = false;
      }
    };
    return Reflect.apply(filter, this, [whileFiltering]);
  };
  Object.assign(globalThis, { watched });
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
  fc.resetConfigureGlobal();
  prototype.filter = filter;
  Reflect.deleteProperty(globalThis, 'watched');
});

test('over a rule that says the same to everything, a test of the core fails, and none asks for ever', async () => {
  const { outputFiles } = await buildTests([watching]);
  const bundles = new Map(
    outputFiles.map(({ path, text }) => [path, compileBundle(text, path)] as const),
  );
  for (const [file, bundle] of bundles) expect(await firstFailure(bundle, file)).toBeUndefined();
  expect([...filtering]).toEqual([]);

  const survivors: string[] = [];
  for (const [rule, { tests, errors, results }] of seen) {
    const rejection = err([...errors.values()].at(-1) ?? { kind: 'rejected' });
    const mistakes: readonly [name: string, isOne: boolean, result: unknown][] = [
      ['rejects everything', results.has('ok'), rejection],
      ['says no', results.has('true'), false],
      ['says yes', results.has('false'), true],
      ['finds nothing', results.has('undefined') && results.size > 1, undefined],
    ];
    for (const [name, isOne, result] of mistakes) {
      const mistake = `${rule} ${name}`;
      if (!isOne || mistake in unnoticeable) continue;
      mistaken = { rule, result };
      calls = 0;
      if (!(await isNoticed(bundles, tests))) survivors.push(mistake);
      else if (calls > mostCalls) survivors.push(`${mistake}: asked for ever`);
    }
  }
  mistaken = undefined;
  expect(survivors).toEqual([]);
  expect(seen.size).toBeGreaterThan(200);
}, 120_000);
