import { newEmail, newPassword } from '../../e2e/support/visitor.ts';
import { journey, translations, type Visit } from '../support/journey.ts';
import { isFocused, isInvalid, label, role, says } from '../support/page.ts';

/** Signs up with a weak password first. */
async function mendAndSignUp({ page, t, said }: Visit): Promise<void> {
  await page.goTo('/auth');
  await page.appStarted();
  await page.click(role('tab', t.auth.signUp));
  const panel = page.within(role('tabpanel', t.auth.signUp));
  await panel.fill(label(t.auth.email), newEmail());
  await panel.fill(label(t.auth.password), 'abc');
  await panel.see(role('status'), says(said('auth:strength.weak')));
  await panel.click(role('button', t.auth.signUp));
  await page.see(role('alert'));
  await panel.see(label(t.auth.password), (field) => isFocused(field) && isInvalid(field));
  await panel.fill(label(t.auth.password), newPassword());
  await panel.see(role('status'), says(said('auth:strength.strong')));
  await panel.click(role('button', t.auth.signUp));
  await page.at('/');
  await page.within(role('banner')).see(role('link', t.auth.account));
}

journey('a weak password is named, a strong one signs up', { on: 'desktop' }, mendAndSignUp);
for (const [where, options] of translations)
  journey(
    `a weak password is named ${where}, a strong one signs up`,
    { ...options, on: 'desktop' },
    mendAndSignUp,
  );

journey('the form to sign up takes along what was typed to sign in', {}, async ({ page, t }) => {
  await page.goTo('/auth');
  const main = page.within(role('main'));
  await main.fill(label(t.auth.email), 'no-address');
  await main.fill(label(t.auth.password), newPassword());
  await main.click(role('button', t.auth.signUp));
  await page.see(role('alert'));
  await main.see(label(t.auth.email), (field) => field.value === 'no-address' && isInvalid(field));
});

journey('the arrow keys go from one tab to the other', { on: 'desktop' }, async ({ page, t }) => {
  await page.goTo('/auth');
  await page.tabTo(role('tab', t.auth.signIn));
  await page.press('ArrowRight');
  await page.see(role('tab', t.auth.signUp), isFocused);
  await page.see(role('tabpanel', t.auth.signUp));
});
