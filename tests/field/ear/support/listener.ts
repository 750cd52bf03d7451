import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { startDisplay } from '../../../support/display.ts';
import { startSynthesizer } from './synthesizer.ts';

/** A visitor who hears a page and uses the keyboard. */
export interface Listener {
  readonly page: Page;
  /** What was said since it was last asked, once the reader was at rest for two seconds: an utterance a line. */
  readonly hear: () => Promise<string>;
  /** Presses keys of a real keyboard, by their X11 names: `Tab`, `Return`, `Down`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** So that the keys that are pressed are not said too. Orca does not start without the empty parts. */
const preferences = {
  general: { enableKeyEcho: false },
  profiles: { default: { profile: ['Default', 'default'], pronunciations: {}, keybindings: {} } },
  pronunciations: {},
  keybindings: {},
};

/** What is said or left out by the time that something took: of progress, of what is read how, and of what is left behind. */
const unsteady =
  /^(?:Loading\. Please wait\.|Focus mode|Browse mode|\d+ percent\.|selected|leaving .*)$/;

/**
 * For how many milliseconds a process worked or waited for a processor so far. A reader that says nothing for a while may
 * still be reading, on a busy machine above all.
 */
function workOf({ pid }: ChildProcess): number {
  const [worked = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return (worked + waited) / 1_000_000;
}

/** Starts Orca with a silent voice on a screen of its own, and opens browser windows that it reads. */
export async function startListening() {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-ear-'));
  const voice = join(folder, 'voice');
  const { spoken, stop: stopSynthesizer } = await startSynthesizer(voice);
  const display = await startDisplay();
  const started: ChildProcess[] = [];
  const start = (env: NodeJS.ProcessEnv, command: string, ...parameters: readonly string[]) => {
    const child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    started.unshift(child);
    return child;
  };
  const base = {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: display.name,
    SPEECHD_ADDRESS: `unix_socket:${voice}`,
  };
  const bus = start(base, 'dbus-daemon', '--session', '--nofork', '--print-address');
  const [address] = await once(createInterface(bus.stdout as NodeJS.ReadableStream), 'line');
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: String(address) };
  // A window gets the focus from a window manager only; this one takes no keys for itself.
  const manners = join(folder, 'openbox.xml');
  writeFileSync(manners, '<openbox_config/>');
  start(env, 'openbox', '--config-file', manners);
  start(env, '/usr/libexec/at-spi-bus-launcher', '--launch-immediately', '--a11y=1');
  const own = join(folder, 'orca');
  mkdirSync(own);
  writeFileSync(join(own, 'user-settings.conf'), JSON.stringify(preferences));
  const orca = start(env, 'orca', '--disable', 'braille', '--user-prefs', own);

  /** Waits until the reader has said nothing, and done next to nothing, for so many milliseconds. */
  async function rest(milliseconds: number): Promise<void> {
    for (let isAtRest = false; !isAtRest; ) {
      const [count, work] = [spoken.length, workOf(orca)];
      await wait(milliseconds);
      isAtRest = spoken.length === count && workOf(orca) - work < milliseconds / 40;
    }
  }
  async function hear(): Promise<string> {
    await rest(2000);
    return spoken
      .splice(0)
      .filter((words) => !unsteady.test(words))
      .join('\n');
  }
  async function stop(): Promise<void> {
    for (const child of started) child.kill();
    stopSynthesizer();
    display.stop();
    await wait(500);
    rmSync(folder, { recursive: true, force: true });
  }
  for (let tries = 0; spoken.length === 0 && tries < 60; tries += 1) await wait(500);
  if (orca.exitCode !== null || !(await hear()).includes('Screen reader on')) {
    await stop();
    throw new Error('Orca did not start, as it does where another one runs');
  }

  /** Opens a window of Chromium on a page. */
  async function open(url: string, width: number, language: string): Promise<Listener> {
    const profile = mkdtempSync(join(folder, 'browser-'));
    mkdirSync(join(profile, 'Default'));
    // The browser offers to keep a password and to translate, in words of its own.
    const choices = { credentials_enable_service: false, translate: { enabled: false } };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(choices));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      headless: false,
      env,
      viewport: null,
      locale: language,
      args: [
        '--no-sandbox',
        '--force-renderer-accessibility',
        `--window-size=${width},1000`,
        // A window without the bars of the browser.
        `--app=${url}`,
      ],
    });
    const [page = await context.newPage()] = context.pages();
    await page.waitForLoadState();
    await hear();
    return {
      page,
      hear,
      press: async (...keys) => {
        for (const key of keys) {
          execFileSync('xdotool', ['key', key], { env });
          // The next key would cut short what it says of this one.
          await rest(500);
        }
      },
      close: () => context.close(),
    };
  }
  return { open, stop };
}
