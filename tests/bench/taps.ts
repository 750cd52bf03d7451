import type { Browser, Page } from 'playwright';
import { median } from './results.ts';
import { visit } from './traffic.ts';

/** A tap comes this long after the first paint, in milliseconds. */
const afterPaintMs = 300;
/** How much slower than this machine the phone is. */
const slowdown = 4;
/** Each tap is made on this many fresh visits; the middle one counts. */
const visitsPerTap = 5;
/** How long a page may take at most to be painted, and until a tap shows, in milliseconds. */
const patienceMs = 10_000;

/** What is tapped, and the sign that the tap worked. */
const taps = {
  menu: { press: '[data-menu-open]', shows: 'dialog.menu[open]' },
  cookies: { press: '[data-consent-all]', shows: 'html:not(.consent-open)' },
} as const;

/** Milliseconds from a tap to its effect. */
export type TapTimes = Readonly<Record<keyof typeof taps, number>>;

/** Promises, in the page, how long after the tap its effect was there. */
function watch({ shows, patience }: { shows: string; patience: number }): void {
  const state = window as unknown as { tap?: Promise<number> };
  state.tap = new Promise((resolve, reject) => {
    const follow = ({ timeStamp }: PointerEvent) =>
      new MutationObserver(() => {
        if (document.querySelector(shows)) resolve(performance.now() - timeStamp);
      }).observe(document, { subtree: true, attributes: true });
    addEventListener('pointerup', follow, { capture: true, once: true });
    setTimeout(reject, patience, new Error(`Not there after a tap: ${shows}`));
  });
}

/** When the page was first painted. Read without a locator or a wait: those add listeners that each tap would run. */
const firstPaint = (patience: number) =>
  new Promise<number>((resolve, reject) => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
        resolve(startTime);
    }).observe({ type: 'paint', buffered: true });
    setTimeout(reject, patience, new Error('Not painted'));
  });

async function tapAfterPaint(page: Page, url: string, what: keyof typeof taps): Promise<number> {
  const { press, shows } = taps[what];
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watch, { shows, patience: patienceMs });
  // The banner covers the page on a first visit, so the choice is stored beforehand.
  if (what === 'menu')
    await page.addInitScript(() => {
      const choice = { necessary: true, functional: false, analytics: false, marketing: false };
      localStorage.setItem('cookie-consent', JSON.stringify(choice));
    });
  await page.goto(url, { waitUntil: 'commit' });
  const due = (await page.evaluate(firstPaint, patienceMs)) + afterPaintMs;
  const { x, y, width, height, now } = await page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return { ...(box ?? new DOMRect()).toJSON(), now: performance.now() };
  }, press);
  if (!width) throw new Error(`Nothing to tap at ${url}: ${press}`);
  await page.waitForTimeout(Math.max(0, due - now));
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  return page.evaluate(() => (window as unknown as { tap: Promise<number> }).tap);
}

/** Taps the menu and the cookie banner of a page on a slow phone, soon after its first paint. */
export async function measureTaps(
  browser: Browser,
  url: string,
  language: string,
): Promise<TapTimes> {
  const times: Record<keyof TapTimes, number[]> = { menu: [], cookies: [] };
  for (let visits = 0; visits < visitsPerTap; visits += 1) {
    for (const what of ['menu', 'cookies'] as const)
      times[what].push(
        await visit(browser, url, language, (page) => tapAfterPaint(page, url, what)),
      );
  }
  return { menu: median(times.menu), cookies: median(times.cookies) };
}
