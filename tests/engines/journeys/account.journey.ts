import { expect } from 'vitest';
import { newEmail, newPassword } from '../../e2e/support/visitor.ts';
import { appWith } from '../../support/authenticator-app.ts';
import { journey, type Visit } from '../support/journey.ts';
import { css, isFocused, isInvalid, label, role, says, text } from '../support/page.ts';
import { submitSignIn } from '../support/sign-in.ts';

/** The account of a new member. */
async function openAccount(visit: Visit) {
  const who = await visit.newMember();
  await visit.enterAs(who);
  await visit.page.goTo('/account#security');
  // The list of devices moves what is below it.
  await visit.page.see(text(visit.said('mfa:devices.here')));
  return who;
}

journey('a password is changed, after one that is too short', { on: 'desktop' }, async (visit) => {
  const { page, said } = visit;
  const who = await openAccount(visit);
  const panel = page.within(role('region', said('account:password.title')));
  const field = label(said('auth:field.newPassword'));
  await panel.fill(field, 'short');
  await page.press('Enter');
  await panel.see(field, isInvalid);
  const password = newPassword();
  await panel.fill(field, password);
  await panel.click(role('button', said('account:password.action')));
  await page.see(role('status'), says(said('account:password.saved')));
  await visit.forget();
  await page.goTo('/auth');
  await submitSignIn(visit, { ...who, password });
  await page.at('/');
});

journey('the codes of both mails change the address', { language: 'en' }, async (visit) => {
  const { page, site, said } = visit;
  const who = await openAccount(visit);
  const wanted = newEmail();
  await page.fill(label(said('account:email.field')), wanted);
  await page.press('Enter');
  for (const [email, shown] of [
    [who.email, 'account:email.pending.half'],
    [wanted, 'auth:mail.confirmed.email_change'],
  ] as const) {
    const field = label(said('account:email.pending.codeOf', { email }));
    await page.see(field);
    await page.fill(field, (await site.mailsTo(email)).at(-1)?.code ?? '');
    await page.press('Enter');
    await page.see(role('status'), says(said(shown)));
  }
  await page.within(css('#email')).see(css('p'), says(wanted));
});

/** Connects an authenticator app, and returns what it shows from then on. */
async function connectApp({ page, said }: Visit): Promise<() => Promise<string>> {
  const main = page.within(role('main'));
  await main.click(role('button', said('mfa:app.start')));
  await main.see(role('heading', said('mfa:app.title')), isFocused);
  const { text: secret } = await main.see(css('.key-text'));
  const nextCode = appWith(secret.replaceAll(' ', ''));
  await typeCode(page, await nextCode());
  await main.click(role('button', said('mfa:app.action')));
  await main.see(text(said('mfa:app.isOn.text')));
  return nextCode;
}

/** Types a code as a person does: into the first cell, the rest follows. */
async function typeCode(page: Visit['page'], code: string): Promise<void> {
  await page.fill(css('main .code input'), code);
}

journey(
  'an app is connected, asked for at the next sign-in, and removed',
  { on: 'desktop' },
  async (visit) => {
    const { page, said } = visit;
    const who = await openAccount(visit);
    const nextCode = await connectApp(visit);
    await visit.forget();
    await page.goTo('/auth?redirect=%2Faccount');
    // It comes with the app, and moves what is below it.
    await page.see(text(said('auth:signIn.continue.title')));
    await submitSignIn(visit, who);
    await page.see(role('textbox', said('mfa:code.cell', { place: '1' })), isFocused);
    await page.type(await nextCode());
    await page.press('Enter');
    await page.at('/account');
    await page.click(role('link', said('account:security.nav')));
    await page.click(role('button', said('mfa:remove.totp')));
    await typeCode(page, await nextCode());
    await page.click(role('button', said('mfa:remove.action')));
    await page.see(role('button', said('mfa:app.start')));
  },
);

journey('a recovery code replaces a lost phone', { language: 'en' }, async (visit) => {
  const { page, said } = visit;
  const who = await openAccount(visit);
  await connectApp(visit);
  await page.click(role('button', said('mfa:recovery.make')));
  const codes = page.within(role('list', said('mfa:recovery.list')));
  await codes.counts(role('listitem'), 10);
  const { text: code } = await codes.see(role('listitem'));
  await visit.forget();
  await page.goTo('/auth');
  await submitSignIn(visit, who);
  await page.click(role('button', said('mfa:recovery.lost')));
  const field = label(said('mfa:recovery.code'));
  await page.fill(field, 'wrong');
  await page.press('Enter');
  await page.see(field, ({ description }) =>
    description.includes(said('problems:recovery_code_invalid')),
  );
  await page.fill(field, code.toUpperCase());
  await page.press('Enter');
  await page.at('/');
});

journey('an account is deleted with its password only', {}, async (visit) => {
  const { page, t, said } = visit;
  const who = await openAccount(visit);
  const remove = role('button', said('mfa:data.delete.action'));
  await page.click(remove);
  const dialog = page.within(role('dialog'));
  await dialog.click(remove);
  await dialog.see(label(t.auth.password), isFocused);
  await dialog.fill(label(t.auth.password), newPassword());
  await page.press('Enter');
  await dialog.see(text(said('mfa:password.wrong')));
  await dialog.fill(label(t.auth.password), who.password);
  await page.press('Enter');
  await page.at('/');
  expect(await visit.site.sql(`SELECT id FROM users WHERE email = '${who.email}'`)).toEqual([]);
});
