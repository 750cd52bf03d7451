import { expect, newEmail, startApp, test } from './support/test.ts';
import { text } from './support/text.ts';

/*
 * A tab from before a new version was put in place: the files that it has not fetched yet are gone.
 */

const gone = { status: 404, contentType: 'application/json', body: '{}' };

test('a message is sent by the browser where the code for it is gone', { tag: '@pair-a' }, async ({
  page,
  site,
  t,
}) => {
  const email = newEmail();
  await page.route('**/assets/contact-request-*.js', (route) => route.fulfill(gone));
  await page.goto('/contact');
  await page.getByLabel(t.contact.name, { exact: true }).fill('Voorbeeld Bezoeker');
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  await page.getByLabel(t.contact.email, { exact: true }).fill(email);
  await page.getByLabel(t.contact.subject, { exact: true }).fill('Start');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Hoe begin ik?');
  await page.getByRole('button', { name: t.contact.send }).click();
  await expect(page).toHaveURL(/\/thank-you/);
  await expect
    .poll(async () =>
      (await site.mailsTo('hello@momentum-coaching.example')).some((mail) =>
        mail.text.includes(email),
      ),
    )
    .toBe(true);
});

test('what is needed to send a message is there before the press', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
}) => {
  await page.goto('/contact');
  const fetched = page.waitForResponse('**/assets/contact-request-*.js');
  await page.getByLabel(t.contact.name, { exact: true }).fill('Voorbeeld Bezoeker');
  // What it imports comes after it.
  await page.evaluate((url) => import(url), (await fetched).url());
  await expect(page.locator('html')).toHaveClass(/\bapp\b/);
  await page.route('**/assets/**', (route) => route.fulfill(gone));
  await page.getByLabel(t.contact.email, { exact: true }).fill(newEmail());
  await page.getByLabel(t.contact.subject, { exact: true }).fill('Start');
  await page.getByLabel(t.contact.message, { exact: true }).fill('Hoe begin ik?');
  await page.getByRole('button', { name: t.contact.send }).click();
  await expect(
    page.getByRole('heading', { name: text(language, 'contact:sent.title') }),
  ).toBeVisible();
});

test('a request for a notice loads the new version, with the address that was typed', {
  tag: '@pair-b',
}, async ({ page, language }) => {
  const said = (key: string) => text(language, `programs:notify.${key}`);
  await page.route('**/assets/notify-me-request-*.js', (route) => route.fulfill(gone));
  await page.goto('/shop/8-week-kickstart');
  await startApp(page);
  const email = newEmail();
  const field = page.getByLabel(said('email'));
  await field.fill(email);
  await page.unroute('**/assets/notify-me-request-*.js');
  const loaded = page.waitForEvent('load');
  await page.route('**/assets/notify-me-request-*.js', (route) => route.fulfill(gone), {
    times: 1,
  });
  await page
    .getByRole('main')
    .getByRole('button', { name: said('action') })
    .first()
    .click();
  await loaded;
  await expect(page.getByRole('alert').filter({ hasText: said('errors.failed') })).toBeVisible();
  await expect(field).toHaveValue(email);
  await page
    .getByRole('main')
    .getByRole('button', { name: said('action') })
    .first()
    .click();
  await expect(page.getByText(said('sentTitle'))).toBeVisible();
});

test('the form on a card of the shop opens on the page of its program instead', {
  tag: '@pair-a',
}, async ({ page, language }) => {
  await page.route('**/assets/notify-me-form-*.js', (route) => route.fulfill(gone));
  await page.goto('/shop');
  await startApp(page);
  await page
    .getByRole('button', { name: text(language, 'programs:notify.action') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/shop\/[\w-]+/);
  await expect(page.getByLabel(text(language, 'programs:notify.email'))).toBeVisible();
});
