import type { Locator, Page } from '@playwright/test';
import { appWith } from '../support/authenticator-app.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { startSite } from './support/site.ts';
import {
  type Credentials,
  enterAs,
  expect,
  expectAccessiblePage,
  forgetSession,
  type Language,
  newVisitor,
  test,
} from './support/test.ts';
import { text } from './support/text.ts';

/** Signs a member in and shows the panel of their passkeys. */
async function openPanel(page: Page, language: Language, who: Credentials): Promise<Locator> {
  await enterAs(page, who);
  await page.goto('/account#passkeys');
  return page.getByRole('region', { name: text(language, 'passkey:title'), exact: true });
}

/** Signs a member in and adds their first passkey. */
async function addPasskey(page: Page, language: Language, who: Credentials): Promise<Locator> {
  const panel = await openPanel(page, language, who);
  await panel.getByRole('button', { name: text(language, 'passkey:add') }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  return panel;
}

test('a member adds a passkey, signs in with it, names it and removes it @pair-b', async ({
  page,
  site,
  language,
  newMember,
  expectAccessible,
}) => {
  test.slow();
  const said = (key: string, values?: Record<string, string>) => text(language, key, values);
  const device = await addAuthenticator(page);
  const who = await newMember();
  const panel = await openPanel(page, language, who);
  const add = panel.getByRole('button', { name: said('passkey:add') });

  await device.setVerified(false);
  await add.click();
  await expect(page.getByText(said('passkey:cancelled')).first()).toBeVisible();
  await device.setVerified(true);
  await add.click();
  const row = panel.getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(said('passkey:unused'));
  expect(await device.count()).toBe(1);
  await expectAccessible();
  const mails = await site.mailsTo(who.email);
  expect(mails.map(({ subject }) => subject)).toContain(said('mails:notice.passkey_added.subject'));

  await forgetSession(page);
  await page.goto('/auth?redirect=%2Faccount%23passkeys');
  const way = page.getByRole('button', { name: said('auth:ways.passkey.name') });
  await expect(way).toBeVisible();
  await expectAccessible();
  await device.setVerified(false);
  await way.click();
  await expect(page.getByText(said('auth:ways.passkey.cancelled')).first()).toBeVisible();
  await device.setVerified(true);
  await way.click();
  await expect(page).toHaveURL(/\/account#passkeys$/);
  await expect(row).toContainText(said('passkey:used', { day: '' }).trim());
  await expect(row).toBeInViewport();

  await row.getByRole('button', { name: said('passkey:rename') }).click();
  const name = row.getByLabel(said('passkey:name'));
  await expect(name).toBeFocused();
  await name.fill('Mijn telefoon');
  await name.press('Enter');
  await expect(row).toContainText('Mijn telefoon');
  await expectAccessible();

  await row.getByRole('button', { name: said('passkey:remove') }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible();
  await dialog.getByRole('button', { name: said('passkey:keep') }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: said('passkey:remove') }).click();
  await dialog.getByRole('button', { name: said('passkey:remove') }).click();
  await expect(row).toHaveCount(0);
});

test('the field of the address offers the passkey', { tag: '@pair-a' }, async ({
  page,
  language,
  newMember,
}) => {
  await addAuthenticator(page, { withAutofill: true });
  await addPasskey(page, language, await newMember());
  await forgetSession(page);
  // The played authenticator chooses among the suggestions by itself.
  await page.goto('/auth?redirect=%2Faccount');
  await expect(page).toHaveURL(/\/account$/);
});

test('a passkey stands for the second factor', { tag: '@pair-b' }, async ({
  page,
  language,
  newMember,
}) => {
  test.slow();
  const said = (key: string) => text(language, key);
  await addAuthenticator(page);
  const panel = await addPasskey(page, language, await newMember());
  const main = page.getByRole('main');
  await main.getByRole('button', { name: said('mfa:app.start') }).click();
  const secret = ((await main.locator('.key-text').textContent()) ?? '').replaceAll(' ', '');
  await main
    .locator('.code input')
    .first()
    .fill(await appWith(secret)());
  await main.getByRole('button', { name: said('mfa:app.action') }).click();
  await expect(main.getByText(said('mfa:app.isOn.text'))).toBeVisible();
  await forgetSession(page);
  await page.goto('/auth?redirect=%2Faccount%23passkeys');
  await page.getByRole('button', { name: said('auth:ways.passkey.name') }).click();
  await expect(page).toHaveURL(/\/account#passkeys$/);
  await expect(panel.getByRole('listitem')).toHaveCount(1);
});

test('where the device can keep none, no passkey is offered', { tag: '@pair-a' }, async ({
  page,
  language,
  newMember,
}) => {
  const said = (key: string) => text(language, key);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: said('auth:ways.mail.name') })).toBeVisible();
  await expect(page.getByRole('button', { name: said('auth:ways.passkey.name') })).toHaveCount(0);
  const panel = await openPanel(page, language, await newMember());
  await expect(panel.getByText(said('passkey:cannot'))).toBeVisible();
  await expect(panel.getByRole('button', { name: said('passkey:add') })).toHaveCount(0);
});

test('the first admin is offered one at once', { tag: '@pair-b' }, async ({
  browser,
  language,
  t,
}) => {
  const site = await startSite();
  const page = await newVisitor(browser, site, language);
  const device = await addAuthenticator(page);
  // A slow phone: the form is sent before the device has said that it can keep one.
  await page.addInitScript(() => {
    const ask = PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return ask.call(PublicKeyCredential);
    };
  });
  const main = page.getByRole('main');
  await page.goto(`/admin-setup#token=${site.setupToken()}`);
  await main.getByLabel(t.setup.email, { exact: true }).fill('owner@example.com');
  await main.getByLabel(t.setup.password, { exact: true }).fill('Kraanvogel-7!zee');
  await main.getByRole('button', { name: text(language, 'admin-setup:action') }).click();
  const offer = main.getByRole('heading', { name: text(language, 'admin-setup:passkey.title') });
  await expect(offer).toBeFocused();
  await expectAccessiblePage(page);
  await main.getByRole('button', { name: text(language, 'admin-setup:passkey.add') }).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await device.count()).toBe(1);
  await forgetSession(page);
  await page.goto('/auth?redirect=%2Fadmin');
  await page.getByRole('button', { name: text(language, 'auth:ways.passkey.name') }).click();
  await expect(page.getByRole('button', { name: t.admin.upload, exact: true })).toBeVisible();
  await page.context().close();
  await site.stop();
});
