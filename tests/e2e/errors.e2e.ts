import { expect, startApp, test } from './support/test.ts';
import { text } from './support/text.ts';

/** What breaks while a page is drawn: its module fails the moment it is loaded. */
const broken = { contentType: 'text/javascript', body: "throw new Error('broken for a test')" };

test('a page that cannot be shown gives way to the first error screen, and is reported', {
  tag: '@pair-a',
}, async ({ page, language, expectAccessible }) => {
  await page.goto('/');
  await startApp(page);
  await page.route('**/assets/faq-*.js', (route) => route.fulfill(broken));
  const reported = page.waitForResponse('**/api/log-client-error');
  await page.getByRole('contentinfo').locator('a[href="/faq"]').first().click();
  const screen = page.getByRole('alert');
  await expect(screen).toContainText(language === 'nl' ? /Er ging\s*iets mis/ : /went wrong/);
  const reload = screen.getByRole('button', { name: text(language, 'common:error.first.reload') });
  await expect(reload).toBeVisible();
  await expect(page).toHaveTitle(text(language, 'common:error.block.title'));
  await expect(page.locator('[aria-current="page"]')).toHaveCount(0);
  await expectAccessible();
  const response = await reported;
  expect(response.status()).toBe(204);
  expect(response.request().postDataJSON()).toMatchObject({
    message: 'broken for a test',
    url: expect.stringContaining('http'),
    userAgent: expect.stringContaining('Mozilla'),
  });
  await page.unroute('**/assets/faq-*.js');
  await screen.getByRole('link', { name: text(language, 'common:error.first.home') }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(screen).toHaveCount(0);
});

test('a page whose script is not there any more comes as a document', { tag: '@pair-b' }, async ({
  page,
}) => {
  await page.goto('/');
  await startApp(page);
  await page.route('**/assets/faq-*.js', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('contentinfo').locator('a[href="/faq"]').first().click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page that is an application says what it needs, and does not pretend to load', {
    tag: '@pair-a',
  }, async ({ page, language }) => {
    for (const path of ['/auth', '/account', '/admin', '/auth/confirm', '/auth/reset']) {
      await page.goto(path);
      await expect(page.getByText(text(language, 'layout:needsScript.title'))).toBeVisible();
      for (const loading of ['common:loading.guard', 'common:loading.page'])
        await expect(page.getByText(text(language, loading))).toBeHidden();
    }
  });
});

test('an application that fails as a whole gives way to the second error screen', {
  tag: '@pair-b',
}, async ({ page, language, expectAccessible }) => {
  /** The frame around all pages cannot be drawn without the configuration of the server. */
  async function fail() {
    await page.evaluate(() => {
      const data = document.getElementById('page-data');
      if (data) data.textContent = '{"config":null}';
    });
    await startApp(page);
  }
  await page.goto('/about');
  const reported = page.waitForRequest('**/api/log-client-error');
  await fail();
  await reported;
  const screen = page.getByRole('alert');
  for (const [role, key] of [
    ['button', 'refresh'],
    ['button', 'retry'],
    ['link', 'home'],
  ] as const) {
    await expect(
      screen.getByRole(role, { name: text(language, `common:error.second.${key}`) }),
    ).toBeVisible();
  }
  await expect(page).toHaveTitle(text(language, 'common:error.block.title'));
  await expectAccessible();
  await screen.getByRole('button', { name: text(language, 'common:error.second.refresh') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(screen).toHaveCount(0);
  await page.goto('/blog');
  await fail();
  await screen.getByRole('link', { name: text(language, 'common:error.second.home') }).click();
  await expect(page).toHaveURL('/');
  await expect(screen).toHaveCount(0);
});

test('an uncaught error is reported to the server', { tag: '@pair-a' }, async ({ page }) => {
  await page.goto('/about');
  const reported = page.waitForResponse('**/api/log-client-error');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody caught me');
    });
  });
  const response = await reported;
  expect(response.status()).toBe(204);
  expect(response.request().postDataJSON()).toMatchObject({ message: 'nobody caught me' });
});

test('a page without its root says so, in Dutch', { tag: '@pair-b' }, async ({ page }) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('id="root"', 'id="elsewhere"');
    await route.fulfill({ response: response, body });
  });
  await page.goto('/about');
  const said = page.getByRole('alert');
  await expect(said).toContainText('Deze pagina kan niet worden geladen.');
  await expect(said).toHaveAttribute('lang', 'nl');
});

test('on Android a root that stays empty for 5 s is loaded again, once', {
  tag: ['@phone', '@pair-a'],
}, async ({ page }) => {
  let loads = 0;
  await page.route('**/about', async (route) => {
    loads += 1;
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '<div id="root"',
      '<div id="root"></div><div hidden id="was-root"',
    );
    await route.fulfill({ response: response, body });
  });
  await page.clock.install();
  await page.goto('/about');
  await page.clock.fastForward(4000);
  expect(loads).toBe(1);
  const again = page.waitForEvent('load');
  await page.clock.fastForward(1500);
  await again;
  expect(loads).toBe(2);
  await page.clock.fastForward(20_000);
  await page.evaluate(() => document.readyState);
  expect(loads).toBe(2);
});

test('workers and caches of an earlier site are removed', { tag: '@pair-a' }, async ({
  page,
  context,
}) => {
  await context.route('**/old-worker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'self.addEventListener("fetch", () => {})',
    }),
  );
  await context.route('**/old-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The site before this one</title>' }),
  );
  await page.goto('/old-page');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/old-worker.js');
    await caches.open('old-site');
  });
  const left = () =>
    page.evaluate(
      async () =>
        (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length,
    );
  expect(await left()).toBe(2);
  await page.goto('/about');
  await expect.poll(left).toBe(0);
});

test('an application page whose script does not come says so, and can be tried again', {
  tag: '@pair-a',
}, async ({ page, language, t, expectAccessible }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/auth?redirect=%2Faccount');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(text(language, 'layout:startFailed.title'));
  await expectAccessible();
  await page.unroute('**/assets/*.js');
  await notice.getByRole('link', { name: text(language, 'common:action.retry') }).click();
  await startApp(page);
  await expect(page).toHaveURL(/redirect=%2Faccount$/);
  await expect(page.getByLabel(t.auth.password, { exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
