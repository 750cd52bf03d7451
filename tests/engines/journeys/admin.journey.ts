import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newEmail } from '../../e2e/support/visitor.ts';
import { makePdf } from '../../support/pdf.ts';
import { journey, type Visit } from '../support/journey.ts';
import { containing, css, isFocused, label, role, says, text } from '../support/page.ts';

const ebook = '/storage/v1/object/public/ebook/free-guide.pdf';
const fileField = '#ebook input[type=file]';

/** A file in a folder of its own. */
function fileWith(name: string, content: Uint8Array | string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'chosen-')), name);
  writeFileSync(path, content);
  return path;
}

async function openAdmin({ page, admin, enterAs }: Visit, path = '/admin') {
  await enterAs(admin);
  await page.goTo(path);
  // What comes late moves what is below it.
  await page.see(css('.adm-panel'));
  await page.gone(css('.adm-panel[aria-busy]'));
}

/** A call of another visitor. */
const post = async ({ site }: Visit, path: string, body: object) => {
  const headers = { 'content-type': 'application/json', origin: site.url };
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
};

const tagOf = async ({ site }: Visit) =>
  (await fetch(site.url + ebook, { method: 'HEAD' })).headers.get('etag');

journey('only a PDF is taken as the e-book', { on: 'desktop' }, async (visit) => {
  const { page, t, said } = visit;
  await openAdmin(visit);
  await page.see(label(t.admin.file));
  await page.tab.chooseFile(fileField, fileWith('renamed.pdf', '<html>no</html>'.repeat(50)));
  await page.click(role('button', t.admin.upload));
  await page.see(label(t.admin.file), ({ description }) =>
    description.includes(said('problems:not_a_pdf')),
  );
});

journey(
  'an upload shows how far it is, and can be undone',
  { on: 'desktop', language: 'en' },
  async (visit) => {
    const { page, t, said } = visit;
    const before = await tagOf(visit);
    await openAdmin(visit);
    await page.see(label(t.admin.file));
    await page.tab.call(`() => {
    globalThis.bars = 0;
    new MutationObserver(() => { bars += document.querySelectorAll('[role=progressbar]').length; })
      .observe(document.body, { subtree: true, childList: true, attributes: true });
  }`);
    const pdf = makePdf({ marker: randomUUID(), sizeBytes: 12_000_000 });
    await page.tab.chooseFile(fileField, fileWith('new-guide.pdf', pdf));
    await page.click(role('button', t.admin.upload));
    await page.see(text(said('admin:upload.online', { name: 'new-guide.pdf' })));
    expect(await page.tab.call<number>('() => bars')).toBeGreaterThan(0);
    await page.gone(role('progressbar'));
    expect(await tagOf(visit)).not.toBe(before);
    await page.click(role('button', said('admin:upload.undo')));
    await expect.poll(() => tagOf(visit), { timeout: 10_000 }).toBe(before);
  },
);

journey('the statistics move with a download, and are there as a table', {}, async (visit) => {
  const { page, site, admin, t, said } = visit;
  await openAdmin(visit);
  const before = await admin.downloads();
  await fetch(site.url + ebook).then((response) => response.arrayBuffer());
  await expect.poll(admin.downloads, { timeout: 10_000 }).toBe(before + 1);
  const downloads = page.within(role('region', said('admin:downloads.title')));
  await downloads.see(text(t.admin.total));
  await downloads.click(role('button', said('admin:downloads.refresh')));
  await downloads.see(role('img', new RegExp(`\\b${before + 1}\\b`)));
  await downloads.click(text(said('admin:downloads.table')));
  await downloads.counts(role('row'), 31);
});

journey(
  'a message is opened, left by Back, answered and deleted',
  { on: 'desktop' },
  async (visit) => {
    const { page, said } = visit;
    const subject = newEmail();
    const written = { name: 'Iemand', email: subject, subject, message: 'Hoe begin ik?' };
    await post(visit, '/api/contact', { ...written, elapsedMs: 60_000 });
    await openAdmin(visit);
    const inbox = page.within(role('region', said('admin:inbox.title')));
    const row = inbox.within(role('row', containing(subject)));
    await row.click(role('button'));
    await inbox.see(role('heading', subject), isFocused);
    await inbox.see(text('Hoe begin ik?'));
    await page.tab.back();
    await row.see(role('button'), isFocused);
    await page.at('/admin');
    await page.press('Enter');
    await inbox.click(role('button', said('admin:inbox.markAnswered')));
    await inbox.see(role('row', containing(subject)), says(said('admin:inbox.status.answered')));
    await row.click(role('button'));
    await inbox.click(role('button', said('admin:inbox.delete.action')));
    await page.within(role('dialog')).click(role('button', said('admin:inbox.delete.action')));
    await inbox.gone(role('row', containing(subject)));
  },
);

journey('the inbox is searched, on a phone', { language: 'en' }, async (visit) => {
  const { page, said } = visit;
  const subject = newEmail();
  const written = { name: 'Iemand', email: subject, subject, message: 'Hoe begin ik?' };
  await post(visit, '/api/contact', { ...written, elapsedMs: 60_000 });
  await openAdmin(visit);
  const inbox = page.within(role('region', said('admin:inbox.title')));
  await inbox.fill(label(said('admin:inbox.words')), 'nobody wrote this');
  await page.press('Enter');
  await inbox.see(text(said('admin:inbox.none', { words: 'nobody wrote this' })));
  await inbox.fill(label(said('admin:inbox.words')), subject);
  await page.press('Enter');
  await inbox.see(css('tbody tr'), says(subject));
  await inbox.counts(css('tbody tr'), 1);
});

journey('a launch is looked at, tested, and announced once', { on: 'desktop' }, async (visit) => {
  const { page, site, said } = visit;
  const email = newEmail();
  const programId = 'premium-1-on-1';
  await post(visit, '/api/notify', { email, programId });
  const [asked] = await site.mailsTo(email);
  await post(visit, '/api/notify/confirm', { token: asked?.link?.searchParams.get('token') });
  await openAdmin(visit);
  const program = said(`programs:items.${programId}.name`);
  const action = role('button', said('admin:notify.launch.actionOf', { program }));
  const title = role('dialog', said('admin:notify.launch.title', { program }));
  await page.click(action);
  await page.see(title);
  await page.press('Escape');
  await page.gone(title);
  await page.see(action, isFocused);
  await page.press('Enter');
  const dialog = page.within(title);
  await dialog.see(css(`iframe[title="${said('admin:notify.launch.preview')}"]`));
  await dialog.click(role('button', said('admin:notify.launch.test')));
  await dialog.see(role('status'), says(visit.admin.email));
  expect(await site.mailsTo(email)).toHaveLength(1);
  await dialog.click(role('button', said('admin:notify.launch.send')));
  await page.see(role('status'), says(said('admin:notify.launch.done_one', { count: '1' })));
  await page.gone(action);
  const [, launched] = await site.mailsTo(email, 2);
  expect(launched?.subject).toContain(program);
});

journey(
  'facts are checked, seen before they are saved, and put back',
  { on: 'desktop' },
  async (visit) => {
    const { page, site, admin } = visit;
    const said = (key: string) => visit.said(`site-facts:${key}`);
    const phone = label(said('phone'));
    const footer = async () => (await fetch(`${site.url}/contact`)).text();
    try {
      await openAdmin(visit);
      const block = page.within(role('region', said('title')));
      await block.click(text(said('parts.contact')));
      await block.fill(phone, 'call me');
      await block.click(role('button', said('save')));
      await block.see(phone, ({ isFocused, value, description }) => {
        const isNamed = description.includes(said('reasons.not_a_phone'));
        return isFocused && isNamed && value === 'call me';
      });
      await block.fill(phone, '+32 470 12 34 56');
      await block.choose(label(said('preview.page')), '/contact');
      await block.click(role('button', said('preview.action')));
      const shown = `() => document.querySelector('iframe')?.contentDocument?.querySelector('footer')?.textContent`;
      await expect
        .poll(() => page.tab.call(shown), { timeout: 10_000 })
        .toContain('+32 470 12 34 56');
      expect(await footer()).not.toContain('+32 470 12 34 56');
      await block.click(role('button', said('save')));
      await page.see(role('status'), says(said('saved')));
      expect(await footer()).toContain('+32 470 12 34 56');
    } finally {
      await admin.resetFacts();
    }
    expect(await footer()).not.toContain('+32 470 12 34 56');
  },
);

journey('who is no admin is sent home', { on: 'desktop' }, async (visit) => {
  const { page } = visit;
  await visit.enterAs(await visit.newMember());
  await page.goTo('/admin');
  await page.see(role('heading', 'Toegang geweigerd'));
  await page.at('/');
});
