import { expect, startApp, test } from './support/test.ts';
import { text } from './support/text.ts';

const headings = {
  nl: 'Jouw coach. Ook in drukke weken.',
  en: 'Your coach. Busy weeks included.',
};

test.describe('without a stored language', () => {
  test.use({ hasVisited: false, locale: 'en-US' });

  test('the site is Dutch, whatever the browser speaks', { tag: '@pair-a' }, async ({ page }) => {
    await page.goto('/about');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Ook in drukke weken/);
  });

  test('?lang= chooses a language, is kept, and leaves the URL', { tag: '@pair-a' }, async ({
    page,
    language,
  }) => {
    await page.goto(`/about?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveURL(/\/about$/);
    await page.goto('/services');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(language);
  });

  test('a value that is neither nl nor en means Dutch', { tag: '@pair-b' }, async ({ page }) => {
    await page.goto('/about');
    await page.evaluate(() => localStorage.setItem('language', 'EN'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  });

  test('a stored language is shown although the browser stores cookies late', {
    tag: '@pair-b',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('language', 'en');
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
      const waiting: string[] = [];
      // As in Chromium, where a request may leave before a cookie that was written just then, and a reading waits for it.
      Object.defineProperty(document, 'cookie', {
        get: () => {
          for (const cookie of waiting.splice(0)) set?.call(document, cookie);
          return get?.call(document);
        },
        set: (cookie: string) => waiting.push(cookie),
      });
    });
    await page.goto('/about');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Busy weeks included/);
  });
});

for (const started of [false, true]) {
  test(`switching ${started ? 'in the running app' : 'in a document'} keeps the page and the choice`, {
    tag: started ? '@pair-a' : '@pair-b',
  }, async ({ page, language, t, isMobile }) => {
    const other = language === 'nl' ? 'en' : 'nl';
    await page.goto('/about');
    if (started) await startApp(page);
    if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
    await page.getByRole('link', { name: t.language.other }).first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(headings[other].split('.')[0] ?? ''),
    );
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(other);
    await page.goto('/blog');
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  });
}

for (const started of [false, true]) {
  test(`the remembered path is gone after a switch ${started ? 'in the running app' : 'in a document'}`, {
    tag: '@pair-a',
  }, async ({ page, t, isMobile }) => {
    const lastPath = () => page.evaluate(() => localStorage.getItem('lastPath'));
    await page.goto('/about');
    await expect.poll(lastPath).toBe('/about');
    if (started) await startApp(page);
    // Another tab went on to another page meanwhile.
    await page.evaluate(() => localStorage.setItem('lastPath', '/faq'));
    if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
    await page.getByRole('link', { name: t.language.other }).first().click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect.poll(lastPath).toBeNull();
    await page.goto('/services');
    await expect.poll(lastPath).toBe('/services');
  });
}

test('a switch stays on the page of its tab, whatever another tab shows', {
  tag: '@pair-b',
}, async ({ page, context, language, t, isMobile }) => {
  const other = language === 'nl' ? 'en' : 'nl';
  const beside = await context.newPage();
  for (const [tab, path] of [
    [page, '/about'],
    [beside, '/services'],
  ] as const) {
    await tab.goto(path);
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('lastPath'))).toBe(path);
  }
  if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
  await page.getByRole('link', { name: t.language.other }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  await expect(page).toHaveURL(/\/about$/);
});

const titles = { nl: /^Diensten: /, en: /^Services: / };

test('a page whose texts come late has its own title, before and after a switch of the language', {
  tag: '@pair-b',
}, async ({ page, language, t, isMobile }) => {
  await page.route('**/assets/services-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const follow = async (name: string | RegExp, within: 'menu' | 'page' = 'page') => {
    if (isMobile && within === 'menu')
      await page.getByRole('button', { name: t.menu.open }).click();
    await page.getByRole('link', { name }).filter({ visible: true }).first().click();
  };
  const services = text(language, 'layout:nav.services');
  await page.goto('/about');
  await startApp(page);
  await follow(services, 'menu');
  await expect(page).toHaveURL(/\/services$/);
  await expect(page).toHaveTitle(titles[language]);
  const other = language === 'nl' ? 'en' : 'nl';
  await follow(t.language.other, 'menu');
  await expect(page).toHaveTitle(titles[other]);
  await page
    .getByRole('link', { name: text(other, 'layout:nav.about') })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(headings[other].split('.')[0] ?? ''),
  );
  await expect(page).not.toHaveTitle(/meta\./);
});

test('who goes on to another page before the texts of a language are there stays on it', {
  tag: '@pair-a',
}, async ({ page, language, t, isMobile }) => {
  await page.route('**/assets/frame-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/about');
  await startApp(page);
  if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
  const switched = page.waitForResponse('**/assets/frame-*');
  await page.getByRole('link', { name: t.language.other }).filter({ visible: true }).click();
  if (isMobile) await page.keyboard.press('Escape');
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await switched;
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'nl' ? 'en' : 'nl');
  await expect(page).toHaveURL(/\/faq$/);
});

test('a draft survives a switch of the language', { tag: '@pair-b' }, async ({
  page,
  t,
  isMobile,
}) => {
  await page.goto('/contact');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Dit mag niet verloren gaan');
  if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
  await page.getByRole('link', { name: t.language.other }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('textarea')).toHaveValue('Dit mag niet verloren gaan');
});

test('the article exists in Dutch only, and says so in English', { tag: '@pair-a' }, async ({
  page,
  language,
}) => {
  await page.goto('/blog/5-afvalfouten');
  const article = page.locator('article[lang="nl"]').or(page.locator('html[lang="nl"] article'));
  await expect(article.first()).toContainText(/8\.?000/);
  const notice = page.getByText('This is available in Dutch only.');
  await expect(notice).toHaveCount(language === 'en' ? 1 : 0);
});
