import { startSite } from './support/site.ts';
import { expect, expectAccessiblePage, newVisitor, test } from './support/test.ts';
import { text } from './support/text.ts';

test('the link the server prints makes the first admin, once', { tag: '@pair-b' }, async ({
  browser,
  language,
  t,
}) => {
  const site = await startSite();
  const page = await newVisitor(browser, site, language);
  const who = { email: 'owner@example.com', password: 'Kraanvogel-7!zee' };
  const main = page.getByRole('main');
  const make = () => main.getByRole('button', { name: text(language, 'admin-setup:action') });

  await page.goto('/admin-setup');
  await main.getByLabel(t.setup.token, { exact: true }).fill('wrong');
  await main.getByLabel(t.setup.email, { exact: true }).fill(who.email);
  await main.getByLabel(t.setup.password, { exact: true }).fill('weak');
  await make().click();
  await expect(main.getByLabel(t.setup.password, { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await main.getByLabel(t.setup.password, { exact: true }).fill(who.password);
  await make().click();
  await expect(main.getByLabel(t.setup.token, { exact: true })).toHaveAccessibleDescription(
    text(language, 'admin-setup:errors.wrong'),
  );
  await expectAccessiblePage(page);

  await page.goto('/');
  await page.goto(`/admin-setup#token=${site.setupToken()}`);
  await expect(main.getByLabel(t.setup.token, { exact: true })).toHaveValue(/\S{20,}/);
  await expect(page).not.toHaveURL(/token/);
  await main.getByLabel(t.setup.email, { exact: true }).fill(who.email);
  await main.getByLabel(t.setup.password, { exact: true }).fill(who.password);
  await make().click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(
    page.getByRole('status').getByText(text(language, 'admin-setup:done.title')).first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: t.admin.upload, exact: true })).toBeVisible();

  await page.goto('/admin-setup');
  await expect(
    page.getByRole('heading', { name: text(language, 'admin-setup:closed.title') }),
  ).toBeVisible();
  await expect(main.getByLabel(t.setup.token, { exact: true })).toHaveCount(0);
  await page.context().close();
  await site.stop();
});
