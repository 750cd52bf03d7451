import { readFileSync } from 'node:fs';
import { enterAs, expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

test('an open message is a step of its own: Back leads to the list, Forward to it again', {
  tag: '@pair-b',
}, async ({ page, language, request, site, admin }) => {
  const headers = { origin: site.url };
  const subjects = [newEmail(), newEmail()] as const;
  for (const subject of subjects) {
    const data = { name: 'Iemand', email: subject, subject, message: 'Dag', elapsedMs: 60_000 };
    expect((await request.post('/api/contact', { headers, data })).status()).toBe(201);
  }
  await enterAs(page, admin);
  await page.goto('/');
  await page.goto('/admin');
  const inbox = page.getByRole('region', {
    name: text(language, 'admin:inbox.title'),
    exact: true,
  });
  const button = (subject: string) =>
    inbox.getByRole('row').filter({ hasText: subject }).getByRole('button');
  const title = (subject: string) => inbox.getByRole('heading', { name: subject });
  await button(subjects[0]).click();
  await expect(title(subjects[0])).toBeFocused();

  await page.goBack();
  await expect(button(subjects[0])).toBeFocused();
  await expect(page).toHaveURL('/admin');
  await page.goForward();
  await expect(title(subjects[0])).toBeFocused();
  await page.reload();
  await expect(title(subjects[0])).toBeVisible();

  const back = inbox.getByRole('button', { name: text(language, 'admin:inbox.back') });
  await back.click();
  await expect(button(subjects[0])).toBeFocused();
  await expect(page).toHaveURL('/admin');
  await button(subjects[1]).click();
  const url = page.url();
  await inbox.getByRole('button', { name: text(language, 'admin:inbox.delete.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text(language, 'admin:inbox.delete.action') })
    .click();
  await expect(button(subjects[1])).toHaveCount(0);
  await expect(page).toHaveURL('/admin');
  // The list was the entry before the message, and is not there twice.
  await page.goBack();
  await expect(page).toHaveURL('/');

  await page.goto(url);
  await expect(button(subjects[0])).toBeVisible();
  await button(subjects[0]).click();
  await back.click();
  await expect(button(subjects[0])).toBeFocused();
});

test('the header leads an admin to what waits, and nobody else', { tag: '@pair-a' }, async ({
  page,
  request,
  language,
  site,
  admin,
  newMember,
}) => {
  const data = {
    name: 'Iemand',
    email: newEmail(),
    subject: 'Vraag',
    message: 'Dag',
    elapsedMs: 60_000,
  };
  const sent = await request.post('/api/contact', { headers: { origin: site.url }, data });
  expect(sent.status()).toBe(201);
  const link = page.getByRole('banner').getByRole('link', {
    name: text(language, 'layout:admin.tag'),
  });
  await enterAs(page, await newMember());
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(link).toBeHidden();
  await enterAs(page, admin);
  await page.goto('/about');
  await expect(link).toHaveAccessibleName(/: [1-9]\d* /);
  await link.click();
  await expect(page).toHaveURL('/admin');
});

test('a message is found by its words, exported, and its reply opens in the language of the visitor', {
  tag: '@pair-a',
}, async ({ page, language, request, site, admin }) => {
  const visitor = language === 'nl' ? 'en' : 'nl';
  const subject = newEmail();
  const message = 'Twee avonden per week, en ploegen.';
  const sent = await request.post('/api/contact', {
    headers: { origin: site.url, cookie: `language=${visitor}` },
    data: { name: 'Noor', email: newEmail(), subject, message, elapsedMs: 60_000 },
  });
  expect(sent.status()).toBe(201);
  await enterAs(page, admin);
  await page.goto('/admin');
  const say = (key: string) => text(language, `admin:inbox.${key}`);
  const inbox = page.getByRole('region', { name: say('title'), exact: true });
  const words = inbox.getByLabel(say('words'));
  await words.fill('nobody wrote this');
  await words.press('Enter');
  await expect(
    inbox.getByText(text(language, 'admin:inbox.none', { words: 'nobody wrote this' })),
  ).toBeVisible();
  await words.fill(subject);
  await words.press('Enter');
  const rows = inbox.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(1);

  const download = page.waitForEvent('download');
  await inbox.getByRole('link', { name: say('csv') }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain(subject);

  await rows.getByRole('button').click();
  const reply = inbox.getByRole('link', { name: say('mail') });
  const bodyOf = async () =>
    new URL((await reply.getAttribute('href')) ?? '').searchParams.get('body') ?? '';
  // The link is there before the texts in the language of the visitor.
  await expect.poll(bodyOf).toContain(text(visitor, 'reply:greeting', { name: 'Noor' }));
  const body = await bodyOf();
  expect(body).toContain(text(visitor, 'reply:wrote', { name: 'Noor' }));
  expect(body).toContain(message);
  expect(body).toContain('https://cal.com/');
});
