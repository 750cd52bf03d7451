import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '@coachsite/ui/site-build';
import { findOrInstallBrowser } from './browser.ts';
import { CommandError, runCommand, UsageError } from './command.ts';

interface Tally {
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

/** A runner that ends badly without a report, or with one that admits no failure, counts as one failure. */
function tally(status: number, read: () => Tally): Tally {
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

function runVitest(folder: string): Tally {
  const report = join(folder, 'vitest.json');
  const status = run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return tally(status, () => {
    const { numPassedTests, numFailedTests } = readJson(report) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function runPlaywright(folder: string, browser: string): Tally {
  const report = join(folder, 'playwright.json');
  const status = run(bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH: browser,
  });
  return tally(status, () => {
    const { stats } = readJson(report) as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

/** Runs both runners, ends with the line that counts, and gives the status. */
async function testAll(): Promise<number> {
  const browser = findOrInstallBrowser();
  if (!browser) {
    throw new CommandError(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-test-'));
  await buildIfStale();
  const tallies = [runVitest(folder), runPlaywright(folder, browser)];
  rmSync(folder, { recursive: true, force: true });
  const passed = tallies.reduce((sum, part) => sum + part.passed, 0);
  const failed = tallies.reduce((sum, part) => sum + part.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

await runCommand({
  help: `npm test

Runs every suite, in a real browser at the end; the last line counts. Gets a browser if there is none.`,
  run: async (_values, [unknown]) => {
    if (unknown) throw new UsageError(`Not understood: ${unknown}`);
    return testAll();
  },
});
