import { startMailServer } from '../support/mail-server.ts';
import { openSite, startSite } from './support/site.ts';
import { test as base, enterAs, expect, newEmail } from './support/test.ts';
import { text } from './support/text.ts';

/** A site whose mails go to a mail server, which is closed after the last test. */
const test = base.extend<object, { mails: Awaited<ReturnType<typeof startMailServer>> }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const mails = await startMailServer();
      await use(mails);
      await mails.close();
    },
    { scope: 'worker' },
  ],
  opened: [
    async ({ mails }, use) => {
      const site = await startSite({
        SMTP_URL: mails.url,
        MAIL_FROM: 'Site <site@example.com>',
        AUTH_AUTOCONFIRM: 'true',
      });
      await use({ site, admin: await openSite(site) });
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

test('a mail that was not sent is shown with its reason, and leaves at a press', {
  tag: '@pair-a',
}, async ({ page, language, request, site, admin, mails, expectAccessible }) => {
  await enterAs(page, admin);
  const write = (subject: string) =>
    request.post('/api/contact', {
      headers: { origin: site.url },
      data: { name: 'Iemand', email: newEmail(), subject, message: 'Dag', elapsedMs: 60_000 },
    });
  const block = page.getByRole('region', {
    name: text(language, 'admin:mails.title'),
    exact: true,
  });
  const row = (subject: string) => block.getByRole('row').filter({ hasText: subject });
  const refresh = block.getByRole('button', { name: text(language, 'admin:mails.refresh') });
  await page.goto('/admin');
  await expect(block).toContainText(text(language, 'admin:mails.empty'));

  const refused = newEmail();
  mails.rejectNext(1, { status: 554, text: '5.7.1 looks like spam', at: 'content' });
  expect((await write(refused)).status()).toBe(201);
  await expect.poll(mails.offered).toBeGreaterThan(0);
  await expect(async () => {
    await refresh.click();
    await expect(row(refused)).toContainText(text(language, 'admin:mails.state.failed'), {
      timeout: 1000,
    });
  }).toPass();
  await expect(row(refused)).toContainText(text(language, 'admin:mails.problems.refused'));
  await expectAccessible();
  await row(refused).getByRole('button').click();
  const done = text(language, 'admin:mails.done_one', { count: '1' });
  await expect(page.getByRole('status').getByText(done)).toBeVisible();
  const arrived = () => mails.received.filter(({ email }) => email.subject?.includes(refused));
  await expect.poll(() => arrived().length).toBe(1);

  const held = newEmail();
  mails.rejectNext(1000, { status: 421, text: 'too many messages', at: 'connection' });
  expect((await write(held)).status()).toBe(201);
  await expect(async () => {
    await refresh.click();
    await expect(block).toContainText(text(language, 'admin:mails.pauseTitle'), { timeout: 1000 });
  }).toPass();
  await expect(block).toContainText(text(language, 'admin:mails.problems.too_many'));
  await expect(row(held)).toContainText(text(language, 'admin:mails.state.waiting'));
  await expectAccessible();
  mails.rejectNext(0);
  await row(held).getByRole('button').click();
  await expect.poll(() => mails.received.length).toBe(2);
  await expect(async () => {
    await refresh.click();
    await expect(block).toContainText(text(language, 'admin:mails.empty'), { timeout: 1000 });
  }).toPass();
});
