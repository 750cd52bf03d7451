import type { Page } from '@playwright/test';
import { expect, type Labels, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

const sentTexts = { nl: 'Bericht ontvangen!', en: 'Message Received!' };
/** The day and hour by which the reply comes. */
const replyBy = {
  nl: /Je krijgt antwoord uiterlijk op \S+ \d+ \S+ om \d\d\.\d\d\suur/,
  en: /You’ll get a reply by \d\d:\d\d on \S+ \d+ \S+/,
};
const failedTexts = {
  nl: ['Bericht niet verzonden', /Er ging iets mis bij het versturen/],
  en: ['Message Not Sent', /There was a problem sending your message/],
} as const;

/** Fills the form in, with the app there: sent before, it goes to the page that says thank you instead. */
async function fillInApp(page: Page, t: Labels, email: string): Promise<void> {
  await fill(page, t, email);
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
}

async function fill(page: Page, t: Labels, email: string): Promise<void> {
  await page.getByLabel(t.contact.name, { exact: true }).fill('Voorbeeld Bezoeker');
  await page.getByLabel(t.contact.email, { exact: true }).fill(email);
  await page.getByLabel(t.contact.subject, { exact: true }).fill('Start in januari');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Hoe begin ik\nmet weinig tijd?');
}

test('a message is received, tells by when the reply comes, and reaches the coach by mail', {
  tag: '@pair-a',
}, async ({ page, site, t, language, expectAccessible }) => {
  const email = newEmail();
  await page.goto('/contact');
  await fillInApp(page, t, email);
  await page.getByRole('button', { name: t.contact.send }).click();
  await expect(page.getByRole('heading', { name: sentTexts[language] })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(replyBy[language])).toBeVisible();
  await expect(main.getByRole('link', { name: text(language, 'common:action.book') })).toHaveCount(
    1,
  );
  await expect(main.getByRole('link', { name: text(language, 'thank-you:guide') })).toBeVisible();
  await expectAccessible();
  await expect
    .poll(async () =>
      (await site.mailsTo('hello@momentum-coaching.example')).some(({ text }) =>
        text.includes(email),
      ),
    )
    .toBe(true);
});

test('empty and wrong fields are named beside them, nothing typed is lost', {
  tag: '@pair-b',
}, async ({ page, t, expectAccessible }) => {
  await page.goto('/contact');
  await page.getByLabel(t.contact.email, { exact: true }).fill('no-address');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Een lang verhaal');
  await page.getByRole('button', { name: t.contact.send }).click();
  const name = page.getByLabel(t.contact.name, { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/\S/);
  await expect(page.getByLabel(t.contact.email, { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expect(page.getByLabel(t.contact.message, { exact: true })).toHaveValue('Een lang verhaal');
  await expectAccessible();
});

test('the button stays under the pointer that presses it after a wrong field', {
  tag: '@desktop',
}, async ({ page, t }) => {
  await page.goto('/contact');
  const email = page.getByLabel(t.contact.email, { exact: true });
  await email.fill('no-address');
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  const button = page.getByRole('button', { name: t.contact.send });
  await button.click({ position: { x: 60, y: 6 }, delay: 100 });
  await expect(page.getByLabel(t.contact.name, { exact: true })).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('when sending fails the text stays, is kept over a reload, and can be sent again', {
  tag: '@pair-b',
}, async ({ page, t, language }) => {
  await page.goto('/contact');
  await fillInApp(page, t, newEmail());
  await page.route('**/api/contact', (route) => route.abort());
  await page.getByRole('button', { name: t.contact.send }).click();
  const [title, text] = failedTexts[language];
  await expect(page.getByRole('main').getByText(title, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(t.contact.subject, { exact: true })).toHaveValue('Start in januari');
  await page.unroute('**/api/contact');
  await page.getByRole('button', { name: t.contact.send }).click();
  await expect(page.getByRole('heading', { name: sentTexts[language] })).toBeVisible();
});

test('pressed twice, one message goes out', { tag: '@pair-a' }, async ({ page, t, language }) => {
  let calls = 0;
  await page.route('**/api/contact', async (route) => {
    calls += 1;
    await route.continue();
  });
  await page.goto('/contact');
  await fillInApp(page, t, newEmail());
  await page.getByRole('button', { name: t.contact.send }).dblclick();
  await expect(page.getByRole('heading', { name: sentTexts[language] })).toBeVisible();
  expect(calls).toBe(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is sent, and comes back whole when something is wrong', {
    tag: '@pair-a',
  }, async ({ page, t, language }) => {
    await page.goto('/contact');
    await fill(page, t, 'no..address@example.com');
    await page.getByRole('button', { name: t.contact.send }).click();
    await expect(page.getByLabel(t.contact.message, { exact: true })).toHaveValue(
      /Hoe begin ik\r?\nmet weinig tijd\?/,
    );
    await expect(page.getByLabel(t.contact.email, { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
    await page.getByRole('button', { name: t.contact.send }).click();
    await expect(page).toHaveURL(/\/thank-you$/);
    await expect(page.getByRole('main').getByText(replyBy[language])).toBeVisible();
  });
});
