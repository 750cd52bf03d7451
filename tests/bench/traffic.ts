import type { Browser, Page } from 'playwright';

/** A mid-range phone. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

/** How long a page takes to settle, in milliseconds: whatever it does by itself has happened then. */
const restMs = 1500;

/** Opens a page as a first-time visitor and runs `use` on it. */
export async function visit<T>(
  browser: Browser,
  url: string,
  language: string,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(phone);
  try {
    await context.addCookies([{ name: 'language', value: language, url: new URL(url).origin }]);
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Bytes as they came over the wire, headers too: by the load event without fonts and images, and of fonts. */
export interface Traffic {
  readonly bytes: number;
  readonly fontBytes: number;
}

/** Counts what a page fetches until it is loaded, and what fonts it fetches until it has settled. */
export function measureTraffic(browser: Browser, url: string, language: string): Promise<Traffic> {
  return visit(browser, url, language, async (page) => {
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const ended: { readonly type: string; readonly bytes: number; readonly at: number }[] = [];
    let loadedAt = Infinity;
    session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
      const isIcon = /\.(svg|png|webmanifest)$/.test(request.url);
      if (request.url.startsWith('http')) types.set(requestId, isIcon ? 'Image' : type);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const type = types.get(requestId) ?? 'Image';
      ended.push({ type, bytes: encodedDataLength, at: timestamp });
    });
    session.on('Page.loadEventFired', ({ timestamp }) => {
      loadedAt = timestamp;
    });
    await session.send('Network.enable');
    await session.send('Page.enable');
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(restMs);
    const sum = (isCounted: (one: (typeof ended)[number]) => boolean) =>
      ended.filter(isCounted).reduce((all, { bytes }) => all + bytes, 0);
    return {
      bytes: sum(({ type, at }) => at <= loadedAt && type !== 'Font' && type !== 'Image'),
      fontBytes: sum(({ type }) => type === 'Font'),
    };
  });
}

/** Whether the document is all that the first paint waits for: nothing else gets a response. */
export function paintsAlone(browser: Browser, url: string, language: string): Promise<boolean> {
  return visit(browser, url, language, async (page) => {
    await page.route('**/*', (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    const waited = page.waitForFunction(painted, null, { timeout: 10_000 });
    return waited.then(Boolean).catch(() => false);
  });
}
