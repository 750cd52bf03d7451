import type { Page } from '@playwright/test';
import { expect, newEmail, newPassword, submitSignIn, test } from './support/test.ts';
import { text } from './support/text.ts';

/** What a visitor may have blocked for the site. */
const blocked = {
  cookies: () =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined }),
  storage: () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    }),
  both: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  },
} as const;

/** Every request that would begin a session. */
function begun(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/\/auth\/v1\/(?:token|verify|signup|otp)|\/api\/admin-setup$/.test(request.url()))
      if (request.method() === 'POST') urls.push(request.url());
  });
  return urls;
}

for (const what of ['cookies', 'storage', 'both'] as const) {
  test(`signing in and up says what is needed, and begins no session, with ${what} blocked`, {
    tag: what === 'storage' ? '@pair-b' : '@pair-a',
  }, async ({ page, language, t, newMember }) => {
    const said = text(language, 'auth:formError.session_blocked');
    const who = await newMember();
    const requests = begun(page);
    await page.addInitScript(blocked[what]);
    await page.goto('/auth?redirect=/account');
    const notice = page.getByRole('main').getByText(said);
    // More often than the limit of tries of a device.
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await submitSignIn(page, t, who);
      await expect(notice).toBeVisible();
    }
    await page.getByRole('button', { name: text(language, 'auth:ways.mail.name') }).click();
    await page.getByRole('button', { name: text(language, 'auth:ways.mail.action') }).click();
    await expect(notice).toBeVisible();
    await page.goto('/auth?code=abc&redirect=/account');
    await expect(notice).toBeVisible();
    await page.goto('/auth');
    await page.getByRole('tab', { name: t.auth.signUp }).click();
    const main = page.getByRole('main');
    await main.getByLabel(t.auth.email, { exact: true }).fill(newEmail());
    await main.getByLabel(t.auth.password, { exact: true }).fill(newPassword());
    await main.getByRole('button', { name: t.auth.signUp, exact: true }).click();
    await expect(notice).toBeVisible();
    await page.goto('/auth/confirm?token_hash=abc&type=magiclink&transport=cookie');
    await page
      .getByRole('button', { name: text(language, 'auth-confirm:magiclink.action') })
      .click();
    await expect(notice).toBeVisible();
    expect(requests).toEqual([]);
  });
}
