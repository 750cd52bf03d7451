import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePdf } from '../support/pdf.ts';
import { untaggedPdf } from '../support/text-pdf.ts';
import { enterAs, expect, newEmail, test } from './support/test.ts';
import { text } from './support/text.ts';

const ebook = '/storage/v1/object/public/ebook/free-guide.pdf';
const pdf = (name: string, options: Parameters<typeof makePdf>[0] = {}) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ marker: name, ...options })),
});

const notPdf = { nl: 'Selecteer een PDF bestand', en: 'Please select a PDF file' };

/** A part of the admin area, by the title it has. */
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.beforeEach(async ({ page, admin }) => {
  await enterAs(page, admin);
  await page.goto('/admin');
});

test('no part is marked above the first', { tag: '@pair-b' }, async ({ page, language }) => {
  const nav = page.getByRole('navigation', { name: text(language, 'admin:nav.label') });
  // Without a backup too, which is asked for in the line above.
  await expect(nav.getByRole('link', { name: text(language, 'admin:nav.settings') })).toBeVisible();
  const marked = nav.locator('[aria-current]');
  await page.locator('#people').evaluate((people) => people.scrollIntoView());
  await expect(marked).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(marked).toHaveCount(0);
});

test('only who has a mouse is asked to drag a file', async ({ page, language, isMobile }) => {
  const zone = page.getByRole('group', { name: text(language, 'admin:upload.title'), exact: true });
  await expect(zone.getByText(text(language, 'admin:upload.choose'))).toBeVisible();
  const hint = zone.getByText(text(language, 'admin:upload.drop'));
  await expect(hint).toBeVisible({ visible: !isMobile });
});

test('only a PDF is taken, by its name and by what is in it', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  expectAccessible,
}) => {
  const file = page.getByLabel(t.admin.file);
  await file.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no'),
  });
  await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
  await expect(file).toHaveAccessibleDescription(notPdf[language]);
  await expectAccessible();
  await file.setInputFiles({
    name: 'renamed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html>not a PDF at all</html>'.repeat(50)),
  });
  await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: notPdf[language] }).first()).toBeVisible();
  await expect(file).toHaveAccessibleDescription(notPdf[language]);
});

test('an upload replaces the e-book at once, and can be undone', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  request,
  expectAccessible,
}) => {
  const before = (await request.head(ebook)).headers()['etag'];
  await page.getByLabel(t.admin.file).setInputFiles(pdf('new-guide.pdf'));
  await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
  await expect(
    page.getByRole('status').getByText(text(language, 'admin:upload.done')).first(),
  ).toBeVisible();
  await expect(
    page.getByText(text(language, 'admin:upload.online', { name: 'new-guide.pdf' })),
  ).toBeVisible();
  const [checked = ''] = text(language, 'admin:upload.check.right').split(' ');
  await expect(page.getByRole('status').filter({ hasText: checked })).toContainText('SHA-256');
  await expectAccessible();
  expect((await request.head(ebook)).headers()['etag']).not.toBe(before);
  const undo = page.getByRole('button', { name: text(language, 'admin:upload.undo') });
  await undo.click();
  await expect.poll(async () => (await request.head(ebook)).headers()['etag']).toBe(before);

  for (const outcome of ['admin:upload.online', 'admin:upload.same']) {
    await page.getByLabel(t.admin.file).setInputFiles(pdf('other-guide.pdf'));
    await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
    await expect(
      page.getByText(text(language, outcome, { name: 'other-guide.pdf' })),
    ).toBeVisible();
  }
  await expect(undo).toHaveCount(0);
});

test('the text of a PDF is a page, which an admin corrects', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  expectAccessible,
}) => {
  await page.getByLabel(t.admin.file).setInputFiles({
    ...pdf('text.pdf'),
    buffer: Buffer.from(untaggedPdf(randomUUID())),
  });
  await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
  await expect(page.getByText(text(language, 'admin:upload.warnings.no_tags'))).toBeVisible();
  const block = part(page, text(language, 'admin:guideText.title'));
  const field = block.getByLabel(text(language, 'admin:guideText.label'), { exact: true });
  await expect(field).toHaveValue(/\n\nEen week heeft 168 uur\.\n/);
  await field.fill('# De gids\n\n## Kijk\n\n- Eerst\n- Dan');
  await block.getByRole('button', { name: text(language, 'admin:guideText.save') }).click();
  await expect(page.getByText(text(language, 'admin:guideText.saved')).first()).toBeVisible();
  await expectAccessible();
  await block.getByRole('link', { name: text(language, 'admin:guideText.view') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('De gids');
  await expect(page.getByRole('heading', { level: 2, name: 'Kijk' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Dan', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('a long upload shows how far it is, and can be cancelled', { tag: '@pair-a' }, async ({
  page,
  language,
  t,
  request,
  expectAccessible,
}) => {
  const before = (await request.head(ebook)).headers()['etag'];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await page.getByLabel(t.admin.file).setInputFiles(pdf('large.pdf', { sizeBytes: 12_000_000 }));
  await page.getByRole('button', { name: t.admin.upload, exact: true }).click();
  const bar = page.getByRole('progressbar');
  await expect(bar).toBeVisible();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expectAccessible();
  await page.getByRole('button', { name: text(language, 'admin:upload.cancel') }).click();
  await expect(page.getByText(text(language, 'admin:upload.cancelled'))).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: t.admin.upload, exact: true })).toBeEnabled();
  expect((await request.head(ebook)).headers()['etag']).toBe(before);
});

test('the statistics move with each download, and are there as a table and as CSV', {
  tag: '@pair-b',
}, async ({ page, language, t, request, admin, expectAccessible }) => {
  const downloads = part(page, text(language, 'admin:downloads.title'));
  for (const name of [t.admin.total, t.admin.today, t.admin.week, t.admin.month]) {
    await expect(downloads.getByText(name, { exact: true })).toBeVisible();
  }
  const before = await admin.downloads();
  await request.get(ebook);
  await request.get(ebook, { headers: { range: 'bytes=100-200' } });
  await request.head(ebook);
  await expect.poll(admin.downloads).toBe(before + 1);
  await downloads.getByRole('button', { name: text(language, 'admin:downloads.refresh') }).click();
  const chart = downloads.getByRole('img', { name: new RegExp(`\\b${before + 1}\\b`) });
  await expect(chart.locator('visible=true')).toHaveCount(1);
  await downloads.getByText(text(language, 'admin:downloads.table')).click();
  await expect(downloads.getByRole('row')).toHaveCount(31);
  await expectAccessible();
  const started = page.waitForEvent('download');
  await downloads.getByRole('link', { name: text(language, 'admin:downloads.csv') }).click();
  expect((await started).suggestedFilename()).toMatch(/\.csv$/);
});

test('a message of the contact form waits in the inbox, with the time left for the reply', {
  tag: '@pair-a',
}, async ({ page, language, request, site, expectAccessible }) => {
  const email = newEmail();
  const subject = `Vraag ${email.slice(8, 16)}`;
  const sent = await request.post('/api/contact', {
    headers: { origin: site.url },
    data: { name: 'Iemand', email, subject, message: 'Hoe begin ik?', elapsedMs: 60_000 },
  });
  expect(sent.status()).toBe(201);
  await page.reload();
  const inbox = part(page, text(language, 'admin:inbox.title'));
  const row = inbox.getByRole('row').filter({ hasText: subject });
  await expect(row).toContainText(/2[34]\s*(u|h)/);
  await expectAccessible();
  await row.getByRole('button').click();
  await expect(inbox.getByRole('heading', { name: subject })).toBeFocused();
  await expect(inbox.getByText('Hoe begin ik?')).toBeVisible();
  await expect(
    inbox.getByRole('link', { name: text(language, 'admin:inbox.mail') }),
  ).toHaveAttribute('href', new RegExp(`^mailto:${encodeURIComponent(email)}`));
  await expectAccessible();
  await inbox.getByRole('button', { name: text(language, 'admin:inbox.markAnswered') }).click();
  await expect(row).toContainText(text(language, 'admin:inbox.status.answered'));
  await row.getByRole('button').click();
  await inbox.getByRole('button', { name: text(language, 'admin:inbox.delete.action') }).click();
  const dialog = page.getByRole('dialog', { name: text(language, 'admin:inbox.delete.title') });
  await expect(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: text(language, 'admin:inbox.delete.action') }).click();
  await expect(row).toHaveCount(0);
});

test('confirmed addresses are listed and exported, the log shows who signed in', {
  tag: '@pair-a',
}, async ({ page, language, request, site }) => {
  const email = newEmail();
  const asked = await request.post('/api/notify', {
    headers: { origin: site.url },
    data: { email, programId: 'mind-body-12' },
  });
  expect(asked.status()).toBe(202);
  const [mail] = await site.mailsTo(email);
  const link = /https?:\/\/\S+\/notify\/confirm\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText(text(language, 'notify-confirm:done.title')).first()).toBeVisible();

  await page.goto('/admin');
  const list = part(page, text(language, 'admin:notify.title'));
  await expect(list.getByText(email)).toBeVisible();
  const started = page.waitForEvent('download');
  await list.getByRole('link', { name: text(language, 'admin:notify.csv') }).click();
  expect((await started).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByText(text(language, 'admin:records.title')).click();
  const log = part(page, text(language, 'admin:log.title'));
  await log.getByRole('combobox').selectOption('admin_access');
  const first = log.getByRole('row').nth(1);
  await expect(first).toContainText(text(language, 'admin:log.events.admin_access'));
  // An admin's own visits alarm nobody.
  await expect(first).toContainText(text(language, 'admin:log.severities.low'));
});

test('a launch is looked at, tested and announced after one question, and to nobody twice', {
  tag: '@pair-a',
}, async ({ page, language, request, site, expectAccessible }) => {
  const email = newEmail();
  // A product is used in one language after the other, and counts all whom a program was announced to.
  const programId = language === 'nl' ? 'premium-1-on-1' : 'lifestyle-reset-30';
  const headers = { origin: site.url };
  await request.post('/api/notify', { headers, data: { email, programId } });
  const [asked] = await site.mailsTo(email);
  const token = asked?.link?.searchParams.get('token');
  await request.post('/api/notify/confirm', { headers, data: { token } });

  await page.reload();
  const program = text(language, `programs:items.${programId}.name`);
  const list = part(page, text(language, 'admin:notify.title'));
  const row = list.getByRole('listitem').filter({ hasText: program });
  await expect(row).toContainText(text(language, 'admin:notify.waiting_one', { count: '1' }));
  const button = row.getByRole('button', {
    name: text(language, 'admin:notify.launch.actionOf', { program }),
  });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', {
    name: text(language, 'admin:notify.launch.title', { program }),
  });
  await expect(dialog).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) > 1000) {
    const test = dialog.getByRole('button', { name: text(language, 'admin:notify.launch.test') });
    const send = dialog.getByRole('button', { name: text(language, 'admin:notify.launch.send') });
    const [above, below] = [await test.boundingBox(), await send.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  }
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const shown = page.frameLocator(
    `iframe[title="${text(language, 'admin:notify.launch.preview')}"]`,
  );
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(
    text(language, 'mails:notifyMe.launch.heading'),
  );
  const sheet = shown.locator('.b-sheet');
  const light = await sheet.evaluate((cell) => getComputedStyle(cell).backgroundColor);
  await dialog
    .getByRole('radio', { name: text(language, 'admin:notify.launch.schemes.dark') })
    .check();
  await expect(sheet).not.toHaveCSS('background-color', light);
  await dialog.getByRole('button', { name: text(language, 'admin:notify.launch.test') }).click();
  const tested = text(language, 'admin:notify.launch.tested', { to: '' }).replace(/\s*\.$/, '');
  await expect(dialog.getByRole('status')).toContainText(tested);
  expect((await site.mailsTo(email)).length).toBe(1);
  await dialog
    .getByRole('button', { name: text(language, 'admin:notify.launch.send'), exact: true })
    .focus();
  await page.keyboard.press('Enter');

  const done = text(language, 'admin:notify.launch.done_one', { count: '1' });
  await expect(page.getByRole('status').getByText(done)).toBeVisible();
  await expect(row).toContainText(text(language, 'admin:notify.waiting_other', { count: '0' }));
  const announced = text(language, 'admin:notify.notified_one', { count: '1', date: '' }).trimEnd();
  await expect(row).toContainText(announced);
  await expect(button).toHaveCount(0);
  await expect(list.getByRole('heading').first()).toBeFocused();
  await expectAccessible();
  const [, launched] = await site.mailsTo(email, 2);
  expect(launched?.subject).toContain(program);
});

test('a block that fails says so and can be tried again; the others work', {
  tag: '@pair-b',
}, async ({ page, language, expectAccessible }) => {
  await page.route('**/api/admin/messages**', (route) => route.fulfill({ status: 503 }));
  await page.reload();
  const inbox = part(page, text(language, 'admin:inbox.title'));
  await expect(inbox.getByText(text(language, 'common:error.block.title'))).toBeVisible();
  await expect(
    part(page, text(language, 'admin:downloads.title')).getByRole('img').first(),
  ).toBeAttached();
  await expectAccessible();
  await page.unroute('**/api/admin/messages**');
  await inbox.getByRole('button', { name: text(language, 'common:action.retry') }).click();
  await expect(inbox.getByText(text(language, 'common:error.block.title'))).toHaveCount(0);
});
