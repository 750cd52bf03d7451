import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { installedPackages } from '../../support/debian.ts';
import { startDisplay } from '../../support/display.ts';
import { freePort } from '../../support/free-port.ts';
import { type Browser, type Driver, type Tab, toWebDriver } from './driver.ts';

/** The window of WebKitGTK for tests; its tool bar keeps it at least 447 pixels wide. */
const program = '/usr/lib/*/webkit2gtk-4.1/MiniBrowser';

/** It says no version of its own. */
const driverPackage = 'webkit2gtk-driver';

/** No command takes so long, in milliseconds. */
const patienceMs = 30_000;

/** Speaks WebDriver: https://www.w3.org/TR/webdriver2/. */
async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${url} ${JSON.stringify(body)?.slice(0, 500)}`, { cause: error });
  });
  const { value } = (await response.json()) as { readonly value: T & { message?: string } };
  if (!response.ok) throw new Error(value.message);
  return value;
}

/** Starts the driver, which has one session at a time: a browser of its own without any past. */
async function startDriver() {
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(driver, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/status`).then(Boolean, () => false);
  while (!(await isReady())) await wait(50);
  const stop = async () => {
    driver.kill();
    await ended;
    display.stop();
  };
  return { url, stop };
}

async function connect(): Promise<Browser> {
  const [binary] = globSync(program);
  const newTab: Browser['newTab'] = async (size) => {
    const { url, stop } = await startDriver();
    const browser = { binary, args: ['--automation'] };
    const alwaysMatch = { acceptInsecureCerts: true, 'webkitgtk:browserOptions': browser };
    const { sessionId } = await ask<{ readonly sessionId: string }>(`${url}/session`, 'POST', {
      capabilities: { alwaysMatch },
    });
    const base = `${url}/session/${sessionId}`;
    const post = <T>(path: string, body: object = {}) => ask<T>(`${base}/${path}`, 'POST', body);
    await post('window/rect', { ...size, height: size.height + 38 });
    const tab: Tab = {
      goTo: (url) => post('url', { url }),
      // The command of its own waits for a load, which a page that was kept does not have.
      back: () => post('execute/sync', { script: 'history.back()', args: [] }),
      reload: () => post('refresh'),
      call: async (code, ...args) => {
        const script = `const done = arguments[arguments.length - 1];
          (async () => JSON.stringify(await (${code})(...JSON.parse(arguments[0]))))()
            .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const result = await post<{ value?: string; error?: string }>('execute/async', {
          script,
          args: [JSON.stringify(args)],
        });
        if (result.error !== undefined) throw new Error(result.error);
        return result.value === undefined ? undefined : JSON.parse(result.value);
      },
      act: (actions) => post('actions', { actions: toWebDriver(actions) }),
      chooseFile: async (selector, path) => {
        const element = await post<Record<string, string>>('element', {
          using: 'css selector',
          value: selector,
        });
        await post(`element/${Object.values(element)[0]}/value`, { text: path });
      },
      problems: () => [],
      screenshot: async () => Buffer.from(await ask<string>(`${base}/screenshot`, 'GET'), 'base64'),
      close: async () => {
        await ask(base, 'DELETE').finally(stop);
      },
    };
    return tab;
  };

  return { newTab };
}

/** WebKitGTK by WebDriver. */
export const webkitDriver: Driver = {
  installed: () => ['WebKitGTK', installedPackages([driverPackage]).get(driverPackage) ?? ''],
  // Screen, driver and browser are started for each tab: one that broke down would take all later journeys along.
  start: async () => ({ url: '', stop: async () => {} }),
  connect,
};
