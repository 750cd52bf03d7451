import type { Page } from '@playwright/test';
import { enterAs, expect, test } from './support/test.ts';

const denied = {
  nl: ['Toegang geweigerd', /Hiervoor zijn beheerdersrechten nodig/],
  en: [
    'Access Denied',
    "You don't have permission to access this page. Admin privileges are required.",
  ],
} as const;

/** Lets whatever waits two seconds or more wait a minute, so that a passing state can be looked at. */
const stretchWaits = (page: Page) =>
  page.addInitScript(() => {
    const real = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) =>
        real(run, ms >= 2000 ? 60_000 : ms, ...rest),
    });
  });

test('without a user a protected page leads to the sign-in page', { tag: '@pair-a' }, async ({
  page,
}) => {
  for (const [path, redirect] of [
    ['/admin', '%2Fadmin'],
    ['/admin?x=1', '%2Fadmin%3Fx%3D1'],
    ['/account', '%2Faccount'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/auth\\?redirect=${redirect}$`));
  }
});

test('a user who is no admin sees a notice, then the home page', { tag: '@pair-b' }, async ({
  page,
  language,
  newMember,
}) => {
  await enterAs(page, await newMember());
  await page.clock.install();
  await page.goto('/admin');
  const [title, text] = denied[language];
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the error screen is accessible', { tag: '@pair-a' }, async ({
  page,
  language,
  newMember,
  expectAccessible,
}) => {
  await enterAs(page, await newMember());
  await stretchWaits(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: denied[language][0] })).toBeVisible();
  await expectAccessible();
});

test('while it is unknown who is there it says so, for 8 seconds at most', {
  tag: '@pair-b',
}, async ({ page, newMember }) => {
  await enterAs(page, await newMember());
  await page.clock.install();
  await page.route('**/auth/v1/user', () => {});
  await page.goto('/account');
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.fastForward(8500);
  await expect(page).toHaveURL(/\/auth\?redirect=%2Faccount$/);
});
