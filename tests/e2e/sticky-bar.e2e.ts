import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    window.scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * part);
  }, share);

/** Waits until what decides about the bar is there and has seen where the page stands. */
const decided = async (page: Page) => {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-use-')),
  );
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
};

test('the bar shows past its threshold only, and stays away once closed', {
  tag: '@pair-b',
}, async ({ page, t, isMobile, expectAccessible }) => {
  await page.goto('/');
  const book = page.getByRole('link', { name: t.sticky.book });
  await expect(book).toBeHidden();
  await scrollTo(page, isMobile ? 0.25 : 0.75);
  await decided(page);
  await expect(book).toBeHidden();
  await scrollTo(page, isMobile ? 0.35 : 0.85);
  await expect(book).toBeVisible();
  await expect(book).toHaveAttribute('href', /^https?:/);
  await expectAccessible();
  await page.getByRole('button', { name: t.sticky.close, exact: true }).click();
  await expect(book).toBeHidden();
  await page.goto('/services');
  await scrollTo(page, 0.95);
  await decided(page);
  await expect(book).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('sticky-cta-dismissed'))).not.toBeNull();
});

test('the bar waits while the cookie banner is open', { tag: '@pair-a' }, async ({ page, t }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  await page.reload();
  await scrollTo(page, 0.95);
  await decided(page);
  await expect(page.getByRole('region', { name: t.cookies.title })).toBeVisible();
  await expect(page.getByRole('link', { name: t.sticky.book })).toBeHidden();
});
