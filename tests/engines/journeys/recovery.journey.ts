import { newEmail, newPassword } from '../../e2e/support/visitor.ts';
import { journey, type Visit } from '../support/journey.ts';
import { label, role, says, text } from '../support/page.ts';
import { submitSignIn } from '../support/sign-in.ts';

/** Asks for a mail that leads to a new password. */
async function forgetPassword({ page, t, said }: Visit, email: string): Promise<void> {
  await page.goTo('/auth');
  const main = page.within(role('main'));
  await main.fill(label(t.auth.email), email);
  await main.click(role('button', said('auth:signIn.forgot')));
  const send = role('button', said('auth:recover.action'));
  await main.see(send);
  await main.see(label(t.auth.email), ({ value }) => value === email);
  await main.click(send);
  await page.see(role('heading', said('auth:mail.recover.title')));
}

async function chooseAnother({ page, said }: Visit): Promise<string> {
  const password = newPassword();
  const main = page.within(role('main'));
  await main.fill(label(said('auth:field.newPassword')), password);
  await main.click(role('button', said('auth-reset:action')));
  await page.see(role('status'), says(said('auth-reset:saved')));
  await page.at('/account');
  await page.see(role('heading', said('account:programs.title')));
  return password;
}

journey('a forgotten password is replaced by the mailed link', {}, async (visit) => {
  const { page, site, t, said } = visit;
  const who = await visit.newMember();
  await forgetPassword(visit, who.email);
  const [mail] = await site.mailsTo(who.email);
  await page.goTo(mail?.link?.href ?? '');
  await page.click(role('button', said('auth-confirm:recovery.action')));
  await page.at('/auth/reset');
  const password = await chooseAnother(visit);
  await visit.forget();
  await page.goTo('/auth');
  await submitSignIn(visit, who);
  await page.see(role('alert'));
  await submitSignIn(visit, { ...who, password });
  await page.at('/');
  await page.see(role('button', t.menu.open));
});

journey(
  'the code of the mail does what its link does, after a wrong one',
  { on: 'desktop', language: 'en' },
  async (visit) => {
    const { page, site, said } = visit;
    const who = await visit.newMember();
    await forgetPassword(visit, who.email);
    const [mail] = await site.mailsTo(who.email);
    const field = label(said('auth:ways.code.field'));
    await page.fill(field, mail?.code === '111111' ? '222222' : '111111');
    await page.press('Enter');
    await page.see(role('alert'), says(said('problems:otp_expired')));
    await page.fill(field, mail?.code ?? '');
    await page.press('Enter');
    await page.at('/auth/reset');
    await chooseAnother(visit);
  },
);

journey('who is unknown gets the same answer', { language: 'en' }, (visit) =>
  forgetPassword(visit, newEmail()),
);

journey('a link that is no good leads to a new one', { on: 'desktop' }, async ({ page, said }) => {
  const query = 'token_hash=0123456789abcdef&type=recovery&transport=cookie&redirect_to=%2F';
  await page.goTo(`/auth/confirm?${query}`);
  await page.click(role('button', said('auth-confirm:recovery.action')));
  await page.see(text(said('auth-confirm:expired.title')));
  await page.see(role('button', said('auth:recover.action')));
});
