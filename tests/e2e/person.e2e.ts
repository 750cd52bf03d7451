import { readFileSync } from 'node:fs';
import { enterAs, expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

test('everything about one person is exported and erased, by keyboard', { tag: '@pair-a' }, async ({
  page,
  language,
  request,
  site,
  admin,
  expectAccessible,
}) => {
  const email = newEmail();
  const sent = await request.post('/api/contact', {
    headers: { origin: site.url },
    data: { name: 'Iemand', email, subject: 'Weg', message: 'Wis mij', elapsedMs: 60_000 },
  });
  expect(sent.status()).toBe(201);
  await enterAs(page, admin);
  await page.goto('/admin');
  const said = (key: string) => text(language, `admin:inbox.person.${key}`);
  const filled = (key: string) => said(key).replace('{{email}}', email);
  const tool = page.getByRole('region', { name: said('title') });
  const field = tool.getByLabel(said('email'));
  await field.fill(email);
  const started = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await started;
  expect(file.suggestedFilename()).toBe('person.json');
  expect(readFileSync(await file.path(), 'utf8')).toContain('Wis mij');
  await expect(tool.getByText(filled('exported'))).toBeVisible();
  await expectAccessible();

  await field.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tool.getByRole('button', { name: said('erase') })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: said('ask') });
  await expect(dialog).toContainText(email);
  await expectAccessible();
  // A second Enter erases nobody.
  await expect(dialog.getByRole('button', { name: said('cancel') })).toBeFocused();
  await dialog.getByRole('button', { name: said('confirm') }).focus();
  await page.keyboard.press('Enter');
  await expect(tool.getByText(filled('erased'))).toBeVisible();
  const counted = tool.getByText(/\b1 (?:bericht|message)\b/).filter({ visible: true });
  await expect(counted).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0);
  await expect(tool.locator(':focus')).toHaveCount(1);
  await tool.getByRole('button', { name: said('erase') }).click();
  await dialog.getByRole('button', { name: said('confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(tool.getByText(filled('none')).filter({ visible: true })).toHaveCount(1);
});

test('an account made by phone is exported and erased by its number', { tag: '@pair-b' }, async ({
  page,
  language,
  request,
  site,
  admin,
  expectAccessible,
}) => {
  const phone = `32470${String(Date.now()).slice(-6)}`;
  const made = await request.post('/auth/v1/signup', {
    headers: { apikey: 'coachsite-public', origin: site.url },
    data: { phone, password: 'Vlaamse-Kermis-27' },
  });
  expect(made.status()).toBe(200);
  await enterAs(page, admin);
  await page.goto('/admin');
  const said = (key: string) => text(language, `admin:inbox.person.${key}`);
  const filled = (key: string) => said(key).replace('{{email}}', `+${phone}`);
  const tool = page.getByRole('region', { name: said('title') });
  await tool.getByRole('radio', { name: said('byEmail') }).focus();
  await page.keyboard.press('ArrowRight');
  await tool.getByLabel(said('phone'), { exact: true }).fill('0470');
  await page.keyboard.press('Enter');
  await expect(tool.getByText(said('phoneInvalid'))).toBeVisible();
  await expectAccessible();
  await tool.getByLabel(said('phone'), { exact: true }).fill(`+${phone}`);
  const started = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await started;
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    phone,
    accounts: [{ phone }],
  });
  await tool.getByRole('button', { name: said('erase') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: said('ask') });
  await expect(dialog).toContainText(`+${phone}`);
  await dialog.getByRole('button', { name: said('confirm') }).press('Enter');
  await expect(tool.getByText(filled('erased'))).toBeVisible();
});
