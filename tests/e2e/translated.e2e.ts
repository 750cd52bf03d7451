import type { Page } from '@playwright/test';
import { publicPaths } from './support/paths.ts';
import {
  enterAs,
  expect,
  holdApp,
  type Labels,
  newEmail,
  newPassword,
  startApp,
  submitSignIn,
  test,
} from './support/test.ts';
import { text } from './support/text.ts';

/*
 * Every page in a browser that translates it, in words that stay the same: a text that is not updated is seen as one that
 * is wrong. Any other journey runs so with COACHSITE_E2E_TRANSLATED=started or =parsed.
 */

async function fillContact(page: Page, t: Labels): Promise<void> {
  await page.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
  await page.getByLabel(t.contact.subject, { exact: true }).fill('Start in januari');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Hoe begin ik?');
}

test.describe('translated once the app runs', () => {
  test.use({ translated: 'started' });

  test('the contact form names what is wrong, counts, and sends', { tag: '@pair-a' }, async ({
    page,
    language,
    t,
  }) => {
    await page.goto('/contact');
    await page.getByLabel(t.contact.name, { exact: true }).fill('Voorbeeld');
    await expect(page.locator('html')).toHaveClass(/\bapp\b/);
    const send = page.getByRole('button', { name: t.contact.send });
    await send.click();
    await expect(page.getByText(text(language, 'contact:errors.title'))).toBeVisible();
    await fillContact(page, t);
    const max = '1000';
    await expect(
      page.getByText(text(language, 'contact:form.counter', { count: '13', max })),
    ).toBeVisible();
    await send.click();
    await expect(
      page.getByRole('heading', { name: text(language, 'contact:sent.title') }),
    ).toBeVisible();
    await page.getByRole('button', { name: text(language, 'contact:sent.again') }).click();
    await expect(send).toBeVisible();
  });

  test('signing in says what is wrong, offers a new password, and leads to the account', {
    tag: '@pair-b',
  }, async ({ page, language, t, newMember }) => {
    const who = await newMember();
    await page.goto('/auth?redirect=/account');
    await submitSignIn(page, t, { ...who, password: newPassword() });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.getByRole('button', { name: text(language, 'auth:signIn.forgot') }).click();
    await page.getByRole('button', { name: text(language, 'auth:recover.action') }).click();
    await expect(
      page.getByRole('heading', { name: text(language, 'auth:mail.recover.title') }),
    ).toBeVisible();
    await page.goto('/auth?redirect=/account');
    await submitSignIn(page, t, who);
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the language switches, and no page breaks down on the way to another', {
    tag: '@pair-a',
  }, async ({ page, admin }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await enterAs(page, admin);
    await page.goto('/');
    await startApp(page);
    for (const path of [...publicPaths, '/account', '/admin']) {
      await page.evaluate((to) => {
        const link = document.createElement('a');
        link.href = to;
        document.body.append(link);
        link.click();
        link.remove();
      }, path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await page
        .locator('a[data-language]:not([aria-current])')
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.locator('.err-screen')).toHaveCount(0);
      await expect(page.locator('main font').first()).toBeAttached();
    }
    expect(errors).toEqual([]);
  });
});

test.describe('translated before the app is there', () => {
  test.use({ translated: 'parsed' });

  test('what was typed and pressed before is kept', { tag: '@pair-b' }, async ({
    page,
    language,
    t,
    newMember,
  }) => {
    const who = await newMember();
    const arrive = await holdApp(page);
    await page.goto('/auth?redirect=/account');
    await submitSignIn(page, t, { ...who, password: newPassword() });
    arrive();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByLabel(t.auth.email, { exact: true })).toHaveValue(who.email);
    await submitSignIn(page, t, who);
    await expect(page).toHaveURL(/\/account$/);
    await expect(page).toHaveTitle(new RegExp(text(language, 'account:meta.title').slice(0, 5)));
  });
});
