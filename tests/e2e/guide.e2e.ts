import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { text } from './support/text.ts';

const file = '/storage/v1/object/public/ebook/free-guide.pdf';

test('the guide is downloaded and counted, and leads to a next step', {
  tag: '@pair-b',
}, async ({ page, admin, t, language, isMobile, context, expectAccessible }) => {
  await page.goto('/guide');
  await expect(page.getByRole('main')).toContainText(/PDF/);
  await expect(page.getByRole('main')).toContainText(/\d+[.,]?\d*\s?(kB|KB|MB)/);
  const before = await admin.downloads();
  const download = page.getByRole('link', { name: t.guide.download }).first();
  if (isMobile) {
    const opened = context.waitForEvent('page');
    await download.click();
    await opened;
  } else {
    const started = page.waitForEvent('download');
    await download.click();
    expect((await started).suggestedFilename()).toMatch(/\.pdf$/);
  }
  await expect(
    page
      .getByText(language === 'nl' ? 'Je download is gestart!' : 'Your download has started!')
      .first(),
  ).toBeVisible();
  const next = page.getByRole('group', { name: text(language, 'offers:guide.next.title') });
  await expect(
    next.getByRole('link', { name: text(language, 'common:action.book') }),
  ).toBeVisible();
  await expectAccessible();
  await expect.poll(() => admin.downloads()).toBe(before + 1);
  await next.getByRole('link', { name: text(language, 'offers:guide.next.choose') }).click();
  await expect(page).toHaveURL(/\/services#compare$/);
});

test('it can be viewed in the browser', { tag: '@pair-a' }, async ({ page, t, request }) => {
  await page.goto('/guide');
  const view = page.getByRole('link', { name: t.guide.view }).first();
  const href = await view.getAttribute('href');
  expect(href).toContain(file);
  const response = await request.get(href ?? '');
  expect(response.headers()['content-type']).toBe('application/pdf');
  expect(response.headers()['content-disposition'] ?? 'inline').not.toContain('attachment');
});

for (const way of ['download', 'view'] as const) {
  test(`a ${way} that fails says so on the page, and leaves no empty tab`, {
    tag: way === 'view' ? '@pair-a' : '@pair-b',
  }, async ({ page, t, language, context }) => {
    await page.goto('/guide');
    await context.route(`**${file}**`, (route) => route.abort());
    await page.getByRole('link', { name: t.guide[way] }).first().click();
    const said = {
      nl: {
        download: 'De gids kon niet worden gedownload.',
        view: 'De gids kon niet worden geladen.',
      },
      en: { download: 'Error downloading the guide.', view: 'Error loading the guide.' },
    };
    await expect(page.getByRole('main').getByText(said[language][way])).toBeVisible();
    await expect.poll(() => context.pages()).toHaveLength(1);
  });
}

/** As these apps call themselves on both systems. */
const inApp = {
  'Instagram on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 385.0.0.28.73 (iPhone16,1; iOS 18_5; nl_BE; scale=3.00)',
  'Instagram on Android':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 Instagram 385.0.0.33.81 Android',
  'Facebook on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/518.0.0.52.100;FBDV/iPhone16,1]',
  'Facebook on Android':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/518.0.0.63.86;]',
};

for (const [app, agent] of Object.entries(inApp)) {
  test.describe(app, { tag: '@phone' }, () => {
    test.use({ userAgent: agent });

    test('opens the guide in the same tab, and says how to reach the own browser', async ({
      page,
      t,
      context,
      language,
      expectAccessible,
    }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: async (text: string) => void sessionStorage.setItem('copied', text) },
        });
        window.open = () => {
          sessionStorage.setItem('opened', 'yes');
          return null;
        };
      });
      const kept = (name: string) => page.evaluate((key) => sessionStorage.getItem(key), name);
      await page.route(`**${file}`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>PDF</title>' }),
      );
      await page.goto('/guide');
      await page.mouse.wheel(0, 40);
      const copy = page.getByRole('button', { name: text(language, 'failures:inApp.copy') });
      await expect(page.getByText(text(language, 'failures:inApp.text'))).toBeVisible();
      await expectAccessible();
      await copy.click();
      await expect(page.getByText(text(language, 'failures:inApp.copied'))).toBeVisible();
      expect(await kept('copied')).toBe(page.url());
      for (const way of ['download', 'view'] as const) {
        const asked = page.waitForRequest(
          (request) => request.url().includes(file) && request.isNavigationRequest(),
        );
        await page.getByRole('link', { name: t.guide[way] }).first().click();
        const request = await asked;
        expect(request.method()).toBe('GET');
        expect(new URL(request.url()).search).toBe('');
        expect(request.frame()).toBe(page.mainFrame());
        await expect(page).toHaveTitle('PDF');
        await page.goBack();
      }
      expect(await kept('opened')).toBeNull();
      expect(context.pages()).toHaveLength(1);
    });

    test('follows a link to another site in the same tab', async ({ page, context }) => {
      await page.route('https://cal.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Agenda</title>' }),
      );
      await page.goto('/shop');
      await page.evaluate(() => scrollTo(0, 300));
      await page.waitForLoadState('networkidle');
      await page.locator('main a[target="_blank"][href*="cal.com"]').first().click();
      await expect(page).toHaveTitle('Agenda');
      expect(context.pages()).toHaveLength(1);
    });
  });
}

test('without an e-book the page says so and offers nothing that fails', {
  tag: '@pair-b',
}, async ({ browser, language, t }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(`/guide?lang=${language}`);
  await expect(
    page.getByText(language === 'nl' ? /nog niet beschikbaar/ : /not available yet/).first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: t.guide.download })).toHaveCount(0);
  expect((await context.request.get(file)).status()).toBeGreaterThanOrEqual(400);
  await context.close();
  await site.stop();
});
