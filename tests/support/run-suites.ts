import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
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
    // With its variant over several servers, where there is one.
    ...projects.flatMap((name) => ['--project', `${name}*`]),
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

/** Runs projects of Vitest, and the browser tests where there is a browser for them. */
export function runSuites(projects: readonly string[], browser: string | undefined): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-test-'));
  const results = [
    ...(projects.length > 0 ? [runVitest(folder, projects)] : []),
    ...(browser ? [runPlaywright(folder, browser)] : []),
  ];
  rmSync(folder, { recursive: true, force: true });
  return {
    passed: results.reduce((sum, part) => sum + part.passed, 0),
    failed: results.reduce((sum, part) => sum + part.failed, 0),
  };
}
