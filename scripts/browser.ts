import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The shell has no window to draw around each page: the tests take half the time in it. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

function find(): string | undefined {
  const wanted = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...systemPaths];
  return wanted.find((path): path is string => Boolean(path) && existsSync(path ?? ''));
}

/** Installs Debian's Chromium where that is possible without a question. */
function installWithApt(): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.log('No browser found for the tests: installing Chromium …');
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  const install = (name: string) =>
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options).status;
  // Older releases have no package for the shell alone.
  if (install('chromium-headless-shell') !== 0) install('chromium');
}

function installWithPlaywright(): void {
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  } catch {
    // The sentence of the caller says what to do.
  }
}

/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, Playwright's own, or the system's;
 * installed when none is there and this machine allows it. `undefined` when it cannot be had.
 */
export function findOrInstallBrowser(): string | undefined {
  let found = find();
  if (!found) {
    installWithApt();
    found = find();
  }
  if (!found) {
    installWithPlaywright();
    found = find();
  }
  return found;
}
