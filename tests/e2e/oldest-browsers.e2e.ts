import type { Page } from '@playwright/test';
import { playOldestBrowser } from './support/oldest-browser.ts';
import { expect, newEmail, submitSignIn, test } from './support/test.ts';
import { text } from './support/text.ts';

/** Everything that a page reported or threw. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/log-client-error')) errors.push(request.postData() ?? '');
  });
  return errors;
}

test('the oldest browsers sign in, and see their account', { tag: '@pair-a' }, async ({
  page,
  t,
  newMember,
}) => {
  const who = await newMember();
  const errors = errorsOf(page);
  await playOldestBrowser(page);
  await page.goto('/auth?redirect=/account');
  const gone = await page.evaluate(() =>
    [
      'withResolvers' in Promise,
      'groupBy' in Object,
      'canParse' in URL,
      'any' in AbortSignal,
      'union' in Set.prototype,
      'map' in Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      'Iterator' in globalThis,
    ].map(String),
  );
  expect(new Set(gone)).toEqual(new Set(['false']));
  await submitSignIn(page, t, who);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(who.email);
  expect(errors).toEqual([]);
});

test('the oldest browsers filter the shop, ask for a notice and send a message', {
  tag: '@pair-b',
}, async ({ page, language, t }) => {
  const errors = errorsOf(page);
  await playOldestBrowser(page);
  await page.goto('/contact');
  await page.getByLabel(t.contact.name, { exact: true }).fill('Voorbeeld Bezoeker');
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  await page.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
  await page.getByLabel(t.contact.subject, { exact: true }).fill('Start');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Hoe begin ik?');
  await page.getByRole('button', { name: t.contact.send }).click();
  await expect(
    page.getByRole('heading', { name: text(language, 'contact:sent.title') }),
  ).toBeVisible();
  await page.goto('/shop');
  const notify = page.getByRole('button', { name: text(language, 'programs:notify.action') });
  await notify.first().click();
  await page.getByLabel(text(language, 'programs:notify.email')).fill(newEmail());
  await notify.first().click();
  await expect(page.getByText(text(language, 'programs:notify.sentTitle'))).toBeVisible();
  for (const path of ['/', '/guide', '/admin/setup', '/blog', '/coaching/1-on-1'])
    await page.goto(path);
  expect(errors).toEqual([]);
});

/** Why an app does not start: what it needs is missing, or its file. */
const failures = {
  browser: (page: Page) => page.addInitScript(() => Reflect.deleteProperty(Object, 'assign')),
  connection: (page: Page) =>
    page.route('**/assets/app-*.js', (route) => route.fulfill({ status: 404 })),
} as const;

for (const cause of ['browser', 'connection'] as const) {
  test(`an app that does not start is reported and says so on every kind of page: ${cause}`, {
    tag: cause === 'browser' ? '@pair-a' : '@pair-b',
  }, async ({ page, language, t, expectAccessible }) => {
    await failures[cause](page);
    for (const path of ['/auth', '/account', '/admin', '/shop', '/contact', '/guide']) {
      const reported = page.waitForResponse('**/api/log-client-error');
      await page.goto(path);
      if (path === '/shop') await page.getByRole('searchbox').focus();
      if (path === '/contact') await page.getByLabel(t.contact.name, { exact: true }).focus();
      if (path === '/guide') await page.locator('main [data-app]').first().hover();
      expect((await reported).status()).toBe(204);
      const notice = page.getByRole('alert');
      const isWhole = (await page.locator('.start-failed').count()) > 0;
      const said = isWhole ? (`page.${cause}` as const) : cause;
      await expect(notice).toContainText(text(language, `failures:start.${said}`));
      await expect(page.getByText(text(language, 'common:loading.guard'))).toBeHidden();
    }
    await expectAccessible();
  });
}
