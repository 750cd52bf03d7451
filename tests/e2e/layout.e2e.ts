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
