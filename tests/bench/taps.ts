import type { Browser, Page } from 'playwright';
import { median } from './results.ts';
import { visit } from './traffic.ts';

/** A tap comes this long after the first paint, in milliseconds. */
const afterPaintMs = 300;
/** How much slower than this machine the phone is. */
const slowdown = 4;

/** Each tap is made on this many fresh visits; the middle one counts. */
const visitsPerTap = 5;

/** What is tapped, and the sign that the tap worked. */
const taps = {
  menu: { press: '[data-menu-open]', shows: 'dialog.menu[open]' },
  cookies: { press: '[data-consent-all]', shows: 'html:not(.consent-open)' },
} as const;

/** Milliseconds from a tap to its effect in the document, and to the frame that shows it. */
export interface TapTime {
  readonly effectMs: number;
  readonly frameMs: number;
}

/** The medians of several visits; `bare` is what a tap takes on a page that is nothing but a button and its dialog. */
export type TapTimes = Readonly<Record<keyof typeof taps | 'bare', TapTime>>;

/** How long a page may take at most to be painted, and until a tap shows, in milliseconds. */
const patienceMs = 10_000;

/** Promises, in the page, how long after the tap its effect was there, and the first frame with it. */
function watch({ shows, patience }: { shows: string; patience: number }): void {
  const state = window as unknown as { tap?: Promise<TapTime> };
  state.tap = new Promise((resolve, reject) => {
    const follow = ({ timeStamp }: PointerEvent) => {
      const since = () => performance.now() - timeStamp;
      let effectMs = 0;
      const changes = new MutationObserver(() => {
        if (document.querySelector(shows)) effectMs ||= since();
      });
      changes.observe(document, { subtree: true, attributes: true });
      const look = () => {
        if (!effectMs) return requestAnimationFrame(look);
        // The frame this belongs to is done when the next task runs.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve({ effectMs, frameMs: since() });
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener('pointerup', follow, { capture: true, once: true });
    setTimeout(reject, patience, new Error(`Not there after a tap: ${shows}`));
  });
}

/**
 * When the page was first painted. Read without a locator or a wait, because those add listeners that each tap would
 * run.
 */
const firstPaint = (patience: number) =>
  new Promise<number>((resolve, reject) => {
    const painted = ({ startTime }: PerformanceEntry) => resolve(startTime);
    new PerformanceObserver((list) =>
      list.getEntriesByName('first-contentful-paint').forEach(painted),
    ).observe({ type: 'paint', buffered: true });
    setTimeout(reject, patience, new Error('Not painted'));
  });

async function tapAfterPaint(page: Page, url: string, what: keyof typeof taps): Promise<TapTime> {
  const { press, shows } = taps[what];
  await page.addInitScript(watch, { shows, patience: patienceMs });
  if (what === 'menu') {
    // The banner covers the page on a first visit, so the choice is stored beforehand.
    await page.addInitScript(() => {
      const choice = { necessary: true, functional: false, analytics: false, marketing: false };
      localStorage.setItem('cookie-consent', JSON.stringify(choice));
    });
  }
  await page.goto(url, { waitUntil: 'commit' });
  const due = (await page.evaluate(firstPaint, patienceMs)) + afterPaintMs;
  const { x, y, width, height, now } = await page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return { ...(box ?? new DOMRect()).toJSON(), now: performance.now() };
  }, press);
  if (!width) throw new Error(`Nothing to tap at ${url}: ${press}`);
  await page.waitForTimeout(Math.max(0, due - now));
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  return page.evaluate(() => (window as unknown as { tap: Promise<TapTime> }).tap);
}

/**
 * Taps the menu and the cookie banner of a page on a slow phone, soon after its first paint, and the menu of a page
 * with nothing else. They alternate, so that the load of the machine affects all of them.
 */
export async function measureTaps(
  browser: Browser,
  { url, bareUrl }: { readonly url: string; readonly bareUrl: string },
  language: string,
): Promise<TapTimes> {
  const tap = (path: string, what: keyof typeof taps) =>
    visit(browser, path, language, async (page, session) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      return tapAfterPaint(page, path, what);
    });
  const times: Record<keyof TapTimes, TapTime[]> = { menu: [], cookies: [], bare: [] };
  for (let visits = 0; visits < visitsPerTap; visits += 1) {
    times.menu.push(await tap(url, 'menu'));
    times.cookies.push(await tap(url, 'cookies'));
    times.bare.push(await tap(bareUrl, 'menu'));
  }
  const middle = (kind: keyof TapTimes) => ({
    effectMs: median(times[kind].map(({ effectMs }) => effectMs)),
    frameMs: median(times[kind].map(({ frameMs }) => frameMs)),
  });
  return { menu: middle('menu'), cookies: middle('cookies'), bare: middle('bare') };
}
