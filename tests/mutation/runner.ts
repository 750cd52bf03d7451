import { relative } from 'node:path';
import fc from 'fast-check';
import { bundleTests, loadTests } from './test-files.ts';

/** A test that ran, as Stryker wants to know it. */
interface TestResult {
  readonly id: string;
  readonly name: string;
  readonly fileName?: string;
  readonly timeSpentMs: number;
  readonly status: (typeof statuses)[keyof typeof statuses];
  readonly failureMessage?: string;
}

const statuses = { success: 0, failed: 1 } as const;

/** What Stryker asks of a run of the tests with one mutant. */
interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

/** What the code that Stryker inserts reads and writes. Its instrumenter names these. */
interface Shared {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

const shared: Shared = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: shared });

// The same cases in each run, and no search for a smaller one when a mutant is killed.
fc.configureGlobal({ seed: 19, endOnFailure: true });

const idOf = (path: string, name: string): string => `${path}#${name}`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Runs the tests of a file, of which all or those `wanted`, until one fails. */
async function runFile(path: string, wanted?: ReadonlySet<string>): Promise<TestResult[]> {
  const { tests, before, after } = loadTests(path);
  const results: TestResult[] = [];
  for (const hook of before) await hook();
  for (const [name, run] of tests) {
    const id = idOf(path, name);
    if (wanted && !wanted.has(id)) continue;
    shared.currentTestId = id;
    const started = performance.now();
    const failure = await Promise.resolve()
      .then(run)
      .then(() => undefined, messageOf);
    shared.currentTestId = undefined;
    const result = { id, name, fileName: path, timeSpentMs: performance.now() - started };
    results.push(
      failure === undefined
        ? { ...result, status: statuses.success }
        : { ...result, status: statuses.failed, failureMessage: failure },
    );
    if (failure !== undefined) break;
  }
  for (const hook of after) await hook();
  return results;
}

/** What runs while a file is loaded is covered by each of its tests: a mutant of it is alive in all of them. */
function coverLoading(tests: readonly TestResult[]): void {
  const { mutantCoverage } = shared;
  for (const { id } of tests) {
    const covered = mutantCoverage.perTest[id] ?? {};
    mutantCoverage.perTest[id] = covered;
    for (const [mutant, hits] of Object.entries(mutantCoverage.static))
      covered[mutant] = (covered[mutant] ?? 0) + hits;
  }
  mutantCoverage.static = {};
}

/**
 * Runs the tests of the core in this process, and only those that reach the mutant. Each file is loaded anew for each
 * mutant, which takes milliseconds; a test runner that starts a worker for it takes a second. Source: docs/mutation.md#mutation-testing.
 */
const runner = {
  capabilities: () => ({ reloadEnvironment: true }),

  async dryRun({ files = [] }: { readonly files?: readonly string[] }) {
    const sources = files.map((file) => relative(process.cwd(), file));
    const tests: TestResult[] = [];
    for (const path of await bundleTests(sources)) {
      const results = await runFile(path);
      coverLoading(results);
      tests.push(...results);
    }
    return { status: 'complete', tests, mutantCoverage: shared.mutantCoverage };
  },

  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRun) {
    shared.activeMutant = activeMutant.id;
    shared.hitCount = 0;
    shared.hitLimit = hitLimit;
    const tests: TestResult[] = [];
    for (const [path = '', ids = []] of Map.groupBy(testFilter, (id) => id.split('#')[0])) {
      try {
        tests.push(...(await runFile(path, new Set(ids))));
      } catch (error) {
        // The file cannot even be loaded with this mutant.
        const [id = path] = ids;
        const failureMessage = messageOf(error);
        tests.push({ id, name: id, timeSpentMs: 0, status: statuses.failed, failureMessage });
      }
      if (tests.at(-1)?.status === statuses.failed) break;
    }
    const nrOfTests = tests.length;
    const failed = tests.filter(({ status }) => status === statuses.failed);
    if (hitLimit !== undefined && (shared.hitCount ?? 0) > hitLimit)
      return { status: 'timeout', reason: `Reached ${hitLimit} times` };
    if (failed.length === 0) return { status: 'survived', nrOfTests };
    const killedBy = failed.map(({ id }) => id);
    return { status: 'killed', killedBy, failureMessage: failed[0]?.failureMessage, nrOfTests };
  },
};

export const strykerPlugins = [{ kind: 'TestRunner', name: 'core', value: runner }];
