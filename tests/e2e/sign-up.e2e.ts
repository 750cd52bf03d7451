import { startSite } from './support/site.ts';
import { expect, newEmail, newPassword, newVisitor, test } from './support/test.ts';

const words = {
  nl: {
    weak: 'Zwak wachtwoord: ',
    reasons: [
      'gebruik minstens 8 tekens',
      'voeg hoofdletters toe',
      'voeg cijfers toe',
      'voeg speciale tekens toe',
    ],
    email: 'Ongeldig e-mailadres: ',
    emailReasons: ['Dit is geen volledig e-mailadres.'],
    strong: 'Sterk wachtwoord',
    stillWeak: 'Nog te zwak',
    mailbox: 'Kijk in je mailbox',
    confirm: 'Bevestig mijn adres',
    expired: 'Deze link is verlopen',
    code: 'Code van 6 cijfers',
    confirmed: 'Welkom. Je adres is bevestigd.',
    unconfirmed: /Bevestig eerst je adres/,
  },
  en: {
    weak: 'Weak password: ',
    reasons: [
      'Password must be at least 8 characters long',
      'Add uppercase letters',
      'Add numbers',
      'Add special characters',
    ],
    email: 'Invalid email: ',
    emailReasons: ['Invalid email format'],
    strong: 'Strong password',
    stillWeak: 'Still too weak',
    mailbox: 'Check your inbox',
    confirm: 'Confirm my address',
    expired: 'This link has expired',
    code: '6-digit code',
    confirmed: 'Welcome. Your address is confirmed.',
    unconfirmed: /First confirm your address/,
  },
};

/** The reasons as the page shows them: a sentence of their own. */
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

test('a weak password shows a toast, and its reasons stay on the page; a strong one signs up', {
  tag: '@pair-a',
}, async ({ page, language, t, expectAccessible }) => {
  const said = words[language];
  await page.clock.install();
  await page.goto('/auth');
  await page.getByRole('tab', { name: t.auth.signUp }).click();
  const panel = page.getByRole('tabpanel', { name: t.auth.signUp });
  const email = panel.getByLabel(t.auth.email, { exact: true });
  const password = panel.getByLabel(t.auth.password, { exact: true });
  await email.fill(newEmail());
  await password.fill('abc');
  await expect(panel.getByRole('status')).toHaveText(said.stillWeak);
  await panel.getByRole('button', { name: t.auth.signUp, exact: true }).click();
  const reasons = said.reasons.join(', ');
  const toast = page.getByRole('alert').filter({ hasText: said.weak + reasons });
  await expect(toast).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  // A pointer at rest over the toast would hold it.
  await page.mouse.move(0, 0);
  await page.clock.fastForward(30_000);
  await expect(toast).toBeHidden();
  await expect(password).toHaveAccessibleDescription(sentence(reasons));
  await password.fill(newPassword());
  await expect(panel.getByRole('status')).toHaveText(said.strong);
  await panel.getByRole('button', { name: t.auth.signUp, exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: t.auth.account })).toBeVisible();
  await expect(header.getByRole('button', { name: t.auth.signOut })).toBeVisible();
});

test('a wrong address shows a toast, and its reason stays beside the field', {
  tag: '@pair-b',
}, async ({ page, language, t }) => {
  const said = words[language];
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill('no-address');
  await main.getByLabel(t.auth.password, { exact: true }).fill(newPassword());
  // From the sign-in form "Sign up" takes along what was typed.
  await main.getByRole('button', { name: t.auth.signUp, exact: true }).click();
  const reasons = said.emailReasons.join(', ');
  await expect(page.getByRole('alert').filter({ hasText: said.email + reasons })).toBeVisible();
  await expect(main.getByLabel(t.auth.email, { exact: true })).toHaveAccessibleDescription(reasons);
});

test('where addresses are confirmed, the mailed link does it with one click, once, and so does its code', {
  tag: '@pair-a',
}, async ({ browser, language, t }) => {
  const said = words[language];
  const site = await startSite({ AUTH_AUTOCONFIRM: 'false' });
  const page = await newVisitor(browser, site, language);
  const who = { email: newEmail(), password: newPassword() };
  await page.goto('/auth');
  const main = page.getByRole('main');
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByLabel(t.auth.password, { exact: true }).fill(who.password);
  await main.getByRole('button', { name: t.auth.signUp, exact: true }).click();
  await expect(page.getByRole('heading', { name: said.mailbox })).toBeVisible();
  const [mail] = await site.mailsTo(who.email);
  const link = mail?.link?.href ?? '';
  expect(link.startsWith(site.url)).toBe(true);

  await page.goto('/auth');
  await main.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await main.getByLabel(t.auth.password, { exact: true }).fill(who.password);
  await main.getByRole('button', { name: t.auth.signIn, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: said.unconfirmed })).toBeVisible();

  const other = { email: newEmail(), password: newPassword() };
  const typing = await (await browser.newContext({ baseURL: site.url })).newPage();
  await typing.goto(`/auth?lang=${language}&redirect=%2Faccount`);
  await typing.getByRole('tab', { name: t.auth.signUp }).click();
  const panel = typing.getByRole('tabpanel', { name: t.auth.signUp });
  await panel.getByLabel(t.auth.email, { exact: true }).fill(other.email);
  await panel.getByLabel(t.auth.password, { exact: true }).fill(other.password);
  await panel.getByRole('button', { name: t.auth.signUp, exact: true }).click();
  await typing.getByLabel(said.code).fill((await site.mailsTo(other.email))[0]?.code ?? '');
  await typing.getByLabel(said.code).press('Enter');
  await expect(typing).toHaveURL(/\/account$/);
  await expect(typing.getByRole('status').filter({ hasText: said.confirmed })).toBeVisible();
  await typing.context().close();

  await page.goto(link);
  await page.getByRole('button', { name: said.confirm }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: t.auth.account })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);

  await page.goto(link);
  await page.getByRole('button', { name: said.confirm }).click();
  await expect(page.getByText(said.expired)).toBeVisible();
  await page.context().close();
  await site.stop();
});
