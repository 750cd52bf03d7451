import { afterAll, describe, expect, test } from 'vitest';
import { text } from '../../e2e/support/text.ts';
import { installedPackages } from '../../support/debian.ts';
import { json } from '../../support/requests.ts';
import { addRow } from '../rows.ts';
import {
  enter,
  find,
  follow,
  type Keys,
  links,
  postWithW3m,
  source,
  tab,
  type,
  walk,
} from './support/browsers.ts';
import { seededSite } from './support/site.ts';

const { server } = await seededSite();
const { messages, interests } = server.ports;

const versions = installedPackages(['lynx', 'w3m']);
afterAll(() => {
  const outcomes = {
    lynx: 'by keys alone: pages, languages, the guide, the search of the shop, a message with mistakes and without, the links of a mail',
    w3m: 'a message with mistakes and without',
  };
  for (const [name, outcome] of Object.entries(outcomes))
    addRow({ name: `${name}, a visit`, version: versions.get(name) ?? '', outcome });
});

const spaced = (shown: string | undefined) => (shown ?? '').replaceAll(/\s+/g, ' ');
const messagesFrom = async (search: string) =>
  (await messages.list({ search, limit: 10, offset: 0 })).map(
    ({ name, email, subject, message, language }) => ({ name, email, subject, message, language }),
  );

describe.each(['nl', 'en'] as const)('in %s', (language) => {
  const t = (key: string, values = {}) => text(language, key, values);
  const at = (path: string) => `${server.url}${path}?lang=${language}`;
  /** The button of a page that confirms, which comes after a link. */
  const confirm = [...find(t('common:action.retry')), ...tab, ...enter];
  const other = language === 'nl' ? 'en' : 'nl';

  test('a visitor walks from page to page, and into the other language, which stays', async () => {
    const [blog, article, shop, switched, contact] = await walk(
      at('/'),
      follow(t('layout:nav.blog')),
      follow(t('blog:read')),
      follow(t('layout:nav.shop')),
      [...find('NL'), ...(other === 'en' ? tab : []), ...enter],
      follow(text(other, 'layout:nav.contact')),
    );
    expect(spaced(blog)).toContain('2026');
    expect(spaced(article)).toContain(t('blog-post:contents'));
    expect(spaced(shop)).toContain(t('shop:count_other', { count: '4' }));
    expect(spaced(switched)).toContain(text(other, 'shop:count_other', { count: '4' }));
    expect(spaced(contact)).toContain(text(other, 'contact:form.send'));
  });

  test('a message with mistakes comes back with its words, and arrives once they are mended', async () => {
    const email = `lynx-${language}@example.com`;
    const next: Keys = [...tab];
    const [wrong, sent] = await walk(
      at('/contact'),
      [
        ...find(t('contact:form.name')),
        ...[...type('Ann Peeters'), ...next, ...type('no address'), ...next, ...next],
        ...[...type('How do I start?'), ...next, ...next, ...enter],
      ],
      [
        ...find(t('contact:form.email')),
        ...[...type(email), ...next, ...type('A question'), ...next, ...next, ...next, ...enter],
      ],
    );
    const said = spaced(wrong);
    expect(said).toContain(t('contact:errors.title'));
    expect(said).toContain(t('contact:errors.subject.required'));
    expect(said).toMatch(/Ann Peeters_.*no address_.*How do I start\?_/);
    expect(spaced(sent)).toMatch(language === 'nl' ? /Bedankt\. Tot snel\./ : /Thank you\. Talk/);
    const stored = { name: 'Ann Peeters', email, subject: 'A question', language };
    expect(await messagesFrom(email)).toEqual([{ ...stored, message: 'How do I start?' }]);
    const mailed = (await server.outbox()).filter((mail) => mail.text.includes(email));
    expect(mailed).toHaveLength(1);
  });

  test('w3m sends a message too, with any letters', async () => {
    const email = `w3m-${language}@example.com`;
    const typed = { name: 'Zoë', email, subject: 'Één vraag', message: 'Hoe begin ik?\n€ 129?' };
    const wrong = spaced(await postWithW3m(at('/contact'), { ...typed, subject: '' }));
    expect(wrong).toContain(t('contact:errors.subject.required'));
    expect(wrong).toMatch(/\[Zoë *\]/);
    expect(await messagesFrom(email)).toEqual([]);
    const sent = spaced(await postWithW3m(at('/contact'), typed));
    expect(sent).toMatch(language === 'nl' ? /Bedankt\. Tot snel\./ : /Thank you\. Talk/);
    expect(await messagesFrom(email)).toEqual([{ ...typed, language }]);
  });

  test('the shop is searched, and says how to ask for news without scripts', async () => {
    const [found, form, contact] = await walk(
      at('/shop'),
      [
        ...find(t('shop:filters.search')),
        ...[...type('kickstart'), ...tab],
        ...follow(t('shop:filters.submit')),
      ],
      follow('Details'),
      follow(language === 'nl' ? 'contactformulier' : 'contact form'),
    );
    expect(spaced(found)).toContain(t('shop:count_one', { count: '1' }));
    expect(spaced(form)).toContain(
      language === 'nl' ? 'heeft JavaScript nodig' : 'needs JavaScript',
    );
    expect(spaced(contact)).toContain(t('contact:form.send'));
  });

  test('an address is confirmed, and taken from the list again, from its mails', async () => {
    const email = `news-${language}@example.com`;
    const asked = json({ email, programId: 'mind-body-12' }, { cookie: `language=${language}` });
    await fetch(`${server.url}/api/notify`, asked);
    const [mail] = await server.outbox(email);
    const [done] = await walk(String(mail?.link), confirm);
    expect(spaced(done)).toContain(t('notify-confirm:done.title'));
    const isListed = async () =>
      (await interests.confirmed()).some((interest) => interest.email === email);
    expect(await isListed()).toBe(true);
    const way = /href="([^"]*\/notify\/unsubscribe[^"]*)"/.exec(mail?.html ?? '')?.[1] ?? '';
    const [left] = await walk(way.replaceAll('&amp;', '&'), confirm);
    expect(spaced(left)).toContain(t('notify-unsubscribe:done.title'));
    expect(await isListed()).toBe(false);
  });

  test('the guide is a link to its file', async () => {
    const files = (await links(at('/guide'))).filter((link) => link.includes('.pdf'));
    expect(files).toHaveLength(2);
    for (const file of files) expect(await source(file)).toMatch(/^%PDF-/);
  });
});
