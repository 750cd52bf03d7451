import {
  type OpenIdProvider,
  startOpenIdProvider,
} from '../support/fake-services/openid-provider.ts';
import { type SamlProvider, startSamlProvider } from '../support/fake-services/saml-provider.ts';
import { freePort } from '../support/free-port.ts';
import { openSite, startSite } from './support/site.ts';
import { test as base, enterAs, expect, newEmail } from './support/test.ts';
import { text } from './support/text.ts';

const words = {
  nl: {
    provider: /Verder met Partner/,
    sso: /Via je werkgever/,
    work: 'E-mailadres van het werk',
    go: 'Verder met SSO',
    unknown: 'Geen SSO voor dit domein',
    mail: /Link of code per mail/,
    send: 'Stuur mij een link',
    code: 'Code van 6 cijfers',
    link: 'Partner koppelen',
    unlink: 'Partner loskoppelen',
    linked: 'Het account is gekoppeld.',
    stopped: 'Het inloggen via deze dienst is afgebroken',
    invalid: 'Het antwoord van je organisatie klopt niet',
    encrypted: 'Je organisatie versleutelt het antwoord',
  },
  en: {
    provider: /Continue with Partner/,
    sso: /Through your employer/,
    work: 'Work email address',
    go: 'Continue with SSO',
    unknown: 'No SSO for this domain',
    mail: /Link or code by email/,
    send: 'Send me a link',
    code: '6-digit code',
    link: 'Link Partner',
    unlink: 'Unlink Partner',
    linked: 'The account has been linked.',
    stopped: 'Signing in through this service was stopped',
    invalid: 'Your organization’s response isn’t valid',
    encrypted: 'Your organization encrypts its response',
  },
};

interface Services {
  readonly port: number;
  readonly openid: OpenIdProvider;
  readonly saml: SamlProvider;
}

/** A site of its own that knows an OpenID provider and an employer. */
const test = base.extend<object, { readonly services: Services }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      const redirectUri = `http://localhost:${port}/auth/v1/callback`;
      const openid = await startOpenIdProvider({ redirectUri });
      const saml = await startSamlProvider();
      await use({ port, openid, saml });
      await openid.close();
      await saml.close();
    },
    { scope: 'worker' },
  ],
  opened: [
    async ({ services }, use) => {
      const site = await startSite({
        PORT: String(services.port),
        OAUTH_PROVIDERS: JSON.stringify([services.openid.setting('partner')]),
        SSO_PROVIDERS: JSON.stringify([services.saml.setting('corp.example')]),
      });
      await use({ site, admin: await openSite(site) });
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

// In one worker: each further one would start a site, its services and a browser for a single test.
test.describe.configure({ mode: 'default' });

test('a provider signs in and leads back to the page that was asked for, without a token in any URL', {
  tag: '@pair-a',
}, async ({ page, site, services: { openid }, language, expectAccessible }) => {
  const email = newEmail();
  openid.signsIn({ sub: email, email, email_verified: true, name: 'Ann' });
  const urls: string[] = [];
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth\?redirect=/);
  // The URL changes before the page does.
  await expect(page.getByRole('button', { name: words[language].provider })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: words[language].provider }).click();
  await expect(page).toHaveURL(`${site.url}/account`);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).toContain(email);
  expect(kept + urls.join()).not.toMatch(/access_token|refresh_token|provider_token/);
  const programs = text(language, 'account:programs.title');
  await expect(page.getByRole('heading', { name: programs })).toBeVisible();
  await expectAccessible();
});

test('when a provider denies access, the form shows an error', { tag: '@pair-a' }, async ({
  page,
  site,
  services: { openid },
  language,
}) => {
  openid.misbehave({ error: { error: 'access_denied', error_description: 'no' } });
  await page.goto('/auth');
  await page.getByRole('button', { name: words[language].provider }).click();
  await expect(page.getByText(words[language].stopped)).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/auth`);
  openid.honest();
});

test('a mailed code signs in', { tag: '@pair-a' }, async ({
  page,
  site,
  t,
  language,
  newMember,
  expectAccessible,
}) => {
  const who = await newMember();
  await page.goto('/auth');
  await page.getByRole('button', { name: words[language].mail }).click();
  await expect(page.getByRole('button', { name: words[language].send })).toBeVisible();
  await page.getByLabel(t.auth.email, { exact: true }).fill(who.email);
  await page.getByRole('button', { name: words[language].send }).click();
  const [mail] = await site.mailsTo(who.email);
  await page.getByLabel(words[language].code).fill(mail?.code ?? '');
  await expectAccessible();
  await page.getByRole('main').getByRole('button', { name: t.auth.signIn, exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/`);
});

test('an employer signs its people in by the domain of their address', { tag: '@pair-b' }, async ({
  page,
  site,
  services: { saml },
  language,
  expectAccessible,
}) => {
  await page.route(`${saml.url}/sso?**`, async (route) => {
    const asked = saml.read(route.request().url());
    const xml = await saml.respond(asked, { nameId: `ann-${language}` });
    const response = Buffer.from(xml).toString('base64');
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${asked.acs}"><input name="RelayState" value="${asked.relayState}"><input name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`,
    });
  });
  await page.goto('/auth');
  await page.getByRole('button', { name: words[language].sso }).click();
  const field = page.getByLabel(words[language].work);
  await field.fill('ann@nowhere.example');
  await page.getByRole('button', { name: words[language].go }).click();
  await expect(page.getByText(words[language].unknown)).toBeVisible();
  await expectAccessible();
  await field.fill('ann@corp.example');
  await page.getByRole('button', { name: words[language].go }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  const kept = await page.evaluate(() => localStorage.getItem('session') ?? '');
  expect(kept).toContain(`ann-${language}@corp.example`);
});

test('an employer whose response is not accepted leaves a sentence that fits', {
  tag: '@pair-b',
}, async ({ page, site, services: { saml }, language }) => {
  const encryptId = (xml: string) =>
    xml.replace(/<saml:NameID.*<\/saml:NameID>/s, '<saml:EncryptedID/>');
  for (const [statement, sentence] of [
    [{ foreignKey: true }, words[language].invalid],
    [{ before: encryptId }, words[language].encrypted],
  ] as const) {
    await page.unrouteAll();
    await page.route(`${saml.url}/sso?**`, async (route) => {
      const asked = saml.read(route.request().url());
      const response = Buffer.from(await saml.respond(asked, statement)).toString('base64');
      await route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${asked.acs}"><input name="RelayState" value="${asked.relayState}"><input name="SAMLResponse" value="${response}"></form><script>document.forms[0].submit()</script>`,
      });
    });
    await page.goto('/auth');
    await page.getByRole('button', { name: words[language].sso }).click();
    await page.getByLabel(words[language].work).fill('ann@corp.example');
    await page.getByRole('button', { name: words[language].go }).click();
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page).toHaveURL(`${site.url}/auth`);
  }
});

test('a provider is linked to an account and unlinked again', { tag: '@pair-b' }, async ({
  page,
  site,
  services: { openid },
  language,
  newMember,
}) => {
  const who = await newMember();
  await enterAs(page, who);
  const other = newEmail();
  openid.signsIn({ sub: other, email: other, email_verified: true });
  await page.goto('/account#security');
  await page.getByRole('button', { name: words[language].link }).click();
  await expect(page.getByText(words[language].linked).first()).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/account`);
  await expect(page.getByText(text(language, 'account:programs.none'))).toBeVisible();
  await page.getByText(text(language, 'account:security.title')).click();
  await page.getByRole('button', { name: words[language].unlink }).click();
  await expect(page.getByRole('button', { name: words[language].link })).toBeVisible();
});
