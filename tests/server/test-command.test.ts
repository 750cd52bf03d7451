import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const runner = join(import.meta.dirname, '../../scripts/run.mjs');

/** Runs `npm test` where no browser can be found and the installers only note that they were called. */
function runWithoutBrowser(parameters: readonly string[], env: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const calls = join(directory, 'calls');
  for (const name of ['apt-get', 'npx']) {
    const path = join(directory, name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> "${calls}"\nexit 1\n`);
    chmodSync(path, 0o755);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [runner, 'test.ts', ...parameters],
    {
      env: { PATH: directory, PLAYWRIGHT_BROWSERS_PATH: join(directory, 'none'), ...env },
      encoding: 'utf8',
    },
  );
  const installed = existsSync(calls) ? readFileSync(calls, 'utf8') : '';
  return { status, stdout, stderr, installed };
}

test('one line says what will be installed and how to decline, before it happens', () => {
  const { status, stdout, stderr, installed } = runWithoutBrowser([]);
  expect(stdout).toMatch(/^No Chromium found: installing .*--no-install or COACHSITE_NO_INSTALL=1/);
  expect(installed).toMatch(/install.* chromium/);
  expect(stderr).toContain('could not be installed');
  expect(status).toBe(1);
});

test.each([
  ['--no-install', ['--no-install'], {}],
  ['COACHSITE_NO_INSTALL', [], { COACHSITE_NO_INSTALL: '1' }],
])('%s installs nothing, and says how to name a browser', (_name, parameters, env) => {
  const { status, stdout, stderr, installed } = runWithoutBrowser(parameters, env);
  expect([status, stdout, installed]).toEqual([1, '', '']);
  expect(stderr).toMatch(/rejected\. Set CHROMIUM_PATH/);
});

test('a browser that was named and is not there is not replaced by another', () => {
  const CHROMIUM_PATH = '/nowhere/chromium';
  const { status, stderr, installed } = runWithoutBrowser([], { CHROMIUM_PATH });
  expect([status, stderr, installed]).toEqual([
    1,
    'CHROMIUM_PATH: there is no /nowhere/chromium\n',
    '',
  ]);
});

test.each([['--only', 'core,other'], ['--only', 'adapters', '--coverage'], ['core']])(
  '%s %s: exit 2 with the help',
  (...parameters) => {
    const { status, stderr } = runWithoutBrowser(parameters);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'npm test [-- --quick] [--only <suites>] [--everywhere] [--coverage] [--no-install]',
    );
  },
);
