import { expect, test } from './support/test.ts';

const texts = {
  nl: {
    eating: 'Wat je eet op je drukste dag',
    training: 'Trainen in twee halve uren per week',
    copy: 'Kopieer link',
    next: 'Bekijk het trainingsplan',
  },
  en: {
    eating: 'What to eat on your busiest day',
    training: 'Training in two half hours a week',
    copy: 'Copy link',
    next: 'See the workout plan',
  },
} as const;

test('the blog leads to articles in the language of the reader, before and after the app has started', {
  tag: '@pair-a',
}, async ({ page, language }) => {
  const { eating, training, copy, next } = texts[language];
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/blog');
  await page.getByRole('link', { name: eating, exact: true }).click();
  await expect(title).toHaveText(eating);
  await expect(page.locator('time[datetime="2026-11-10"]')).toBeVisible();

  // The first use of a part starts the app, which reads the article from the server.
  await page.getByRole('button', { name: copy }).click();
  await expect(page.locator('.art-head [role="status"]')).not.toBeEmpty();
  await page
    .getByRole('navigation', { name: /Kruimelpad|Breadcrumb/ })
    .getByRole('link')
    .click();
  await page.getByRole('link', { name: training, exact: true }).click();
  await expect(title).toHaveText(training);
  await expect(page).toHaveTitle(new RegExp(training));
  await expect(page.locator('article')).not.toHaveAttribute('lang');
  const sources = page.locator('.sources a[href^="https://doi.org/"]');
  await expect(sources).toHaveCount(4);

  await page.getByRole('link', { name: next }).click();
  await expect(page).toHaveURL(/\/coaching\/workout-plan$/);
  await page.goBack();
  await expect(title).toHaveText(training);
});
