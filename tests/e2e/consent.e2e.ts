import type { Page } from '@playwright/test';
import { startSite } from './support/site.ts';
import { expect, startApp, test } from './support/test.ts';
import { text } from './support/text.ts';

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as unknown);

test.describe('the cookie banner', () => {
  test.use({ hasVisited: false });

  test.beforeEach(async ({ page, language }) => {
    await page.goto(`/?lang=${language}`);
  });

  test('asks on the first visit, without blocking the page', { tag: '@pair-b' }, async ({
    page,
    t,
    expectAccessible,
  }) => {
    const banner = page.getByRole('region', { name: t.cookies.title });
    await expect(banner).toBeVisible();
    await expect(banner.getByRole('link')).toHaveAttribute('href', /^\/cookies/);
    await expectAccessible();
    await page.keyboard.press('Escape');
    await page.mouse.wheel(0, 2000);
    await expect(banner).toBeVisible();
    expect(await stored(page)).toBeNull();
  });

  test('takes a double press for one, not for one on a link below it', { tag: '@pair-b' }, async ({
    page,
    t,
  }) => {
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/faq', id: 'below' });
      Object.assign(link.style, { position: 'fixed', inset: 0, zIndex: 1 });
      document.body.append(link);
    });
    await page.getByRole('button', { name: t.cookies.necessary, exact: true }).dblclick();
    await expect(page.getByRole('region', { name: t.cookies.title })).toBeHidden();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.locator('#below').click();
    await expect(page).toHaveURL(/\/faq$/);
  });

  test('offers rejecting and accepting with equal weight', { tag: '@pair-a' }, async ({
    page,
    t,
  }) => {
    const looks = await Promise.all(
      [t.cookies.necessary, t.cookies.customize, t.cookies.all].map((name) =>
        page.getByRole('button', { name, exact: true }).evaluate((button) => {
          const { fontSize, fontWeight, color, backgroundColor, paddingBlock, borderWidth } =
            getComputedStyle(button);
          const height = Math.round(button.getBoundingClientRect().height);
          return {
            fontSize,
            fontWeight,
            color,
            backgroundColor,
            paddingBlock,
            borderWidth,
            height,
          };
        }),
      ),
    );
    expect(looks[0]).toEqual(looks[2]);
  });

  test('choosing first and typing at once loses neither', { tag: '@pair-a' }, async ({
    page,
    language,
    t,
  }) => {
    await page.goto(`/contact?lang=${language}`);
    await page.getByRole('button', { name: t.cookies.necessary, exact: true }).click();
    await expect(page.locator('[data-announcer]')).not.toBeEmpty();
    const name = page.getByRole('textbox', { name: t.contact.name });
    await name.click();
    await name.pressSequentially('Jan Peeters', { delay: 40 });
    await expect(page.locator('html')).toHaveClass(/(^| )app( |$)/);
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Jan Peeters');
  });

  test('a choice before any script has come is kept, and the focus stays where one went on', {
    tag: '@pair-b',
  }, async ({ page, language, t }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/document-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/contact?lang=${language}`);
    await page.getByRole('button', { name: t.cookies.all, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).click();
    const name = page.getByRole('textbox', { name: t.contact.name });
    await name.click();
    await name.pressSequentially('Ja');
    release();
    await expect.poll(() => stored(page)).toMatchObject({ analytics: true });
    await expect(page.locator('[data-announcer]')).not.toBeEmpty();
    await expect(name).toBeFocused();
    await expect(page.getByRole('region', { name: t.cookies.title })).toBeHidden();
    await expect(name).toHaveValue('Ja');
  });

  for (const [choice, rest] of [
    ['necessary', false],
    ['all', true],
  ] as const) {
    test(`"${choice}" is kept, hides the banner and stays after a reload`, {
      tag: '@pair-a',
    }, async ({ page, t }) => {
      const proved = page.waitForRequest('**/api/consent');
      await page.getByRole('button', { name: t.cookies[choice], exact: true }).click();
      expect((await proved).method()).toBe('POST');
      const banner = page.getByRole('region', { name: t.cookies.title });
      await expect(banner).toBeHidden();
      expect(await stored(page)).toMatchObject({
        necessary: true,
        functional: rest,
        analytics: rest,
        marketing: rest,
      });
      await page.reload();
      await expect(banner).toBeHidden();
    });
  }

  test('the proof of a choice names the choice, and no person', { tag: '@pair-a' }, async ({
    page,
    language,
    t,
  }) => {
    // A beacon shows its body to nobody: the same bytes go by an ordinary request.
    await page.addInitScript(() => {
      navigator.sendBeacon = (url, data) => {
        const send = async (body: Blob) =>
          fetch(url, {
            method: 'POST',
            headers: { 'content-type': body.type },
            body: await body.text(),
          });
        if (data instanceof Blob) void send(data);
        return true;
      };
    });
    await page.reload();
    const responded = page.waitForResponse('**/api/consent');
    await page.getByRole('button', { name: t.cookies.all, exact: true }).click();
    const response = await responded;
    expect(response.status()).toBe(204);
    expect(response.request().postDataJSON()).toMatchObject({
      id: expect.stringMatching(/\S{8,}/),
      language,
      functional: true,
      analytics: true,
      marketing: true,
    });
  });

  test('customising starts with everything off but the necessary, and keeps what is chosen', {
    tag: '@pair-b',
  }, async ({ page, t, expectAccessible }) => {
    await page.getByRole('button', { name: t.cookies.customize, exact: true }).click();
    const banner = page.getByRole('region', { name: t.cookies.title });
    const switches = banner.getByRole('switch');
    await expect(switches).toHaveCount(4);
    const [necessary, functional, analytics, marketing] = await switches.all();
    await expect(necessary ?? banner).toBeDisabled();
    await expect(necessary ?? banner).toBeChecked();
    for (const toggle of [functional, analytics, marketing]) {
      await expect(toggle ?? banner).not.toBeChecked();
    }
    await expectAccessible();
    await functional?.click();
    await banner.getByRole('button', { name: t.cookies.save, exact: true }).click();
    await expect(banner).toBeHidden();
    expect(await stored(page)).toMatchObject({
      necessary: true,
      functional: true,
      analytics: false,
      marketing: false,
    });
  });
});

test('the settings in the footer of every page reopen the choice', { tag: '@pair-a' }, async ({
  page,
  t,
}) => {
  for (const path of ['/', '/privacy', '/blog', '/nowhere']) {
    await page.goto(path);
    await page.getByRole('button', { name: t.cookies.settings }).first().click();
    await expect(page.getByRole('region', { name: t.cookies.title })).toBeVisible();
  }
});

test('analytics loads after consent only, and goes with its cookies on withdrawal', {
  tag: '@pair-b',
}, async ({ browser, language, t }) => {
  const site = await startSite({ ANALYTICS_ID: 'G-E2ETEST123' });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const asked: string[] = [];
  // The script of the provider is not reachable from a test: this one does what it does, it writes its cookies.
  await page.route('https://www.googletagmanager.com/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: 'text/javascript',
      body: "setInterval(() => { if (!window['ga-disable-G-E2ETEST123']) { document.cookie = '_ga=GA1.1.1;path=/'; document.cookie = '_ga_E2ETEST123=1;path=/'; } }, 20);",
    });
  });
  const cookieNames = async () => (await context.cookies()).map(({ name }) => name);
  await page.goto(`/?lang=${language}`);
  await page.getByRole('button', { name: t.cookies.necessary, exact: true }).click();
  await page.reload();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: t.cookies.settings }).first().click();
  await page.getByRole('button', { name: t.cookies.all, exact: true }).click();
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(cookieNames).toContain('_ga_E2ETEST123');
  const commands = await page.evaluate(() =>
    ((window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer ?? []).map((entry) =>
      Array.from(entry),
    ),
  );
  expect(commands[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied' }]);
  expect(JSON.stringify(commands)).toContain('"anonymize_ip":true');

  await page.getByRole('button', { name: t.cookies.settings }).first().click();
  await page.getByRole('button', { name: t.cookies.necessary, exact: true }).click();
  await expect.poll(cookieNames).not.toContain('_ga');
  await expect.poll(cookieNames).not.toContain('_ga_E2ETEST123');
  await expect(page.locator('script[src*="googletagmanager"]')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('script[src*="googletagmanager"]')).toHaveCount(0);
  expect(asked).toHaveLength(1);
  await context.close();
  await site.stop();
});

test.describe('Global Privacy Control', () => {
  test.use({ hasVisited: false });

  for (const way of ['header', 'property'] as const) {
    test(`as a ${way}: nothing is asked, the panel says why, and a choice counts`, {
      tag: way === 'header' ? '@pair-a' : '@pair-b',
    }, async ({ page, context, t, language, expectAccessible }) => {
      if (way === 'header') await context.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
      else
        await page.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
        );
      const banner = page.getByRole('region', { name: t.cookies.title });
      const why = text(language, 'cookies:signal');
      await page.goto(`/cookies?lang=${language}`);
      await expect(page.getByRole('main').getByText(why)).toBeVisible();
      await expect(banner).toBeHidden();
      await expectAccessible();
      // The app takes the page over as it is.
      await startApp(page);
      await expect(page.getByRole('main').getByText(why)).toBeVisible();
      expect(await stored(page)).toBeNull();
      await page.goto('/about');
      await page.getByRole('button', { name: text(language, 'layout:footer.settings') }).click();
      await expect(banner).toBeVisible();
      await expect(banner.getByText(why)).toBeVisible();
      const proof = page.waitForRequest('**/api/consent');
      await banner.getByRole('button', { name: t.cookies.all, exact: true }).click();
      expect((await proof).method()).toBe('POST');
      expect(await stored(page)).toMatchObject({ analytics: true, marketing: true });
      await page.goto('/cookies');
      await expect(page.getByRole('main').getByText(text(language, 'consent:id'))).toBeVisible();
      await expect(page.getByText(why)).toHaveCount(0);
    });
  }
});
