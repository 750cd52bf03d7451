import { expect, startApp, test } from './support/test.ts';

const addresses = [
  '/',
  '/about',
  '/contact',
  '/services',
  '/shop',
  '/shop/mind-body-12',
  '/coaching/1-on-1',
  '/privacy',
  '/cookies',
  '/auth',
  '/admin-setup',
  '/blog',
  '/blog/5-afvalfouten',
  '/testimonials',
  '/faq',
  '/guide',
  '/accessibility',
  '/does-not-exist',
];

test('at 320 px nothing is lost to the side', { tag: '@phone' }, async ({ page, t }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of addresses) {
    await page.goto(address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, address).toBe(320);
  }
  await page.getByRole('button', { name: t.menu.open }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});

test('who asks for less motion gets none', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/', '/shop', '/coaching/1-on-1', '/auth']) {
    await page.goto(address);
    await startApp(page);
    await page.evaluate(() => window.scrollTo(0, 600));
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && (Number(duration) > 50 || iterations === Infinity);
        })
        .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
    );
    expect(moving, address).toEqual([]);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe('auto');
  }
});

test('nothing jumps when the fonts come late', { tag: '@pair-b' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = () => {};
  await page.route('**/*.woff2', async (route) => {
    await new Promise<void>((done) => {
      const before = release;
      release = () => {
        before();
        done();
      };
    });
    await route.continue();
  });
  for (const address of ['/', '/about', '/services', '/blog/5-afvalfouten']) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isShown = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect.poll(isShown).toBe(true);
    release();
    await page.evaluate(() => document.fonts.ready);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const { shifts } = window as unknown as { shifts: number[] };
              done(shifts.reduce((sum, value) => sum + value, 0));
            }),
          );
        }),
    );
    expect(moved, address).toBeLessThan(0.02);
  }
});
