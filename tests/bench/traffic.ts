import type { Browser, CDPSession, Page } from 'playwright';

/** A mid-range phone. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

/** Bytes as they came over the wire, headers too. */
export interface Traffic {
  /** By the load event, without fonts and images. */
  readonly bytes: number;
  readonly requests: number;
  /** Requests that block the first paint. */
  readonly neededForPaint: number;
  readonly fontBytes: number;
  readonly imageBytes: number;
  /** Script files by the load event, and until the first input. */
  readonly scriptBytes: number;
  readonly untouchedScriptBytes: number;
  /** Characters of the scripts written into the page. */
  readonly inlineScript: number;
  /** Layout shift while the fonts come late. */
  readonly shift: number;
}

interface Transfer {
  readonly type: string;
  readonly url: string;
  bytes: number;
  endedAt: number;
}

/** How long a page takes to settle, in milliseconds: whatever it does by itself has happened then. */
const restMs = 1500;
/** How late a font comes in the test for shifts, in milliseconds. */
const lateFontMs = 1200;

/** Records everything that a page fetches. */
async function follow(session: CDPSession): Promise<Map<string, Transfer>> {
  const transfers = new Map<string, Transfer>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (request.url.startsWith('http')) {
      transfers.set(requestId, { type, url: request.url, bytes: 0, endedAt: Infinity });
    }
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, { bytes: encodedDataLength, endedAt: timestamp });
  });
  await session.send('Network.enable');
  await session.send('Page.enable');
  return transfers;
}

/** Opens a page as a first-time visitor and runs `use` on it. */
export async function visit<T>(
  browser: Browser,
  url: string,
  language: string,
  use: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(phone);
  try {
    await context.addCookies([{ name: 'language', value: language, url: new URL(url).origin }]);
    const page = await context.newPage();
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

const sum = (transfers: readonly Transfer[]) =>
  transfers.reduce((all, { bytes }) => all + bytes, 0);

/** How many requests the first paint waits for: all others get no response until then. */
function countNeeded(browser: Browser, url: string, language: string): Promise<number> {
  return visit(browser, url, language, async (page) => {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/*', (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      held.push(() => route.continue());
    });
    const painted = () =>
      page
        .waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0], null, {
          timeout: 10_000,
        })
        .then(() => true)
        .catch(() => false);
    await page.goto(url, { waitUntil: 'commit' });
    let needed = 1;
    while (!(await painted()) && held.length > 0) {
      await held.shift()?.();
      needed += 1;
    }
    return needed;
  });
}

/** The layout shift of a page whose fonts come late. */
function measureShift(browser: Browser, url: string, language: string): Promise<number> {
  return visit(browser, url, language, async (page) => {
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, lateFontMs));
      await route.continue();
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(lateFontMs + 500);
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((all, { value }) => all + value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
  });
}

/** Counts what a page fetches until it is loaded, and until it has settled. */
export async function measureTraffic(
  browser: Browser,
  url: string,
  language: string,
): Promise<Traffic> {
  const counted = await visit(browser, url, language, async (page, session) => {
    const transfers = await follow(session);
    let loadedAt = Infinity;
    session.on('Page.loadEventFired', ({ timestamp }) => {
      loadedAt = timestamp;
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(restMs);
    const all = [...transfers.values()];
    const loaded = all.filter(({ endedAt }) => endedAt <= loadedAt);
    const ofType = (list: readonly Transfer[], type: string) =>
      list.filter((transfer) => transfer.type === type);
    const isCounted = ({ type, url: from }: Transfer) =>
      type !== 'Font' && type !== 'Image' && !/\.(svg|png|webmanifest)$/.test(from);
    const inlineScript = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src]):not([type])')]
        .map((script) => script.textContent?.length ?? 0)
        .reduce((whole, length) => whole + length, 0),
    );
    return {
      bytes: sum(loaded.filter(isCounted)),
      requests: loaded.filter(isCounted).length,
      fontBytes: sum(ofType(all, 'Font')),
      imageBytes: sum(ofType(all, 'Image')),
      scriptBytes: sum(ofType(loaded, 'Script')),
      untouchedScriptBytes: sum(ofType(all, 'Script')),
      inlineScript,
    };
  });
  return {
    ...counted,
    neededForPaint: await countNeeded(browser, url, language),
    shift: await measureShift(browser, url, language),
  };
}

/**
 * Compressed script of the whole app on a page, once it has started, in bytes without headers: React, router, texts of
 * one language, one page.
 */
export function measureApp(browser: Browser, url: string, language: string): Promise<number> {
  return visit(browser, url, language, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(restMs);
    const scripts = () =>
      page.evaluate(() => {
        const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return fetched
          .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
          .reduce((all, { encodedBodySize }) => all + encodedBodySize, 0);
      });
    const before = await scripts();
    await page.evaluate(async () => {
      const { start } = (await import(document.documentElement.dataset.app ?? '')) as {
        start: () => Promise<void>;
      };
      await start();
    });
    await page.waitForTimeout(restMs);
    return (await scripts()) - before;
  });
}
