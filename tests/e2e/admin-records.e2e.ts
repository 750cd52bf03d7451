import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { policyVersion } from '#ui/src/site/policy-version.ts';
import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

test('errors of browsers are listed, found and read, by keyboard', { tag: '@pair-a' }, async ({
  page,
  language,
  request,
  site,
  admin,
  expectAccessible,
}) => {
  const report = (message: string, url: string) =>
    request.post('/api/log-client-error', {
      headers: { origin: site.url },
      data: { message, url, stack: `Error: ${message}\n    at f (/app.js:1:2)`, userAgent: 'X 1' },
    });
  await enterAs(page, admin);
  await page.goto('/admin');
  await page.getByText(text(language, 'admin:records.title')).press('Enter');
  const said = (key: string) => text(language, `admin:errors.${key}`);
  const block = page.getByRole('region', { name: said('title'), exact: true });
  // The site may have reports of earlier tests.
  const [map, call] = [randomUUID(), randomUUID()].map((id) => `failure ${id}`) as [string, string];
  await report(map, '/contact');
  for (const url of ['/shop', '/faq']) await report(call, url);
  await block.getByRole('button', { name: said('refresh') }).press('Enter');
  const row = (message: string) => block.getByRole('row').filter({ hasText: message });
  await expect(row(call)).toContainText('2 ×');
  await expect(row(call)).toContainText('/faq, /shop');

  await row(call).locator('summary').press('Enter');
  await expect(block.locator('pre')).toContainText(['at f (/app.js:1:2)']);
  await expectAccessible();
  await block.getByRole('searchbox').fill(`CONTACT ${map.slice(8, 20).toUpperCase()}`);
  await page.keyboard.press('Enter');
  await expect(row(call)).toHaveCount(0);
  await expect(row(map)).toHaveCount(1);
  await block.getByRole('searchbox').fill('nothing like it');
  await page.keyboard.press('Enter');
  await expect(block.getByText(said('none').replace('{{words}}', 'nothing like it'))).toBeVisible();
  await expectAccessible();
});

test('the choice of a visitor is found by the number that the visitor reads', {
  tag: '@pair-a',
}, async ({ page, language, browser, site, admin, expectAccessible }) => {
  const visitor = await browser.newPage({
    baseURL: site.url,
    storageState: { cookies: [], origins: [] },
  });
  await visitor.goto('/cookies?lang=en');
  const stored = visitor.waitForResponse('**/api/consent');
  await visitor.getByRole('button', { name: text('en', 'consent:acceptAll') }).click();
  expect((await stored).status()).toBe(204);
  const number =
    (await visitor.locator('[data-consent-panel] [data-consent-id]').textContent()) ?? '';
  await visitor.close();

  await enterAs(page, admin);
  await page.goto('/admin');
  await page.getByText(text(language, 'admin:records.title')).press('Enter');
  const said = (key: string) => text(language, `admin:consent.${key}`);
  const block = page.getByRole('region', { name: said('title'), exact: true });
  await block.getByLabel(said('number')).fill('no-such-number');
  await page.keyboard.press('Enter');
  await expect(block.getByText(text(language, 'problems:consent_not_found'))).toBeVisible();
  await block.getByLabel(said('number')).fill(number.toUpperCase());
  await page.keyboard.press('Enter');
  const title = block.getByRole('heading', { name: said('found').replace('{{id}}', number) });
  await expect(title).toBeFocused();
  await expect(block).toContainText(policyVersion);
  await expect(block).toContainText(said('of.en'));
  await expect(block.getByText(text('en', 'consent:title'))).toBeVisible();
  await expect(block.getByText(said('yes'), { exact: true })).toHaveCount(3);
  await expectAccessible();
  await block.getByText(said('policy')).press('Enter');
  await expect(block.getByText(text('en', 'cookies:choice.withdrawNone'))).toBeVisible();
  await expectAccessible();
  const started = page.waitForEvent('download');
  await block.getByRole('button', { name: said('save') }).press('Enter');
  const file = await started;
  expect(file.suggestedFilename()).toBe(`consent-${number}.json`);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ id: number });
});
