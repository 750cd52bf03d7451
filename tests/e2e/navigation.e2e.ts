import { webFonts } from './support/fonts.ts';
import { expect, holdApp, startApp, test } from './support/test.ts';

const paths = ['/about', '/services', '/testimonials', '/blog', '/faq', '/shop', '/contact'];

test('the navigation reaches every page, and marks where one is', { tag: '@pair-b' }, async ({
  page,
  t,
  isMobile,
}) => {
  for (const path of paths) {
    await page.goto('/');
    if (isMobile) await page.getByRole('button', { name: t.menu.open }).click();
    await page
      .getByRole(isMobile ? 'dialog' : 'banner')
      .locator(`a[href="${path}"]`)
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator(`a[href="${path}"][aria-current="page"]`).first()).toHaveCount(1);
  }
});

test('the footer leads to the legal pages', { tag: '@pair-b' }, async ({ page }) => {
  for (const path of ['/privacy', '/cookies', '/terms', '/accessibility']) {
    await page.goto('/');
    // Far down a page, a press in the very moment at which its fonts arrive may hit what has just moved.
    await webFonts(page);
    await page.getByRole('contentinfo').locator(`a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('the menu of phones opens, holds the focus, and closes by button and by Escape', {
  tag: '@phone',
}, async ({ page, t, expectAccessible }) => {
  const noise: string[] = [];
  page.on('console', (line) => noise.push(line.text()));
  await page.goto('/');
  const open = page.getByRole('button', { name: t.menu.open });
  await open.click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  await expectAccessible();
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press('Tab');
    expect(
      await menu.evaluate(
        (dialog) =>
          dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  // Even in the frame in which it appears.
  await open.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.getByRole('button', { name: t.menu.close }).click();
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  expect(noise).toEqual([]);
});

test('the first tab stop skips to the content', { tag: '@pair-a' }, async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
});

test('in the running app a page comes without a reload, with focus on its heading', {
  tag: '@pair-b',
}, async ({ page }) => {
  await page.goto('/');
  await startApp(page);
  await page.evaluate(() => {
    (window as unknown as { kept: boolean }).kept = true;
  });
  await page.getByRole('contentinfo').locator('a[href="/privacy"]').first().click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page stays where it was scrolled while the app starts, and Back finds it there', {
  tag: '@pair-a',
}, async ({ page, t }) => {
  await page.goto('/contact');
  await webFonts(page);
  const message = page.getByLabel(t.contact.message, { exact: true });
  await message.evaluate((field) => field.scrollIntoView());
  const place = () => page.evaluate(() => Math.round(scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(100);
  await startApp(page);
  await expect(page.locator('html.app')).toBeAttached();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
  expect(await place()).toBe(before);
  await page.getByRole('contentinfo').locator('a[href="/faq"]').first().click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect.poll(place).toBe(0);
  const left = page.url();
  await page.goBack();
  await expect(page).not.toHaveURL(left);
  await expect(message).toBeVisible();
  await expect.poll(place).toBeGreaterThan(100);
});

test('while a page of the running app loads, the spinner says so', { tag: '@pair-b' }, async ({
  page,
  language,
}) => {
  await page.goto('/');
  await startApp(page);
  await page.route('**/assets/faq*', async (route) => {
    await expect(page.getByText('Laden...')).toBeVisible();
    await route.continue();
  });
  await page.getByRole('contentinfo').locator('a[href="/faq"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    language === 'nl' ? /Vragen die/ : /Questions/,
  );
});

test('in the running app the head speaks of the page that is shown', { tag: '@pair-b' }, async ({
  page,
}) => {
  await page.goto('/faq');
  const structuredData = page.locator('script[type="application/ld+json"]');
  await expect(structuredData).toHaveCount(1);
  await startApp(page);
  await page.getByRole('contentinfo').locator('a[href="/about"]').first().click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    /\/about(\?lang=en)?$/,
  );
  await expect(structuredData).toHaveCount(0);
});

test('an unknown page has status 404 and four links onward', { tag: '@pair-b' }, async ({
  page,
  language,
  expectAccessible,
}) => {
  const response = await page.goto('/does-not-exist');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    language === 'nl' ? /Oeps! Deze pagina\s*bestaat niet/ : /Oops! This page\s*doesn't exist/,
  );
  const main = page.getByRole('main');
  const names =
    language === 'nl'
      ? ['Terug naar home', 'Boek een gratis gesprek', 'Bekijk de diensten', 'Neem contact op']
      : ['Back to homepage', 'Book a free call', 'View services', 'Contact us'];
  for (const name of names) await expect(main.getByRole('link', { name })).toBeVisible();
  await expectAccessible();
  for (const path of ['/shop/nothing', '/coaching/nothing', '/blog/nothing']) {
    expect((await page.goto(path))?.status()).toBe(404);
  }
});

test('tracking parameters and endless queries leave the URL, the rest stays', {
  tag: '@pair-a',
}, async ({ page }) => {
  await page.goto('/about?utm_source=x&a=1&gclid=2#story');
  await expect(page).toHaveURL(/\/about\?a=1#story$/);
  await page.goto(`/about?a=${'x'.repeat(250)}`);
  await expect(page).toHaveURL(/\/about$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page is complete and its links work', { tag: '@pair-a' }, async ({
    page,
    t,
    isMobile,
  }) => {
    for (const path of ['/', ...paths, '/guide', '/blog/5-afvalfouten', '/privacy']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Laden...')).toHaveCount(0);
      // A control that only a script could handle does not show.
      await expect(page.getByRole('button', { name: t.cookies.settings })).toHaveCount(0);
    }
    await page.goto('/');
    if (isMobile)
      await page
        .locator('button[popovertarget], button[commandfor], summary, a[href="#menu"]')
        .first()
        .click();
    await page.locator('a[href="/services"]:visible').first().click();
    await expect(page).toHaveURL(/\/services$/);
  });
});

for (const held of ['**/assets/app-*.js', '**/*.css'])
  test(`Back while the app of a page starts, ${held} still to come, shows the page before`, {
    tag: '@pair-b',
  }, async ({ page }) => {
    await page.goto('/auth?redirect=/account');
    await expect(page.locator('html.app')).toBeAttached();
    const title = page.getByRole('heading', { level: 1 });
    const left = (await title.textContent()) ?? '';
    await page.getByRole('contentinfo').locator('a[href="/privacy"]').first().click();
    await expect(page).toHaveURL(/\/privacy$/);
    const arrive = await holdApp(page, held);
    await page.reload({ waitUntil: 'commit' });
    await expect(title).not.toHaveText(left);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/auth/);
    await expect(title).not.toHaveText(left);
    arrive();
    await expect(title).toHaveText(left);
  });
