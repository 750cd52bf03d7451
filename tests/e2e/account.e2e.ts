import { enterAs, expect, newEmail, newPassword, newVisitor, test } from './support/test.ts';
import { text } from './support/text.ts';

test('the account shows itself and changes its password; other devices are signed out', {
  tag: '@pair-b',
}, async ({ page, browser, site, language, newMember, expectAccessible }) => {
  const who = await newMember();
  const other = await newVisitor(browser, site, language);
  await enterAs(other, who);
  await enterAs(page, who);
  await page.goto('/account#security');
  await expect(page.getByRole('main').getByText(who.email).first()).toBeVisible();
  await expectAccessible();

  const panel = page.getByRole('region', {
    name: text(language, 'account:password.title'),
    exact: true,
  });
  const field = panel.getByLabel(text(language, 'auth:field.newPassword'), { exact: true });
  await field.fill('short');
  await panel.getByRole('button', { name: text(language, 'account:password.action') }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  const password = newPassword();
  await field.fill(password);
  await panel.getByRole('button', { name: text(language, 'account:password.action') }).click();
  await expect(
    page.getByRole('status').getByText(text(language, 'account:password.saved')).first(),
  ).toBeVisible();
  await other.goto('/account');
  await expect(other).toHaveURL(/\/auth\?redirect=%2Faccount$/);
  await enterAs(other, { ...who, password });
  await other.goto('/account#security');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.reload();
  await page
    .getByRole('button', {
      name: text(language, 'account:sessions.label', {
        name: text(language, 'account:sessions.others.name'),
      }),
    })
    .click();
  await expect(
    page.getByRole('status').getByText(text(language, 'account:sessions.others.done')).first(),
  ).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/auth\?redirect=%2Faccount$/);
  await other.context().close();
});

test('where the session is older the current password is asked, and a wrong one loses nothing', {
  tag: '@pair-a',
}, async ({ page, language, newMember, expectAccessible }) => {
  const who = await newMember();
  await enterAs(page, who);
  // Ten minutes later: what the server checks is sent all the same.
  await page.route('**/api/account/password', (route) =>
    route.fulfill({ json: { asks: 'current_password' } }),
  );
  await page.goto('/.well-known/change-password');
  await expect(page).toHaveURL(/\/account#password$/);
  const panel = page.getByRole('region', {
    name: text(language, 'account:password.title'),
    exact: true,
  });
  const current = panel.getByLabel(text(language, 'account:password.current'), { exact: true });
  const field = panel.getByLabel(text(language, 'auth:field.newPassword'), { exact: true });
  await expect(current).toHaveAttribute('autocomplete', 'current-password');
  const password = newPassword();
  await current.fill('Not-The-Password-1');
  await field.fill(password);
  const change = panel.getByRole('button', { name: text(language, 'account:password.action') });
  await change.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(
    text(language, 'problems:current_password_invalid'),
  );
  await expect(field).toHaveValue(password);
  await expectAccessible();
  await current.fill(who.password);
  await change.click();
  await expect(
    page.getByRole('status').getByText(text(language, 'account:password.saved')).first(),
  ).toBeVisible();
});

test('a member asks for a mail about new devices, and gets none about this one', {
  tag: '@pair-b',
}, async ({ page, language, newMember, site }) => {
  const who = await newMember();
  await enterAs(page, who);
  await page.goto('/account#sessions');
  const toggle = page.getByRole('switch', { name: text(language, 'account:sessions.mail.label') });
  await toggle.click();
  await expect(
    page.getByRole('status').getByText(text(language, 'account:sessions.mail.on')).first(),
  ).toBeVisible();
  await page.reload();
  await expect(toggle).toBeChecked();
  const { cookies } = await page.context().storageState();
  const device = cookies.find(({ name }) => name === 'cs-device');
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(new URL(site.url).hostname).toBe(device?.domain);
});

test('a new address waits for its confirmation', { tag: '@pair-a' }, async ({
  page,
  site,
  language,
  newMember,
  expectAccessible,
}) => {
  await enterAs(page, await newMember());
  await page.goto('/account#security');
  const wanted = newEmail();
  await page.getByLabel(text(language, 'account:email.field'), { exact: true }).fill(wanted);
  await page.getByRole('button', { name: text(language, 'account:email.action') }).click();
  await expect(page.getByText(text(language, 'account:email.pending.title'))).toBeVisible();
  // On a phone the toast lies over links for its five seconds; what is under it is looked at without it.
  const title = text(language, 'account:email.sent');
  await page.getByRole('button', { name: text(language, 'common:toast.close', { title }) }).click();
  await expectAccessible();
  const [mail] = await site.mailsTo(wanted);
  expect(mail?.link?.searchParams.get('type')).toBe('email_change');
});

test('the codes of both mails change the address, in any order', { tag: '@pair-b' }, async ({
  page,
  site,
  language,
  newMember,
}) => {
  const who = await newMember();
  await enterAs(page, who);
  await page.goto('/account#security');
  const wanted = newEmail();
  await page.getByLabel(text(language, 'account:email.field'), { exact: true }).fill(wanted);
  await page.getByRole('button', { name: text(language, 'account:email.action') }).click();
  const fieldOf = (email: string) =>
    page.getByLabel(text(language, 'account:email.pending.codeOf', { email }));
  for (const [address, shown] of [
    [who.email, 'account:email.pending.half'],
    [wanted, 'auth:mail.confirmed.email_change'],
  ] as const) {
    const code = (await site.mailsTo(address)).at(-1)?.code ?? '';
    await fieldOf(address).fill(code);
    await fieldOf(address).press('Enter');
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: text(language, shown) })
        .first(),
    ).toBeVisible();
  }
  await expect(fieldOf(wanted)).toBeHidden();
  await expect(page.locator('#email').getByText(wanted)).toBeVisible();
});

test('an account is not deleted without a password, nor without the code that was sent', {
  tag: '@pair-b',
}, async ({ page, site, language, t, newMember, expectAccessible }) => {
  const who = await newMember();
  await enterAs(page, who);
  await page.goto('/account#security');
  const remove = text(language, 'mfa:data.delete.action');
  await page.getByRole('button', { name: remove }).click();
  const dialog = page.getByRole('dialog', { name: text(language, 'mfa:data.delete.title') });
  await dialog.getByRole('button', { name: remove }).click();
  const password = dialog.getByLabel(t.auth.password, { exact: true });
  await expect(password).toHaveAccessibleDescription(
    text(language, 'auth:formError.password_missing'),
  );
  await expect(password).toBeFocused();
  await expectAccessible();

  await dialog.getByRole('button', { name: text(language, 'mfa:data.delete.noPassword') }).click();
  const code = dialog.getByLabel(text(language, 'mfa:data.delete.code'));
  await expect(code).toHaveAccessibleDescription('');
  await code.press('Enter');
  const needed = text(language, 'problems:reauthentication_needed');
  await expect(code).toHaveAccessibleDescription(needed);
  await expect(code).toBeFocused();
  const mails = await site.mailsTo(who.email);
  const sent = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  // As some mail programs show and copy it.
  await code.fill(sent.replace(/^\d{3}/, '$& '));
  await code.press('Enter');
  await expect(
    page.getByRole('status').getByText(text(language, 'mfa:data.delete.done')).first(),
  ).toBeVisible();
});
