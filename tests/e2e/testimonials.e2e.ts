import { expect, test } from './support/test.ts';

test('three samples, marked as such, filtered by subject', { tag: '@pair-b' }, async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await page.goto('/testimonials');
  const quotes = page.getByRole('main').locator('blockquote');
  await expect(quotes).toHaveCount(3);
  await expect(
    page.getByRole('main').getByText(language === 'nl' ? 'Voorbeeld' : 'Sample', { exact: true }),
  ).toHaveCount(3);
  for (const name of [t.testimonials.weight, t.testimonials.muscle, t.testimonials.performance]) {
    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    await expect(quotes).toHaveCount(1);
  }
  await expectAccessible();
  await page.getByRole('radio', { name: t.testimonials.all, exact: true }).check({ force: true });
  await expect(quotes).toHaveCount(3);
});
