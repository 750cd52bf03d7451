import type { Page } from '@playwright/test';
import { webFonts } from './support/fonts.ts';
import {
  type Credentials,
  enterAs,
  expect,
  holdApp,
  type Labels,
  newEmail,
  newPassword,
  newVisitor,
  signIn,
  submitSignIn,
  test,
} from './support/test.ts';
import { text } from './support/text.ts';

const words = {
  nl: {
    wrong: /E-mailadres of wachtwoord klopt niet/,
    locked:
      'Account tijdelijk vergrendeld na meerdere mislukte pogingen. Probeer het later opnieuw.',
    limited: 'Te veel inlogpogingen. Wacht even voor je het opnieuw probeert.',
    stays: /Vergrendeld na vijf pogingen/,
  },
  en: {
    wrong: /email address or password isn’t right/,
    locked: 'Account temporarily locked due to multiple failed attempts. Please try again later.',
    limited: 'Too many sign-in attempts. Please wait before trying again.',
    stays: /Locked after five attempts/,
  },
};

test('a wrong password is rejected, the right one signs in', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  newMember,
  expectAccessible,
}) => {
  const who = await newMember();
  await page.goto('/auth');
  await submitSignIn(page, t, { ...who, password: newPassword() });
  await expect(
    page.getByRole('alert').filter({ hasText: words[language].wrong }).first(),
  ).toBeVisible();
  await expectAccessible();
  await submitSignIn(page, t, who);
  await expect(page).toHaveURL(/\/$/);
  const kept = await page.evaluate(() => localStorage.getItem('session') ?? '');
  expect(kept).toContain(who.email);
  expect(kept).not.toMatch(/access_token|refresh_token/);
  const scripts = await page.evaluate(() => document.cookie);
  expect(scripts).not.toContain('cs-');
});

test('a form that was sent before the app was there keeps the focus on its button', {
  tag: '@pair-a',
}, async ({ page, t, newMember }) => {
  const who = await newMember();
  let release = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await submitSignIn(page, t, { ...who, password: newPassword() });
  release();
  await expect(page.getByRole('alert').first()).toBeVisible();
  const button = page.getByRole('main').getByRole('button', { name: t.auth.signIn, exact: true });
  await expect(button).toBeFocused();
});

/** What fills the sign-in form before the app is there. */
const hands = {
  'a person': async (page: Page, t: Labels, { email, password }: Credentials) => {
    const main = page.getByRole('main');
    await main.getByLabel(t.auth.email, { exact: true }).pressSequentially(email);
    await main.getByLabel(t.auth.password, { exact: true }).pressSequentially(password);
  },
  'a password manager': (page: Page, _: Labels, who: Credentials) =>
    page.evaluate((values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`);
        if (field) field.value = value;
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, who),
  'a browser that tells nobody': (page: Page, _: Labels, who: Credentials) =>
    page.evaluate((values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`);
        if (field) field.value = value;
      }
    }, who),
} as const;

for (const [name, fill] of Object.entries(hands)) {
  test(`what ${name} fills in before the app is there signs in`, { tag: '@pair-b' }, async ({
    page,
    t,
    newMember,
  }) => {
    const { email, password } = await newMember();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/auth', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await expect(main.getByLabel(t.auth.password, { exact: true })).toBeVisible();
    await fill(page, t, { email, password });
    arrive();
    await expect(page.locator('html')).toHaveClass(/\bapp\b/);
    await expect(main.getByLabel(t.auth.email, { exact: true })).toHaveValue(email);
    await expect(main.getByLabel(t.auth.password, { exact: true })).toHaveValue(password);
    await main.getByRole('button', { name: t.auth.signIn, exact: true }).click();
    await expect(page).toHaveURL(/localhost:\d+\/$/);
  });
}

test('five failures lock the account, in every browser, until the owner unlocks it', {
  tag: '@pair-a',
}, async ({ page, browser, site, language, t, newMember, expectAccessible }) => {
  const who = await newMember();
  const said = words[language];
  await page.goto('/auth');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const responded = page.waitForResponse(/grant_type=password/);
    await submitSignIn(page, t, { ...who, password: `wrong-${attempt}` });
    await responded;
    await expect(page.getByRole('alert').first()).toBeVisible();
  }
  await submitSignIn(page, t, who);
  await expect(page.getByRole('alert').filter({ hasText: said.locked })).toBeVisible();
  await expect(page.getByRole('main').getByText(said.stays)).toBeVisible();
  await expectAccessible();

  const other = await newVisitor(browser, site, language, { userAgent: 'Another browser' });
  await other.goto('/auth');
  await submitSignIn(other, t, who);
  await expect(other.getByRole('alert').filter({ hasText: said.locked })).toBeVisible();

  site.command('admin.ts', ['unlock', '--email', who.email]);
  for (const unlocked of [other, page]) {
    await unlocked.goto('/auth');
    await submitSignIn(unlocked, t, who);
    await expect(unlocked).toHaveURL(/localhost:\d+\/$/);
  }
  await other.context().close();
});

test('after five attempts on one device the sixth has to wait', { tag: '@pair-b' }, async ({
  page,
  language,
  t,
  newMember,
}) => {
  const who = await newMember();
  const said = words[language];
  await page.goto('/auth');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const responded = page.waitForResponse(/grant_type=password/);
    await submitSignIn(page, t, { email: newEmail(), password: newPassword() });
    await responded;
    await expect(page.getByRole('alert').first()).toBeVisible();
  }
  await submitSignIn(page, t, who);
  await expect(page.getByRole('alert').filter({ hasText: said.limited })).toBeVisible();
});

test('when the question about the limit fails, signing in is allowed', { tag: '@pair-b' }, async ({
  page,
  t,
  newMember,
}) => {
  await page.route('**/rpc/check_rate_limit', (route) => route.abort());
  await signIn(page, t, await newMember());
  await expect(page.getByRole('banner').getByRole('link', { name: t.auth.account })).toBeVisible();
});

test('signing in leads back to where one wanted to go', { tag: '@pair-a' }, async ({
  page,
  t,
  admin,
}) => {
  await page.goto('/admin?x=1');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fadmin%3Fx%3D1$/);
  await submitSignIn(page, t, admin);
  await expect(page).toHaveURL(/\/admin\?x=1$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const query of ['redirect=/account', 'redirect=%2faccount&a=b%20c', 'a=1&a=2&x'])
  test(`a form in use stays where it is when the app starts, also at ?${query}`, {
    tag: '@phone',
  }, async ({ page, language, t }) => {
    const why = page.getByText(text(language, 'auth:signIn.continue.title'));
    const isLedOn = query.startsWith('redirect');
    await page.goto(`/auth?${query}`);
    await expect(why).toBeVisible({ visible: isLedOn });
    const arrive = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    const main = page.getByRole('main');
    await main.getByLabel(t.auth.email, { exact: true }).fill(newEmail());
    const action = main.getByRole('button', { name: t.auth.signIn, exact: true });
    await webFonts(page);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    const before = await action.boundingBox();
    arrive();
    await expect(page.locator('html')).toHaveClass(/\bapp\b/);
    // What the router does after its start has happened before the next frame but one.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await action.boundingBox()).toEqual(before);
    await expect(why).toBeVisible({ visible: isLedOn });
  });

test('it never leads to another site', { tag: '@pair-b' }, async ({ page, t, newMember }) => {
  await page.goto('/auth?redirect=%2F%2Fevil.example%2F');
  await submitSignIn(page, t, await newMember());
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});

test('signing out, from any page, leaves nothing behind and ends every session', {
  tag: '@pair-b',
}, async ({ page, browser, site, language, t, newMember }) => {
  const who = await newMember();
  const other = await newVisitor(browser, site, language);
  await enterAs(other, who);
  await enterAs(page, who);
  for (const path of ['/', '/blog', '/does-not-exist', '/account']) {
    await page.goto(path);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: t.auth.account })).toBeVisible();
    await expect(header.getByRole('button', { name: t.auth.signOut })).toBeVisible();
  }
  await page.goto('/about');
  const ended: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/logout')) ended.push(request.url());
  });
  const signOut = page.getByRole('banner').getByRole('button', { name: t.auth.signOut });
  // Two presses are one sign-out.
  await signOut.evaluate((button: HTMLElement) => [button, button].map((one) => one.click()));
  await expect(page).toHaveURL(/\/auth$/);
  expect(ended).toHaveLength(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('cs-'))).toEqual([]);
  await expect(page.getByRole('banner').getByRole('link', { name: t.auth.account })).toBeHidden();
  await other.goto('/account#security');
  await expect(other).toHaveURL(/\/auth\?redirect=%2Faccount$/);
  await other.context().close();
});

test('a sign-out that the server did not confirm says that other devices may still be signed in', {
  tag: '@pair-b',
}, async ({ page, t, language, newMember, expectAccessible }) => {
  await enterAs(page, await newMember());
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: t.auth.signOut }).click();
  await expect(page.getByRole('alert')).toContainText(
    text(language, 'auth:signOut.unconfirmed.title'),
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await expectAccessible();
});
