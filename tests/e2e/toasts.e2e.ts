import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Stops the clock of a page, so that only the test lets time pass. */
async function holdTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 2000);
}

/** Opens the form that checks all its fields at once: sent empty, it shows an error for each of the three. */
async function openThreeErrors(page: Page): Promise<Locator> {
  await page.route('**/api/admin-setup', (route) => route.fulfill({ json: { open: true } }));
  await page.clock.install();
  await page.goto('/admin-setup');
  // Of what is pressed before the app is there, the last counts: one toast, not three.
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  return page.locator('main [type="submit"]');
}

test('at most three toasts, which wait for the reader and leave in time', {
  tag: '@pair-a',
}, async ({ page, expectAccessible }) => {
  const submit = await openThreeErrors(page);
  const toasts = page.getByRole('alert');
  await submit.click();
  await expect(toasts).toHaveCount(3);
  await expectAccessible();
  await holdTime(page);
  for (let press = 0; press < 3; press += 1) await submit.click();
  await expect(toasts).toHaveCount(3);
  await page.clock.runFor(4500);
  await expect(toasts).toHaveCount(3);
  await toasts.first().hover();
  await page.clock.runFor(20_000);
  await expect(toasts).toHaveCount(3);
  await toasts.first().getByRole('button').click();
  await expect(toasts).toHaveCount(2);
  await page.mouse.move(0, 0);
  await page.clock.runFor(1000);
  await expect(toasts).toHaveCount(0);
});

test('the toast of the guide stays 4 seconds', { tag: ['@desktop', '@pair-b'] }, async ({
  page,
  language,
  t,
}) => {
  await page.clock.install();
  await page.goto('/guide');
  const download = page.getByRole('link', { name: t.guide.download }).first();
  await download.hover();
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  await holdTime(page);
  await download.click();
  const toast = page
    .getByRole('status')
    .getByText(language === 'nl' ? 'Je download is gestart!' : 'Your download has started!')
    .first();
  await expect(toast).toBeVisible();
  await page.clock.runFor(3900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test('toasts never cover what has the focus', { tag: '@pair-b' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const submit = await openThreeErrors(page);
  // Near the lower edge, where toasts stand.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 620 });
  await holdTime(page);
  await submit.press('Enter');
  await submit.focus();
  const toasts = page.getByRole('alert').filter({ visible: true });
  await expect(toasts).toHaveCount(3);
  let seen = 0;
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    await page.clock.runFor(50);
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || focused.closest('[role="status"]')) return '';
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top?.closest('[role="alert"]') ? (focused.textContent ?? 'a field') : '';
    });
    expect(covered).toBe('');
    seen += await toasts.count();
  }
  expect(seen).toBeGreaterThan(30);
});
