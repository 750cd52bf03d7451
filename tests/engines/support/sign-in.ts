import type { Credentials } from '../../e2e/support/site.ts';
import type { Visit } from './journey.ts';
import { label, role } from './page.ts';

/** Fills in the sign-in form of the page that is there and sends it. */
export async function submitSignIn(
  { page, t }: Pick<Visit, 'page' | 't'>,
  who: Credentials,
): Promise<void> {
  const main = page.within(role('main'));
  await main.fill(label(t.auth.email), who.email);
  await main.fill(label(t.auth.password), who.password);
  await main.click(role('button', t.auth.signIn));
}
