import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { enterAs, expect, type Labels, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

/** Longer than a browser needs to notice that what has the focus is disabled. */
const slowMs = 800;

/** Delays each response from a path. */
async function respondLate(page: Page, url: string, response: (route: Route) => Promise<void>) {
  await page.route(url, async (route) => {
    await wait(slowMs);
    await response(route);
  });
}

/** Presses a button by keyboard, and waits until its work is done. */
async function pressAndWait(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).not.toHaveAttribute('aria-busy');
}

/** The contact form with something in every field, and the app there to send it. */
async function fillContact(page: Page, t: Labels): Promise<void> {
  await page.goto('/contact');
  for (const [label, value] of [
    [t.contact.name, 'Iemand'],
    [t.contact.email, newEmail()],
    [t.contact.subject, 'Vraag'],
    [t.contact.message, 'Hoe begin ik?'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
}

test('a message that took long and failed puts the focus on what went wrong', {
  tag: '@pair-a',
}, async ({ page, t }) => {
  await respondLate(page, '**/api/contact', (route) => route.abort());
  await fillContact(page, t);
  const send = page.getByRole('button', { name: t.contact.send });
  await pressAndWait(send);
  await expect(page.getByRole('main').getByRole('alert')).toBeFocused();
});

test('a form that replaces its button has the focus at once, so that a screen reader never finds it nowhere', {
  tag: '@pair-a',
}, async ({ page, t }) => {
  await page.goto('/shop');
  const focused = page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver(() => {
          if (document.querySelector('main [name="email"]'))
            resolve(document.activeElement?.getAttribute('name'));
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: t.shop.notify }).first().press('Enter');
  expect(await focused).toBe('email');
});

test('an address that could not be put on a list leaves the focus on its button', {
  tag: '@pair-b',
}, async ({ page, t }) => {
  await respondLate(page, '**/api/notify', (route) => route.abort());
  await page.goto('/shop/mind-body-12');
  const main = page.getByRole('main');
  await main.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  const notify = main.getByRole('button', { name: t.shop.notify }).first();
  await pressAndWait(notify);
  await expect(notify).toBeFocused();
});

test('so does an export of an account', { tag: '@pair-a' }, async ({
  page,
  language,
  newMember,
}) => {
  await respondLate(page, '**/api/account/export', (route) => route.continue());
  await enterAs(page, await newMember());
  await page.goto('/account#security');
  const data = page.getByRole('button', { name: text(language, 'mfa:data.export.action') });
  await pressAndWait(data);
  await expect(data).toBeFocused();
});

test('a response leaves the focus where the visitor types by then', { tag: '@pair-a' }, async ({
  page,
  language,
  newMember,
}) => {
  const said = (key: Parameters<typeof text>[1]) => text(language, key);
  const taken = await newMember();
  await enterAs(page, await newMember());
  await page.goto('/account#security');
  const isTyping = Promise.withResolvers<void>();
  await page.route('**/auth/v1/user?*', async (route) => {
    const response = await route.fetch();
    await isTyping.promise;
    await route.fulfill({ response });
  });
  const email = page.getByLabel(said('account:email.field'), { exact: true });
  await email.fill(taken.email);
  await email.press('Enter');
  const password = page.getByLabel(said('auth:field.newPassword'), { exact: true });
  await password.pressSequentially('Kraan');
  isTyping.resolve();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('vogel');
  await expect(email).toHaveValue(taken.email);
  await expect(password).toHaveValue('Kraanvogel');
});

test('so does what takes long in the admin area', { tag: '@pair-b' }, async ({
  page,
  language,
  request,
  site,
  admin,
}) => {
  const email = newEmail();
  const message = { name: 'Iemand', email, subject: email, message: 'Dag', elapsedMs: 60_000 };
  await request.post('/api/contact', { headers: { origin: site.url }, data: message });
  await respondLate(page, '**/api/admin/person/*', (route) => route.continue());
  await respondLate(page, '**/api/admin/site/portrait', (route) => route.continue());
  await respondLate(page, '**/api/admin/messages/*', (route) => route.abort());
  await respondLate(page, '**/api/admin/security-events?*before=*', (route) =>
    route.fulfill({ json: { events: [], next: null } }),
  );
  await enterAs(page, admin);
  // Each visit writes into the log, which then has more than a page.
  for (let visit = 0; visit < 4; visit += 1) {
    await page.goto('/admin');
    await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
  }
  const button = (key: string) =>
    page.getByRole('button', { name: text(language, `admin:${key}`) });

  await page.getByText(text(language, 'admin:records.title')).click();
  const older = button('log.older');
  await pressAndWait(older);
  await expect(older).toHaveAttribute('aria-disabled', 'true');
  await expect(older).toBeFocused();

  await page.getByRole('row').filter({ hasText: email }).getByRole('button').click();
  const answered = button('inbox.markAnswered');
  await answered.press('Enter');
  await expect(answered).toBeDisabled();
  await expect(answered).toBeEnabled();
  await expect(answered).toBeFocused();
  await button('inbox.back').click();

  await page.getByLabel(text(language, 'admin:inbox.person.email')).fill(email);
  await pressAndWait(button('inbox.person.export'));
  await expect(button('inbox.person.export')).toBeFocused();
  const erase = button('inbox.person.erase');
  await erase.press('Enter');
  await page.getByRole('dialog').getByRole('button').first().press('Enter');
  await expect(erase).toHaveAttribute('aria-busy', 'true');
  await expect(erase).not.toHaveAttribute('aria-busy');
  await expect(erase).toBeFocused();

  await page.locator('summary', { hasText: text(language, 'site-facts:parts.portrait') }).click();
  const portrait = page.getByLabel(text(language, 'site-facts:portrait.file'));
  await portrait.focus();
  const noPicture = { name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') };
  await portrait.setInputFiles(noPicture);
  await expect(portrait).toBeDisabled();
  await expect(portrait).toBeEnabled();
  await expect(portrait).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(text(language, 'problems:not_an_image'));
});

test('a form that comes back has the focus in its first field', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
}) => {
  const main = page.getByRole('main');
  await fillContact(page, t);
  await page.getByRole('button', { name: t.contact.send }).click();
  await page.getByRole('button', { name: text(language, 'contact:sent.again') }).press('Enter');
  await expect(page.getByLabel(t.contact.name, { exact: true })).toBeFocused();

  const email = main.getByLabel(t.contact.email, { exact: true });
  const again = main.getByRole('button', { name: text(language, 'programs:notify.again') });
  await page.goto('/shop/mind-body-12');
  await email.fill(newEmail());
  await email.press('Enter');
  await again.press('Enter');
  await expect(email).toBeFocused();

  await page.goto('/shop');
  const notify = main.getByRole('button', { name: t.shop.notify }).nth(1);
  await notify.press('Enter');
  await email.fill(newEmail());
  await email.press('Enter');
  await again.press('Enter');
  await expect(email).toBeFocused();
  await main.getByRole('button', { name: text(language, 'programs:notify.cancel') }).press('Enter');
  await expect(notify).toBeFocused();
});
