import { expect } from 'vitest';
import { newEmail } from '../../e2e/support/visitor.ts';
import { journey, translations, type Visit } from '../support/journey.ts';
import { css, isChecked, isInvalid, label, role, text } from '../support/page.ts';

const cards = css('main article');

journey('a search is in the URL, and survives a reload', { on: 'desktop' }, async ({ page, t }) => {
  await page.goTo('/shop');
  await page.counts(cards, 4);
  await page.fill(role('searchbox', t.shop.search), 'kickstart');
  await page.counts(cards, 1);
  await page.at('/shop?q=kickstart');
  await page.tab.reload();
  await page.see(role('searchbox', t.shop.search), ({ value }) => value === 'kickstart');
  await page.counts(cards, 1);
  await page.fill(role('searchbox', t.shop.search), '(');
  await page.counts(cards, 0);
});

journey('Back takes back the choice of a type', { language: 'en' }, async ({ page, t }) => {
  await page.goTo('/services');
  await page.goTo('/shop');
  await page.click(role('button', t.shop.filters));
  await page.click(role('radio', t.shop.bundles));
  await page.at('/shop?type=bundle');
  await page.counts(cards, 1);
  await page.tab.back();
  await page.at('/shop');
  await page.counts(cards, 4);
  await page.see(role('radio', t.shop.all), isChecked);
  await page.tab.back();
  await page.at('/services');
});

/** Asks to be notified, with a mistake first, and follows the mail. */
async function askToBeNotified({ page, site, t, said }: Visit): Promise<void> {
  const email = newEmail();
  const field = label(t.contact.email);
  await page.goTo('/shop/mind-body-12');
  await page.fill(field, 'no-address');
  await page.appStarted();
  await page.press('Enter');
  await page.see(field, isInvalid);
  await page.fill(field, email);
  await page.press('Enter');
  await page.see(role('heading', said('programs:notify.sentTitle')));
  const [mail] = await site.mailsTo(email);
  await page.goTo(/https?:\/\/\S+\/notify\/confirm\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.see(text(said('notify-confirm:done.title')));
}

journey('an address is put on a list, after a mistake, and confirmed', {}, askToBeNotified);
for (const [where, options] of translations)
  journey(`an address is put on a list ${where}`, options, askToBeNotified);

journey(
  'who is on a list leaves it by the link of the mail',
  { on: 'desktop' },
  async ({ page, site, said }) => {
    const email = newEmail();
    const headers = { 'content-type': 'application/json', cookie: 'language=nl' };
    const body = JSON.stringify({ email, programId: 'mind-body-12' });
    await fetch(`${site.url}/api/notify`, { method: 'POST', headers, body });
    const [mail] = await site.mailsTo(email);
    const [leave = ''] = /https?:[^"]+\/notify\/unsubscribe[^"]+/.exec(mail?.html ?? '') ?? [];
    await page.goTo(leave.replaceAll('&amp;', '&'));
    await page.within(role('main')).click(role('button', said('notify-unsubscribe:ready.action')));
    await page.see(text(said('notify-unsubscribe:done.title')));
    await page.tab.reload();
    await page.see(text(said('notify-unsubscribe:done.title')));
  },
);

/** Downloads the guide, which is counted; a phone shows it in a tab of its own. */
async function downloadGuide({ page, admin, t, said }: Visit): Promise<void> {
  const before = await admin.downloads();
  await page.goTo('/guide');
  await page.hover(role('link', t.guide.download));
  await page.appStarted();
  await page.click(role('link', t.guide.download));
  await page.see(text(said('offers:guide.started.title')));
  await expect.poll(admin.downloads, { timeout: 10_000 }).toBe(before + 1);
  const next = page.within(role('group', said('offers:guide.next.title')));
  await next.click(role('link', said('offers:guide.next.choose')));
  await page.at('/services#compare');
}

journey('the guide is downloaded, and leads to a next step', { on: 'desktop' }, downloadGuide);
for (const [where, options] of translations)
  journey(`the guide is downloaded ${where}`, { ...options, on: 'desktop' }, downloadGuide);
