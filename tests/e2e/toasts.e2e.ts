import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Stops the clock of a page, so that only the test lets time pass. */
async function holdTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 2000);
}

test('at most three toasts, which wait for the reader and leave in time', {
  tag: '@pair-a',
}, async ({ page, t, expectAccessible }) => {
  await page.clock.install();
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill('no-address');
  await main.getByLabel(t.auth.password, { exact: true }).fill('anything');
  const submit = main.getByRole('button', { name: t.auth.signIn, exact: true });
  await submit.click();
  const toasts = page.getByRole('alert');
  await expect(toasts.first()).toBeVisible();
  await expectAccessible();
  await holdTime(page);
  for (let press = 0; press < 5; press += 1) await submit.click();
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
