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
