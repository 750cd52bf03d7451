import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { CommandError } from '../../scripts/support/command.ts';

/** The headless shell draws no window, which halves the time of the tests. */
const systemNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

function onPath(name: string): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find(existsSync);
}

function find(): string | undefined {
  const wanted = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    ...systemNames.map((name) => onPath(name)),
  ];
  return wanted.find((path): path is string => Boolean(path) && existsSync(path ?? ''));
}

/** The way to install a browser on this machine. Only root can install it for the whole system without a prompt. */
function installer(): { readonly what: string; readonly install: () => void } {
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    return {
      what: 'the packages chromium and fonts-liberation for the whole system (apt-get)',
      install: installWithApt,
    };
  }
  return {
    what: "Playwright's Chromium for this user (npx playwright install chromium)",
    install: () =>
      void spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' }),
  };
}

function installWithApt(): void {
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  // Pages are measured with a font as wide as Arial, which the browser package does not contain.
  const fonts = 'fonts-liberation';
  const install = (name: string) =>
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, fonts], options)
      .status;
  // Older releases have no package for the shell alone.
  if (install('chromium-headless-shell') !== 0) install('chromium');
}

const remedy = 'Set CHROMIUM_PATH to a Chromium or Chrome of this machine';

/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, Playwright's own, or one on the PATH. When there is none,
 * one line says what is installed and how to prevent it. Throws a `CommandError` when that is not allowed or fails, or when
 * there is no file of the name that was given.
 */
export function findOrInstallBrowser(): string {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) throw new CommandError(`CHROMIUM_PATH: there is no ${named}`);
  const present = find();
  if (present) return present;
  const { what, install } = installer();
  if (process.env.COACHSITE_NO_INSTALL === '1') {
    throw new CommandError(
      `The browser tests need Chromium, and installing it was rejected. ${remedy}, or allow ${what}.`,
    );
  }
  console.log(
    `No Chromium found: installing ${what}. To prevent this, use --no-install or COACHSITE_NO_INSTALL=1.`,
  );
  install();
  const found = find();
  if (!found) {
    throw new CommandError(
      `The browser tests need Chromium, and it could not be installed. ${remedy}, or install it (Debian: apt-get install chromium).`,
    );
  }
  return found;
}
