import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Browser,
  type Driver,
  type Started,
  type Tab,
  toWebDriver,
  versionIn,
} from './driver.ts';

/** So that the browser starts with an empty page, asks nothing and calls nobody. */
const preferences = {
  'intl.accept_languages': 'nl-BE, nl',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Downloads go to the folder of the profile, and are no window.
  'browser.download.folderList': 2,
  'browser.download.alwaysOpenPanel': false,
};

/**
 * What Firefox says of a font (NS_BINDING_ABORTED) or module that was on its way when the visitor left the page. A module
 * that is not there at all is an error in the other engines, and reported to the site by the page.
 */
const onItsWay = /status=2152398850|error loading dynamically imported module/;

type Message = Readonly<Record<string, unknown>>;

interface Result {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string; readonly sharedId?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Speaks WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/. */
async function open(url: string, onEvent: (method: string, params: Message) => void) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<Message>>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data));
    if (method) return onEvent(method, params);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  await once(socket, 'open');
  return async <T>(method: string, params: object = {}): Promise<T> => {
    const asked = Promise.withResolvers<Message>();
    count += 1;
    waiting.set(count, asked);
    socket.send(JSON.stringify({ id: count, method, params }));
    try {
      return (await asked.promise) as T;
    } catch (error) {
      throw new Error(`${method} ${JSON.stringify(params)}`, { cause: error });
    }
  };
}

async function start(): Promise<Started> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries({ ...preferences, 'browser.download.dir': profile }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const parameters = ['--headless', '--no-remote', '--remote-debugging-port=0'];
  const browser = spawn('firefox-esr', [...parameters, '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(browser, 'exit');
  let url = '';
  for await (const line of createInterface(browser.stderr)) {
    url = /ws:\/\/\S+/.exec(line)?.[0] ?? '';
    if (url) break;
  }
  browser.stderr.resume();
  const stop = async () => {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  return { url, stop };
}

async function connect(url: string): Promise<Browser> {
  const problemsOf = new Map<unknown, string[]>();
  const send = await open(`${url}/session`, (_, { level, text, source }) => {
    const { context } = source as { readonly context?: string };
    if (level === 'error' && !onItsWay.test(String(text)))
      problemsOf.get(context)?.push(String(text));
  });
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });

  const newTab: Browser['newTab'] = async (viewport) => {
    const { userContext } = await send<{ userContext: string }>('browser.createUserContext');
    const made = await send<{ context: string }>('browsingContext.create', {
      type: 'tab',
      userContext,
    });
    const { context } = made;
    const problems: string[] = [];
    problemsOf.set(context, problems);
    await send('browsingContext.setViewport', { context, viewport });
    const callFunction = async (code: string, args: readonly unknown[]) => {
      const { result, exceptionDetails } = await send<Result>('script.callFunction', {
        functionDeclaration: code,
        target: { context },
        arguments: args.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
        awaitPromise: true,
        userActivation: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result;
    };
    const tab: Tab = {
      goTo: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
      reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
      call: async (code, ...args) => {
        const wrapped = `async (...given) => JSON.stringify(await (${code})(...given.map((one) => JSON.parse(one))))`;
        const value = (await callFunction(wrapped, args))?.value;
        return value === undefined ? undefined : JSON.parse(value);
      },
      act: (actions) => send('input.performActions', { context, actions: toWebDriver(actions) }),
      chooseFile: async (selector, path) => {
        const found = await callFunction('(given) => document.querySelector(JSON.parse(given))', [
          selector,
        ]);
        const element = { sharedId: found?.sharedId };
        await send('input.setFiles', { context, element, files: [path] });
      },
      problems: () => problems,
      screenshot: async () => {
        const taken = await send<{ data: string }>('browsingContext.captureScreenshot', {
          context,
        });
        return Buffer.from(taken.data, 'base64');
      },
      close: () => send('browser.removeUserContext', { userContext }),
    };
    return tab;
  };

  return { newTab };
}

/** Firefox by WebDriver BiDi, which it speaks itself. */
export const firefoxDriver: Driver = {
  installed: () => ['Firefox ESR', versionIn(execFileSync('firefox-esr', ['--version']))],
  start,
  connect,
};
