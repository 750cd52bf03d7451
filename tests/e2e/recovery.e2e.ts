import { expect, newPassword, submitSignIn, test } from './support/test.ts';

const words = {
  nl: {
    forgot: 'Wachtwoord vergeten?',
    send: 'Stuur herstellink',
    mailbox: 'Kijk in je mailbox',
    choose: 'Kies een nieuw wachtwoord',
    field: 'Nieuw wachtwoord',
    save: 'Bewaar wachtwoord',
    saved: /nieuwe wachtwoord is bewaard/i,
    expired: 'Deze link is verlopen',
    dead: 'Deze link werkt niet meer.',
    code: 'Code van 6 cijfers',
    goOn: 'Ga verder',
    wrong: 'Deze link of code is verlopen of al gebruikt.',
  },
  en: {
    forgot: 'Forgot password?',
    send: 'Send recovery link',
    mailbox: 'Check your inbox',
    choose: 'Choose a new password',
    field: 'New password',
    save: 'Save password',
    saved: /new password is saved/i,
    expired: 'This link has expired',
    dead: 'This link no longer works.',
    code: '6-digit code',
    goOn: 'Continue',
    wrong: 'This link or code has expired or has already been used.',
  },
};

test('a forgotten password is replaced by the mailed link, and the old one works no more', {
  tag: '@pair-a',
}, async ({ page, site, language, t, newMember, expectAccessible }) => {
  const who = await newMember();
  const said = words[language];
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByRole('button', { name: said.forgot }).click();
  await expect(main.getByLabel(t.auth.email, { exact: true })).toHaveValue(who.email);
  await expectAccessible();
  await main.getByRole('button', { name: said.send }).click();
  await expect(page.getByRole('heading', { name: said.mailbox })).toBeVisible();
  await expectAccessible();

  const [mail] = await site.mailsTo(who.email);
  const link = mail?.link?.href ?? '';
  expect(link).toContain('type=recovery');
  await page.goto(link);
  await expectAccessible();
  await page.getByRole('button', { name: said.choose }).click();
  await expect(page).toHaveURL(/\/auth\/reset$/);
  const password = newPassword();
  await main.getByLabel(said.field, { exact: true }).fill(password);
  await expectAccessible();
  await main.getByRole('button', { name: said.save }).click();
  await expect(page.getByRole('status').filter({ hasText: said.saved }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  await page.getByRole('banner').getByRole('button', { name: t.auth.signOut }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await submitSignIn(page, t, who);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await submitSignIn(page, t, { ...who, password });
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('the code of the mail does what its link does', { tag: '@pair-a' }, async ({
  page,
  site,
  language,
  t,
  newMember,
  expectAccessible,
}) => {
  const who = await newMember();
  const said = words[language];
  const main = page.getByRole('main');
  for (const [number, path] of ['/auth', '/auth/reset'].entries()) {
    await page.goto(path);
    if (path === '/auth') await main.getByRole('button', { name: said.forgot }).click();
    await expect(main.getByRole('button', { name: said.send })).toBeVisible();
    const someone = number === 0 ? who : await newMember();
    await main.getByLabel(t.auth.email, { exact: true }).fill(someone.email);
    await main.getByRole('button', { name: said.send }).click();
    const field = main.getByLabel(said.code);
    const [mail] = await site.mailsTo(someone.email);
    await field.fill(mail?.code === '111111' ? '222222' : '111111');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: said.wrong }).first()).toBeVisible();
    await expectAccessible();
    await field.fill(mail?.code ?? '');
    await main.getByRole('button', { name: said.goOn }).click();
    await expect(page).toHaveURL(/\/auth\/reset$/);
    const password = main.getByLabel(said.field, { exact: true });
    // The page stays the same; on the way from another one its title is read first.
    if (path === '/auth/reset') await expect(password).toBeFocused();
    await password.fill(newPassword());
    await main.getByRole('button', { name: said.save }).click();
    await expect(page).toHaveURL(/\/account$/);
    await page.getByRole('banner').getByRole('button', { name: t.auth.signOut }).click();
    await expect(page).toHaveURL(/\/auth$/);
  }
});

test('the mailed link opens in the language of its mail, in a browser that never saw the site', {
  tag: '@pair-b',
}, async ({ page, browser, site, language, t, newMember }) => {
  const who = await newMember();
  const said = words[language];
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByRole('button', { name: said.forgot }).click();
  await main.getByRole('button', { name: said.send }).click();
  await expect(page.getByRole('heading', { name: said.mailbox })).toBeVisible();
  const [mail] = await site.mailsTo(who.email);

  const fresh = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL: site.url, storageState: fresh });
  const other = await context.newPage();
  await other.goto(mail?.link?.href ?? '');
  await expect(other.locator('html')).toHaveAttribute('lang', language);
  await other.getByRole('button', { name: said.choose }).click();
  await expect(other).toHaveURL(/\/auth\/reset$/);
  await expect(other.getByLabel(said.field, { exact: true })).toBeVisible();
  await context.close();
});

test('a user who chose a new password after a lock signs in on the same device at once', {
  tag: '@pair-b',
}, async ({ page, site, language, t, newMember }) => {
  const who = await newMember();
  const said = words[language];
  await page.goto('/auth');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const responded = page.waitForResponse(/grant_type=password/);
    await submitSignIn(page, t, { ...who, password: `wrong-${attempt}` });
    await responded;
    await expect(page.getByRole('alert').first()).toBeVisible();
  }
  const main = page.getByRole('main');
  await main.getByRole('button', { name: said.forgot }).click();
  await main.getByRole('button', { name: said.send }).click();
  // The other one tells of the lock.
  const mails = await site.mailsTo(who.email, 2);
  const mail = mails.find(({ link }) => link !== undefined);
  await page.goto(mail?.link?.href ?? '');
  await page.getByRole('button', { name: said.choose }).click();
  const password = newPassword();
  await main.getByLabel(said.field, { exact: true }).fill(password);
  await main.getByRole('button', { name: said.save }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.getByRole('banner').getByRole('button', { name: t.auth.signOut }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await submitSignIn(page, t, { ...who, password });
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('a link that is no good leads to a new one', { tag: '@pair-b' }, async ({
  page,
  language,
  expectAccessible,
}) => {
  await page.goto(
    '/auth/confirm?token_hash=0123456789abcdef&type=recovery&transport=cookie&redirect_to=%2F',
  );
  await page.getByRole('button', { name: words[language].choose }).click();
  await expect(page.getByText(words[language].expired)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[language].dead);
  await expect(page.getByRole('button', { name: words[language].send })).toBeVisible();
  await expectAccessible();
});

test('an unknown e-mail address gets the same response', { tag: '@pair-a' }, async ({
  page,
  language,
  t,
}) => {
  const said = words[language];
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: said.forgot }).click();
  // Both steps have a field of this name: the one of the sign-in form is about to go.
  await expect(main.getByRole('button', { name: said.send })).toBeVisible();
  await main.getByLabel(t.auth.email, { exact: true }).fill('nobody-here@example.com');
  await main.getByRole('button', { name: said.send }).click();
  await expect(page.getByRole('heading', { name: said.mailbox })).toBeVisible();
});
