import { expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

const programs = ['8-week-kickstart', 'mind-body-12', 'premium-1-on-1', 'lifestyle-reset-30'];

test('four programs, four features each, one popular, all coming soon, 75 % said once', {
  tag: '@pair-a',
}, async ({ page, language }) => {
  await page.goto('/shop');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all()) {
    await expect(card.getByRole('listitem')).toHaveCount(4);
    await expect(card).not.toContainText('75');
  }
  await expect(page.locator('.bigdial')).toContainText('75');
  await expect(
    page.getByRole('main').getByText(language === 'nl' ? 'Populair' : 'Popular', { exact: true }),
  ).toHaveCount(1);
});

test('search and type filter are in the URL, and can be cleared', { tag: '@pair-b' }, async ({
  page,
  t,
  expectAccessible,
}) => {
  await page.goto('/shop');
  const cards = page.getByRole('main').getByRole('article');
  await page.getByRole('searchbox', { name: t.shop.search }).fill('kickstart');
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/q=kickstart/);
  await page.reload();
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: t.shop.search })).toHaveValue('kickstart');
  const toggle = page.getByRole('button', { name: t.shop.filters, exact: true });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: t.shop.clear }).first().click();
  await expect(cards).toHaveCount(4);
  const types = page.getByRole('group', { name: t.shop.type });
  await types.getByRole('radio', { name: t.shop.bundles, exact: true }).check({ force: true });
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/type=bundle/);
  await page.getByRole('searchbox', { name: t.shop.search }).fill('nothing like it');
  await expect(cards).toHaveCount(0);
  await expectAccessible();
  await page.getByRole('button', { name: t.shop.clear }).first().click();
  await expect(cards).toHaveCount(4);
});

test('Back takes back the choice of a type, not a letter of the search, after a reload too', {
  tag: '@pair-a',
}, async ({ page, t }) => {
  await page.goto('/services');
  await page.goto('/shop');
  const cards = page.getByRole('main').getByRole('article');
  const search = page.getByRole('searchbox', { name: t.shop.search });
  const types = page.getByRole('group', { name: t.shop.type });
  const type = (name: RegExp) => types.getByRole('radio', { name, exact: true });
  await page.getByRole('button', { name: t.shop.filters, exact: true }).click();
  // The first choice is what starts the app.
  await type(t.shop.bundles).check({ force: true });
  await expect(page).toHaveURL(/\/shop\?type=bundle$/);
  await search.pressSequentially('abc');
  await expect(page).toHaveURL(/q=abc/);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect(cards).toHaveCount(4);
  await expect(type(t.shop.all)).toBeChecked();
  await expect(search).toHaveValue('');
  await page.goForward();
  await expect(cards).toHaveCount(0);
  await expect(search).toHaveValue('abc');
  await search.fill('');
  await expect(cards).toHaveCount(1);

  // Back while the app starts: it waits for its sheet, which comes only afterwards.
  const { promise: back, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.css', async (route) => {
    await back;
    await route.continue();
  });
  await page.reload();
  await expect(type(t.shop.bundles)).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  release();
  await expect(cards).toHaveCount(4);
  await expect(page.getByRole('heading', { name: t.shop.all })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/services$/);
});

test('signs with a meaning elsewhere are plain text to the search', { tag: '@pair-a' }, async ({
  page,
  t,
}) => {
  await page.goto('/shop');
  const search = page.getByRole('searchbox', { name: t.shop.search });
  for (const text of ['.*', '(', '\\']) {
    await search.fill(text);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  }
});

test('notify me: a wrong address is named, a right one gets a mail that confirms', {
  tag: '@pair-a',
}, async ({ page, site, t, language }) => {
  const email = newEmail();
  await page.goto('/shop/mind-body-12');
  await page.getByRole('button', { name: t.shop.notify }).first().click();
  const field = page.getByLabel(t.contact.email).first();
  await field.fill('no-address');
  // Before the app has started, the browser itself reports the invalid address, in a bubble of its own.
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(email);
  await field.press('Enter');
  await expect(
    page.getByRole('heading', { name: text(language, 'programs:notify.sentTitle') }),
  ).toBeVisible();
  const [mail] = await site.mailsTo(email);
  const link = /https?:\/\/\S+\/notify\/confirm\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(
    page
      .getByRole('status')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect(
    page.getByText(language === 'nl' ? /op de lijst/i : /on the list/i).first(),
  ).toBeVisible();
});

test('the outcome of the links of the list is still shown after a reload', {
  tag: '@pair-a',
}, async ({ page, site, language }) => {
  const email = newEmail();
  const asked = { email, programId: 'mind-body-12' };
  const headers = { 'content-type': 'application/json', cookie: `language=${language}` };
  await fetch(`${site.url}/api/notify`, { method: 'POST', headers, body: JSON.stringify(asked) });
  const [mail] = await site.mailsTo(email);
  const [confirm = ''] = /https?:\/\/\S+\/notify\/confirm\S+/.exec(mail?.text ?? '') ?? [];
  const [leave = ''] = /https?:[^"]+\/notify\/unsubscribe[^"]+/.exec(mail?.html ?? '') ?? [];
  const shows = async (title: string) => {
    // The text before the press has the same words in a longer sentence.
    const shown = page.getByText(title, { exact: true });
    await expect(shown).toBeVisible();
    await page.reload();
    await expect(shown).toBeVisible();
    const kept = await page.evaluate(() => location.href + JSON.stringify(history.state));
    expect(kept).not.toMatch(/token/);
  };
  await page.goto(confirm);
  await shows(text(language, 'notify-confirm:done.title'));
  await expect(page.getByRole('main').getByRole('link').last()).toHaveAttribute(
    'href',
    '/shop/mind-body-12',
  );
  await page.goto(leave.replaceAll('&amp;', '&'));
  await page
    .getByRole('main')
    .getByRole('button', { name: text(language, 'notify-unsubscribe:ready.action') })
    .last()
    .click();
  await shows(text(language, 'notify-unsubscribe:done.title'));
  await page.goto('/about');
  await page.goto('/notify/unsubscribe');
  await expect(page.getByText(text(language, 'notify-unsubscribe:expired.title'))).toBeVisible();
});

test('notify me, pressed before any script is there, is sent once the script arrives', {
  tag: '@pair-b',
}, async ({ page, t, language }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const email = newEmail();
  await page.goto('/shop/mind-body-12', { waitUntil: 'commit' });
  const field = page.getByLabel(t.contact.email).first();
  await page.getByRole('button', { name: t.shop.notify }).first().click();
  await field.fill(email);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/shop\/mind-body-12$/);
  await expect(field).toHaveValue(email);
  release();
  await expect(
    page.getByRole('heading', { name: text(language, 'programs:notify.sentTitle') }),
  ).toBeVisible();
});

test('every program has its page, without a price', { tag: '@pair-b' }, async ({ page }) => {
  for (const id of programs) {
    await page.goto(`/shop/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('75');
    await expect(page.getByRole('main')).not.toContainText('€');
  }
});

test('the free guide and the coaching program show their toasts', {
  tag: '@pair-a',
}, async ({ page, language, context, isMobile }) => {
  await page.goto('/shop');
  const guide = page.getByRole('main').locator('a[href*="free-guide.pdf"]').first();
  if (isMobile) {
    const opened = context.waitForEvent('page');
    await guide.click();
    await opened;
  } else {
    const started = page.waitForEvent('download');
    await guide.click();
    await started;
  }
  // In the words of the guide's own page.
  const started = ['title', isMobile ? 'phone' : 'text'] as const;
  for (const part of started) {
    const said = text(language, `offers:guide.started.${part}`);
    await expect(page.getByRole('status').getByText(said).first()).toBeVisible();
  }
});

test('the link to what begins today is on one line on a narrow phone', {
  tag: ['@phone', '@pair-a'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ['nl', 'en']) {
    await page.goto(`/shop?lang=${language}`);
    const link = page.getByRole('main').locator('a[href="/coaching/1-on-1"]');
    expect(await link.evaluate((one) => one.getClientRects().item(0)?.height)).toBeLessThan(50);
  }
});
