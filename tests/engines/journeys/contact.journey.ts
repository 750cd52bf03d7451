import { expect } from 'vitest';
import { newEmail } from '../../e2e/support/visitor.ts';
import { journey, translations, type Visit } from '../support/journey.ts';
import { isFocused, isInvalid, label, role, says } from '../support/page.ts';

type Filled = Pick<Visit, 'page' | 't'>;

async function fillIn({ page, t }: Filled, email: string): Promise<void> {
  await page.fill(label(t.contact.name), 'Voorbeeld');
  await page.fill(label(t.contact.email), email);
  await page.fill(label(t.contact.subject), email);
  await page.fill(label(t.contact.message), 'Hoe begin ik?');
  await page.appStarted();
}

/** The messages of a visitor who gave the address as the subject too. */
const messagesOf = async ({ site }: Pick<Visit, 'site'>, email: string) =>
  (await site.sql(`SELECT message FROM contact_messages WHERE subject = '${email}'`)) as readonly {
    readonly message: string;
  }[];

/** Sends the form with mistakes first, which are named, and then without. */
async function mendAndSend({ page, site, t, said }: Visit): Promise<void> {
  const email = newEmail();
  await page.goTo('/contact');
  await page.fill(label(t.contact.email), 'no-address');
  await page.fill(label(t.contact.message), 'Een lang verhaal');
  await page.appStarted();
  await page.click(role('button', t.contact.send));
  await page.see(
    label(t.contact.name),
    (field) => isFocused(field) && field.description.includes(said('contact:errors.name.required')),
  );
  await page.see(label(t.contact.email), isInvalid);
  await page.see(label(t.contact.message), ({ value }) => value === 'Een lang verhaal');
  await fillIn({ page, t }, email);
  await page.click(role('button', t.contact.send));
  await page.see(role('heading', said('contact:sent.title')));
  expect(await messagesOf({ site }, email)).toEqual([{ message: 'Hoe begin ik?' }]);
}

journey('mistakes in a message are named beside their fields, and mended', {}, mendAndSend);
for (const [where, options] of translations)
  journey(`mistakes in a message are named and mended ${where}`, options, mendAndSend);

journey('a message reaches the coach by mail, and another can be sent', {}, async (visit) => {
  const { page, site, t, said } = visit;
  const email = newEmail();
  await page.goTo('/contact');
  await fillIn(visit, email);
  await page.click(role('button', t.contact.send));
  await page.see(role('heading', said('contact:sent.title')));
  const mailed = async () =>
    (await site.mailsTo('hello@momentum-coaching.example')).filter(({ text }) =>
      text.includes(email),
    ).length;
  await expect.poll(mailed, { timeout: 10_000 }).toBe(1);
  await page.click(role('button', said('contact:sent.again')));
  await page.see(label(t.contact.name), isFocused);
});

journey('pressed twice, one message goes out', { on: 'desktop' }, async (visit) => {
  const { page, t, said } = visit;
  const email = newEmail();
  await page.goTo('/contact');
  await fillIn(visit, email);
  await page.click(role('button', t.contact.send), 2);
  await page.see(role('heading', said('contact:sent.title')));
  expect(await messagesOf(visit, email)).toHaveLength(1);
});

journey(
  'a message is sent by keyboard alone',
  { on: 'desktop', language: 'en' },
  async ({ page, t, said }) => {
    await page.goTo('/contact');
    for (const [name, typed] of [
      [t.contact.name, 'Voorbeeld'],
      [t.contact.email, newEmail()],
      [t.contact.subject, 'Vraag'],
      [t.contact.message, 'Hoe begin ik?'],
    ] as const) {
      await page.tabTo(label(name));
      await page.type(typed);
    }
    await page.tabTo(role('button', t.contact.send));
    await page.press('Enter');
    await page.see(
      role('status'),
      (one) => isFocused(one) && says(said('contact:sent.title'))(one),
    );
  },
);

journey('what was typed survives a reload, and Back', {}, async ({ page, t }) => {
  await page.goTo('/contact');
  await page.fill(label(t.contact.message), 'Dit mag niet verloren gaan');
  await page.appStarted();
  await page.tab.reload();
  const kept = ({ value }: { readonly value: string }) => value === 'Dit mag niet verloren gaan';
  await page.see(label(t.contact.message), kept);
  await page.goTo('/faq');
  await page.tab.back();
  await page.see(label(t.contact.message), kept);
});

journey(
  'what was typed survives a switch of the language',
  { on: 'desktop' },
  async ({ page, t, said }) => {
    await page.goTo('/contact');
    await page.fill(label(t.contact.message), said('contact:form.limit'));
    await page.within(role('banner')).click(role('link', t.language.other));
    await page.see(label('Message'), ({ value }) => value === said('contact:form.limit'));
  },
);
