import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright';
import { launchOptions } from '../../support/chromium.ts';
import { type Action, type Driver, type Size, type Tab, versionIn } from './driver.ts';

/** Chromium by its own protocol, through Playwright. */
export const chromiumDriver: Driver = {
  installed: () => {
    const path = process.env.CHROMIUM_PATH ?? chromium.executablePath();
    return ['Chromium', versionIn(execFileSync(path, ['--version'], { stdio: 'pipe' }))];
  },
  start: async () => {
    const server = await chromium.launchServer(launchOptions);
    return { url: server.wsEndpoint(), stop: () => server.close() };
  },
  connect: async (url) => {
    const browser = await chromium.connect(url);
    const newTab = async (viewport: Size): Promise<Tab> => {
      const context = await browser.newContext({ viewport, locale: 'nl-BE' });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (said) => {
        // No other engine says that a response had the status of an error, which many a journey provokes, or that a
        // frame that may run no script runs none.
        const isOdd = /responded with a status of|^Blocked script execution/.test(said.text());
        if (said.type() === 'error' && !isOdd) problems.push(said.text());
      });
      const act = (action: Action) => {
        if (action.type === 'move') return page.mouse.move(action.x, action.y);
        if (action.type === 'down') return page.mouse.down();
        if (action.type === 'up') return page.mouse.up();
        if (action.type === 'keyDown') return page.keyboard.down(action.key);
        return page.keyboard.up(action.key);
      };
      return {
        goTo: async (url) => void (await page.goto(url)),
        back: async () => void (await page.goBack()),
        reload: async () => void (await page.reload()),
        call: (code, ...args) =>
          page.evaluate(`(async () => (${code})(...${JSON.stringify(args)}))()`),
        act: async (actions) => {
          for (const action of actions) await act(action);
        },
        chooseFile: (selector, path) => page.locator(selector).setInputFiles(path),
        problems: () => problems,
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      };
    };
    return { newTab };
  },
};
