import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import * as neverthrow from 'neverthrow';
import { installTool } from '../support/npm-folder.ts';
import { testList } from './test-list.ts';

/** Runs the contract suites over the memory adapters, and finds the mistakes that are made there. */
const suites = 'tests/core/memory-adapters.test.ts';

/** Runs the suites over broken adapters, and says nothing of a rule that the other tests do not. */
const overBroken = 'tests/core/narrow-columns.test.ts';

/** The bundles of a sandbox, beside its sources. */
const bundleFolder = 'bundles';
const bundleOf = (path: string): string => join(bundleFolder, path.replace(/\.ts$/, '.js'));

/** What is read of what esbuild makes of several files. */
interface Bundles {
  readonly outputFiles: readonly { readonly path: string; readonly text: string }[];
  readonly metafile: {
    readonly outputs: Readonly<
      Record<
        string,
        {
          readonly entryPoint?: string;
          readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
        }
      >
    >;
  };
}

/**
 * Bundles the tests of `sources` in the sandbox that is the working directory, each with the sources that it uses, and
 * returns the files whose bundles have code of one of `sources`.
 */
export async function bundleTests(sources: readonly string[]): Promise<readonly string[]> {
  const areAdapters = sources.some((source) => source.startsWith('core/src/testing/'));
  const others = globSync('tests/core/*.test.ts').filter(
    (path) => path !== suites && path !== overBroken,
  );
  const { build } = await installTool('mutation').load('esbuild');
  const { outputFiles, metafile }: Bundles = await build({
    // esbuild would take the folder in which its service was started.
    absWorkingDir: process.cwd(),
    entryPoints: areAdapters ? [suites] : others.toSorted(),
    outdir: bundleFolder,
    outbase: '.',
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'neutral',
    external: ['vitest', 'fast-check', 'neverthrow'],
    alias: { '@coachsite/core': join(process.cwd(), 'core/src') },
    logLevel: 'error',
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return Object.values(metafile.outputs).flatMap(({ entryPoint = '', inputs }) =>
    sources.some((source) => (inputs[source]?.bytesInOutput ?? 0) > 0) ? [entryPoint] : [],
  );
}

const compile = (path: string) =>
  compileFunction(readFileSync(bundleOf(path), 'utf8'), ['require', 'module', 'exports'], {
    filename: bundleOf(path),
  });

const compiled = new Map<string, ReturnType<typeof compile>>();

/** Loads a test file with all its sources anew, as in a process of its own, and returns its tests. */
export function loadTests(path: string): Omit<ReturnType<typeof testList>, 'vitest'> {
  const load = compiled.get(path) ?? compile(path);
  compiled.set(path, load);
  const { vitest, ...list } = testList();
  const packages: Readonly<Record<string, unknown>> = { vitest, 'fast-check': fc, neverthrow };
  const module = { exports: {} };
  load((name: string) => packages[name], module, module.exports);
  return list;
}
