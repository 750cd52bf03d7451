import { expect } from 'vitest';
import { newPassword } from '../../e2e/support/visitor.ts';
import { journey, translations, type Visit } from '../support/journey.ts';
import { isFocused, label, role, says, text } from '../support/page.ts';
import { submitSignIn } from '../support/sign-in.ts';

const alert = role('alert');

/** Signs in with a wrong password first. */
async function failAndSignIn(visit: Visit): Promise<void> {
  const { page, t, said } = visit;
  const who = await visit.newMember();
  await page.goTo('/auth');
  await submitSignIn(visit, { ...who, password: newPassword() });
  await page.see(alert, says(said('problems:invalid_credentials')));
  await page.within(role('main')).see(label(t.auth.email), ({ value }) => value === who.email);
  await submitSignIn(visit, who);
  await page.at('/');
  await page.within(role('banner')).see(role('link', t.auth.account));
  const kept = await page.tab.call<string>(`() => localStorage.getItem('session')`);
  expect(kept).toContain(who.email);
  expect(kept).not.toMatch(/access_token|refresh_token/);
  expect(await page.tab.call('() => document.cookie')).not.toContain('cs-');
}

journey('a wrong password is rejected, the right one signs in', { on: 'desktop' }, failAndSignIn);
for (const [where, options] of translations)
  journey(
    `a wrong password is rejected ${where}, the right one signs in`,
    { ...options, on: 'desktop' },
    failAndSignIn,
  );

journey('a protected page asks to sign in, and is there afterwards', {}, async (visit) => {
  const { page } = visit;
  const who = await visit.newMember();
  await page.goTo('/account?x=1');
  await page.at('/auth?redirect=%2Faccount%3Fx%3D1');
  await page.see(text(visit.said('auth:signIn.continue.title')));
  await submitSignIn(visit, who);
  await page.at(/^\/account\?x=1/);
  await page.within(role('main')).see(role('heading', visit.said('account:programs.title')));
});

journey('signing in never leads to another site', {}, async (visit) => {
  const who = await visit.newMember();
  await visit.page.goTo('/auth?redirect=%2F%2Fevil.example%2F');
  await visit.page.appStarted();
  await submitSignIn(visit, who);
  await visit.page.at('/');
});

journey('one signs in by keyboard alone', { on: 'desktop', language: 'en' }, async (visit) => {
  const { page, t } = visit;
  const who = await visit.newMember();
  await page.goTo('/auth');
  const main = page.within(role('main'));
  await main.tabTo(label(t.auth.email));
  await page.type(who.email);
  await main.tabTo(label(t.auth.password));
  await page.type(`${who.password}x`);
  await page.press('Enter');
  await page.see(alert);
  await main.see(role('button', t.auth.signIn), ({ isDisabled }) => !isDisabled);
  await main.fill(label(t.auth.password), who.password);
  await page.press('Enter');
  await page.at('/');
});

journey(
  'five failures lock the account, until the owner unlocks it',
  { language: 'en' },
  async (visit) => {
    const { page, site, said } = visit;
    const who = await visit.newMember();
    await page.goTo('/auth');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await submitSignIn(visit, { ...who, password: `wrong-${attempt}` });
      await page.see(alert);
      await page.called('grant_type=password', attempt);
    }
    await submitSignIn(visit, who);
    await page.see(alert, says(said('problems:account_locked')));
    site.command('admin.ts', ['unlock', '--email', who.email]);
    await page.goTo('/auth');
    await submitSignIn(visit, who);
    await page.at('/');
  },
);

journey('signing out leaves nothing behind', { on: 'desktop' }, async (visit) => {
  const { page, t } = visit;
  await visit.enterAs(await visit.newMember());
  await page.goTo('/about');
  await page.within(role('banner')).click(role('button', t.auth.signOut), 2);
  await page.at('/auth');
  await page.see(role('heading'), isFocused);
  expect(await page.tab.call(`() => localStorage.getItem('session')`)).toBeNull();
  await page.goTo('/account');
  await page.at('/auth?redirect=%2Faccount');
});
