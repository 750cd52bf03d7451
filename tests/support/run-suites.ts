import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { UsageError } from '../../scripts/support/command.ts';
import { installedPackages } from './debian.ts';

export interface Results {
  readonly passed: number;
  readonly failed: number;
  /** What failed and why, a paragraph each. */
  readonly failures: readonly string[];
}

/** The lines of a message or stack that are worth repeating under the whole output. */
function quoted(text = ''): string {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => !/node_modules|node:internal|new Promise/.test(line))
    .slice(0, 12)
    .join('\n');
}

const bin = (name: string) => join(import.meta.dirname, '..', '..', 'node_modules', '.bin', name);

function run(
  command: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
): number {
  const ended = spawnSync(command, parameters, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return ended.status ?? 1;
}

/** A runner that fails without a report, or with a report of no failures, counts as one failure. */
function readResults(runner: string, status: number, read: () => Results): Results {
  const unsaid = [`${runner} ended with status ${status} and names no failed test: see above`];
  try {
    const results = read();
    if (status === 0 || results.failed > 0) return results;
    const failures = results.failures.length > 0 ? results.failures : unsaid;
    return { ...results, failed: 1, failures };
  } catch {
    return { passed: 0, failed: 1, failures: unsaid };
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function runVitest(
  folder: string,
  projects: readonly string[],
  parameters: readonly string[] = [],
): Results {
  const report = join(folder, 'vitest.json');
  const status = run(bin('vitest'), [
    'run',
    ...parameters,
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readResults('Vitest', status, () => {
    const { numPassedTests, numFailedTests, testResults } = readJson(report) as VitestReport;
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const unloaded =
        status === 'failed' && failed.length === 0 ? [`${name}\n${quoted(message)}`] : [];
      return [
        ...failed.map((test) => `${name} > ${test.fullName}\n${quoted(test.failureMessages[0])}`),
        ...unloaded,
      ];
    });
    return { passed: numPassedTests, failed: numFailedTests, failures };
  });
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

function failuresOf({ suites = [], specs }: PlaywrightSuite): readonly string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return `[${projectName}] ${file}:${line} > ${title}\n${quoted(error?.message)}`;
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function runPlaywright(folder: string, browser: string, everywhere: boolean): Results {
  const report = join(folder, 'playwright.json');
  const status = run(bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: browser,
    COACHSITE_E2E_ONCE: everywhere ? '' : '1',
  });
  return readResults('Playwright', status, () => {
    const { stats, suites } = readJson(report) as {
      stats: { expected: number; unexpected: number; flaky: number };
      suites: readonly PlaywrightSuite[];
    };
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: suites.flatMap(failuresOf),
    };
  });
}

/** Runs the tests of projects of Vitest whose paths have one of the filters in them, or all. */
export function runProjects(projects: readonly string[], filters: readonly string[]): Results {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-test-'));
  const results = runVitest(folder, projects, filters);
  rmSync(folder, { recursive: true, force: true });
  return results;
}

/** What to run beyond each test once. */
export interface Extent {
  /** Journeys also in their other combinations, and conformance over several servers: docs/testing.md. */
  readonly everywhere?: boolean | undefined;
  /** The core alone and first, where too few of its lines are a failure: what other suites run of it must not count. */
  readonly coverage?: boolean | undefined;
  /** The journeys in Firefox too, where it is installed; after everything else, as each has a browser beside it. */
  readonly inFirefox?: boolean | undefined;
}

/**
 * Runs projects of Vitest, and the browser journeys where there is a browser for them, and reads their reports.
 *
 * @throws UsageError where lines of the core are to be counted, and its project is left out.
 */
export function runSuites(
  projects: readonly string[],
  browser: string | undefined,
  { everywhere = false, coverage = false, inFirefox = false }: Extent = {},
): Results {
  if (coverage && !projects.includes('core')) {
    throw new UsageError('--coverage counts lines of the core, which --only leaves out');
  }
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-test-'));
  const measured = coverage ? ['core'] : [];
  const others = [
    ...projects.filter((name) => !measured.includes(name)),
    ...(everywhere && projects.includes('conformance') ? ['conformance-servers'] : []),
  ];
  const results = [
    ...(measured.length > 0 ? [runVitest(folder, measured, ['--coverage'])] : []),
    ...(others.length > 0 ? [runVitest(folder, others)] : []),
    ...(browser ? [runPlaywright(folder, browser, everywhere)] : []),
    ...(inFirefox && installedPackages(['firefox-esr']).size > 0
      ? [runVitest(folder, ['firefox'])]
      : []),
  ];
  rmSync(folder, { recursive: true, force: true });
  return {
    passed: results.reduce((sum, part) => sum + part.passed, 0),
    failed: results.reduce((sum, part) => sum + part.failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}
