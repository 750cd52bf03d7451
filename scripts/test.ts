import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '@coachsite/ui/site-build';
import { findOrInstallBrowser } from '../tests/support/install-browser.ts';
import { installServerTools } from '../tests/support/install-server-tools.ts';
import { runCommand, UsageError } from './support/command.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

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
function countResults(status: number, read: () => Counts): Counts {
  try {
    const counted = read();
    return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function runVitest(folder: string, projects: readonly string[]): Counts {
  const report = join(folder, 'vitest.json');
  const status = run(bin('vitest'), [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return countResults(status, () => {
    const { numPassedTests, numFailedTests } = readJson(report) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function runPlaywright(folder: string, browser: string): Counts {
  const report = join(folder, 'playwright.json');
  const status = run(bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: browser,
  });
  return countResults(status, () => {
    const { stats } = readJson(report) as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

const suites = ['core', 'adapters', 'server', 'conformance', 'ui', 'e2e'];

/** Runs the suites, prints the counts last, and returns the exit status. */
async function test(wanted: readonly string[], mayInstall: boolean | undefined): Promise<number> {
  // A forbidden install ends the command before the suites that take minutes.
  const browser = wanted.includes('e2e') ? findOrInstallBrowser(mayInstall) : undefined;
  const missing = wanted.includes('server') ? installServerTools(mayInstall) : [];
  const projects = wanted.filter((name) => name !== 'e2e');
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-test-'));
  if (browser) await buildIfStale();
  const results = [
    ...(projects.length > 0 ? [runVitest(folder, projects)] : []),
    ...(browser ? [runPlaywright(folder, browser)] : []),
  ];
  rmSync(folder, { recursive: true, force: true });
  const passed = results.reduce((sum, part) => sum + part.passed, 0);
  const failed = results.reduce((sum, part) => sum + part.failed, 0);
  if (missing.length > 0) {
    console.log(`Files in docs/deploy were NOT TESTED, not installed: ${missing.join(', ')}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

await runCommand({
  help: `npm test [-- --only <suites>] [--no-install]

Runs every suite, in a real browser at the end; the last line counts.
  --only <suites>  some of ${suites.join(', ')}, separated by commas
  --no-install     install no browser, and no proxy for the tests of docs/deploy (or COACHSITE_NO_INSTALL=1)`,
  options: { only: { type: 'string' }, 'no-install': { type: 'boolean' } },
  run: async ({ only, 'no-install': isRefused }, [unknown]) => {
    const wanted = only?.split(',') ?? suites;
    const odd = unknown ?? wanted.find((name) => !suites.includes(name));
    if (odd !== undefined) throw new UsageError(`Not understood: ${odd}`);
    return test(wanted, isRefused ? false : undefined);
  },
});
