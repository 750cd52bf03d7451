import { enterAs, expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

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

test('a reader asks for one mail about the next article, confirms it, and finds it in the list of the coach', {
  tag: '@pair-b',
}, async ({ page, t, site, admin, language, expectAccessible }) => {
  const email = newEmail();
  await page.goto('/blog/eten-op-een-drukke-dag');
  await page.getByRole('link', { name: text(language, 'blog-post:follow') }).click();
  await expect(page).toHaveURL(/\/blog#follow$/);
  await page.getByLabel(t.contact.email).fill(email);
  await page.getByRole('button', { name: t.shop.notify }).click();
  await expect(
    page.getByRole('heading', { name: text(language, 'programs:notify.sentTitle') }),
  ).toBeVisible();
  await expectAccessible();
  const [mail] = await site.mailsTo(email);
  expect(mail?.subject).toBe(text(language, 'mails:notifyMe.article.confirmation.subject'));
  await page.goto(/https?:\/\/\S+\/notify\/confirm\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page.getByText(text(language, 'notify-confirm:done.textArticle'))).toBeVisible();
  await page
    .getByRole('link', { name: text(language, 'notify-confirm:done.actionArticle') })
    .click();
  await expect(page).toHaveURL(/\/blog$/);

  await enterAs(page, admin);
  await page.goto('/admin');
  const row = page.getByRole('row', { name: email });
  await expect(row).toContainText(text(language, 'programs:notify.article.title'));
});
