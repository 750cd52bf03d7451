import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { appWith } from '../support/authenticator-app.ts';
import type { Site } from './support/site.ts';
import { enterAs, expect, newPassword, newVisitor, submitSignIn, test } from './support/test.ts';
import { text } from './support/text.ts';

/** Types a code as a person does: into the first cell, the rest follows. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('main').locator('.code input').first().fill(code);
}

/** The code of the newest text message to a number. */
async function texted(site: Site, phone: string): Promise<string> {
  const outbox = join(site.dataDirectory, 'outbox');
  const newest = () =>
    readdirSync(outbox)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .findLast((content) => content.startsWith(`${phone}\n`));
  await expect.poll(newest).toBeDefined();
  return /\b\d{6}\b/.exec(newest() ?? '')?.[0] ?? '';
}

test('an app is connected, asked at the next sign-in, and removed with a code', {
  tag: '@pair-a',
}, async ({ page, browser, site, language, t, newMember, expectAccessible }) => {
  test.slow();
  const who = await newMember();
  await enterAs(page, who);
  await page.goto('/account#security');
  const said = (key: string, values?: Record<string, string>) => text(language, key, values);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: said('mfa:app.start') }).click();
  await expect(main.getByRole('img', { name: said('mfa:app.picture') })).toBeVisible();
  await expectAccessible();
  const secret = ((await main.locator('.key-text').textContent()) ?? '').replaceAll(' ', '');
  const here = main.getByRole('link', { name: said('mfa:app.here'), includeHidden: true });
  expect(await here.getAttribute('href')).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
  const nextCode = appWith(secret);
  await typeCode(page, await nextCode());
  await main.getByRole('button', { name: said('mfa:app.action') }).click();
  await expect(main.getByText(said('mfa:app.isOn.text'))).toBeVisible();

  const other = await newVisitor(browser, site, language);
  await other.goto('/auth?redirect=%2Faccount');
  await submitSignIn(other, t, who);
  const firstCell = other.getByRole('textbox', { name: said('mfa:code.cell', { place: '1' }) });
  await expect(firstCell).toBeFocused();
  await other.goto('/account');
  await expect(other).toHaveURL(/\/auth\?redirect=%2Faccount$/);
  await expect(other.getByRole('heading', { name: said('mfa:step.title') })).toBeVisible();
  await typeCode(other, '000000');
  await other.getByRole('button', { name: said('mfa:step.action') }).click();
  await expect(other.getByText(said('problems:mfa_verification_failed')).first()).toBeVisible();
  await typeCode(other, await nextCode());
  await other.getByRole('button', { name: said('mfa:step.action') }).click();
  await expect(other).toHaveURL(/\/account$/);
  // The page is as it stays: nothing moves while the fold is pressed.
  await expect(other.getByText(said('account:programs.none'))).toBeVisible();
  await other.getByText(said('account:security.title')).click();
  await expect(other.getByText(said('mfa:app.isOn.text'))).toBeVisible();

  await other.getByRole('button', { name: said('mfa:remove.totp') }).click();
  await typeCode(other, await nextCode());
  await other.getByRole('button', { name: said('mfa:remove.action'), exact: true }).click();
  await expect(other.getByRole('button', { name: said('mfa:app.start') })).toBeVisible();
  await other.context().close();
});

test('a new password after recovery takes the second factor first', { tag: '@pair-b' }, async ({
  page,
  site,
  language,
  t,
  newMember,
  expectAccessible,
}) => {
  const who = await newMember();
  const said = (key: string, values?: Record<string, string>) => text(language, key, values);
  const main = page.getByRole('main');
  await enterAs(page, who);
  await page.goto('/account#security');
  const phone = `3247${Date.now().toString().slice(-7)}`;
  // The text message is there before the response of the call that sent it.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/auth/v1/factors/*/challenge', async (route) => {
    const response = await route.fetch();
    await pressed.promise;
    await route.fulfill({ response });
  });
  await main.getByLabel(said('mfa:phone.field')).fill(`+${phone}`);
  await main.getByRole('button', { name: said('mfa:phone.send') }).click();
  await expect(main.getByText(said('mfa:phone.sentTo', { phone: `+${phone}` }))).toBeVisible();
  await typeCode(page, await texted(site, phone));
  await main.getByRole('button', { name: said('mfa:phone.action') }).click();
  pressed.resolve();
  await expect(main.getByText(said('mfa:phone.isOn', { end: phone.slice(-2) }))).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: t.auth.signOut }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByRole('button', { name: said('auth:signIn.forgot') }).click();
  await main.getByRole('button', { name: said('auth:recover.action') }).click();
  const mails = await site.mailsTo(who.email, 2);
  await page.goto(mails.at(-1)?.link?.href ?? '');
  await main.getByRole('button', { name: said('auth-confirm:recovery.action') }).click();
  await expect(page).toHaveURL(/\/auth\/reset$/);
  await expect(page.getByRole('heading', { name: said('mfa:step.title') })).toBeVisible();
  await expectAccessible();
  await main.getByRole('button', { name: said('mfa:step.other') }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await submitSignIn(page, t, { ...who, password: newPassword() });
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('the account lists its devices, hands out its data, and goes', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  newMember,
  expectAccessible,
}) => {
  const who = await newMember();
  const said = (key: string) => text(language, key);
  const main = page.getByRole('main');
  await enterAs(page, who);
  await page.goto('/account#security');
  await expect(main.getByText(said('mfa:devices.here'), { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: said('mfa:data.export.action') }).click();
  const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(saved).toMatchObject({ email: who.email, hasPassword: true });
  await main.getByRole('button', { name: said('mfa:data.delete.action') }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible();
  await dialog.getByLabel(said('auth:field.password'), { exact: true }).fill(newPassword());
  await dialog.getByRole('button', { name: said('mfa:data.delete.action') }).click();
  await expect(dialog.getByText(said('mfa:password.wrong'))).toBeVisible();
  await dialog.getByLabel(said('auth:field.password'), { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: said('mfa:data.delete.action') }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await page.goto('/auth');
  await submitSignIn(page, t, who);
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('a recovery code replaces a lost phone, and the list of programs comes first', {
  tag: '@pair-b',
}, async ({ page, browser, site, language, t, newMember, expectAccessible }) => {
  const who = await newMember();
  const said = (key: string, values?: Record<string, string>) => text(language, key, values);
  await enterAs(page, who);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: said('account:programs.title') })).toBeVisible();
  const main = page.getByRole('main');
  await page.getByText(said('account:security.title')).press('Enter');
  await main.getByRole('button', { name: said('mfa:app.start') }).click();
  const secret = ((await main.locator('.key-text').textContent()) ?? '').replaceAll(' ', '');
  await typeCode(page, await appWith(secret)());
  await main.getByRole('button', { name: said('mfa:app.action') }).click();
  await main.getByRole('button', { name: said('mfa:recovery.make') }).click();
  const codes = main.getByRole('list', { name: said('mfa:recovery.list') }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(main.getByText(said('mfa:recovery.once')).locator('..')).toBeFocused();
  await expectAccessible();
  const code = (await codes.nth(4).textContent()) ?? '';

  const other = await newVisitor(browser, site, language);
  await other.goto('/auth');
  await submitSignIn(other, t, who);
  await typeCode(other, '000000');
  await other.getByRole('button', { name: said('mfa:step.action') }).click();
  await expect(other.getByRole('alert')).toBeVisible();
  await other.getByRole('button', { name: said('mfa:recovery.lost') }).click();
  await expect(other.getByRole('alert')).toHaveCount(0);
  const field = other.getByLabel(said('mfa:recovery.code'), { exact: true });
  await field.fill('aaaa-bbbb-cccc-dddd');
  await field.press('Enter');
  await expect(other.getByText(said('problems:recovery_code_invalid')).first()).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(code.toUpperCase());
  await field.press('Enter');
  await expect(other).toHaveURL(`${site.url}/`);
  await expect(other.getByRole('status').getByText(said('mfa:recovery.next'))).toBeVisible();
  await other.goto('/account#security');
  await expect(other.getByRole('button', { name: said('mfa:app.start') }).first()).toBeVisible();
  await other.context().close();
});
