import { expect, test } from './support/test.ts';
import { text } from './support/text.ts';

test('what a visitor says leads to the service that fits, and from there to the booking page', {
  tag: '@pair-b',
}, async ({ page, language }) => {
  await page.goto('/services');
  const main = page.getByRole('main');
  const row = main
    .getByRole('listitem')
    .filter({ hasText: text(language, 'services:items.nutrition-plan.say') });
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/coaching\/nutrition-plan$/);
  const book = main.getByRole('link', { name: text(language, 'common:action.book') }).first();
  await expect(book).toHaveAttribute('href', /^https:\/\/cal\.com\//);
  await page.route('https://cal.com/**', (route) => route.fulfill({ body: 'scheduling page' }));
  await book.click();
  await expect(page).toHaveURL(/^https:\/\/cal\.com\//);
});

test('the scheduling page leads back to the thanks for a booking', { tag: '@pair-a' }, async ({
  page,
  language,
  expectAccessible,
}) => {
  await page.goto('/thank-you?booked');
  await expect(page.getByRole('main')).toContainText(text(language, 'thank-you:booked.lead'));
  await expect(page).toHaveTitle(/gesprek|call/);
  const book = text(language, 'common:action.book');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: book })).toHaveCount(0);
  await expectAccessible();
});
