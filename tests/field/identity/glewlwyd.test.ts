import { afterAll, beforeAll, test } from 'vitest';
import { type Case, openEnds } from './support/ends.ts';
import { startGlewlwyd } from './support/glewlwyd.ts';
import { type FederatedSite, startFederatedSite } from './support/site.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Set {
  /** Of the plugin for OpenID Connect, beside those that its administration page begins with. */
  readonly plugin: Settings;
  readonly client?: Settings;
  readonly secret?: string;
  readonly secondsAhead?: number;
}

/** Without these nobody gets in. */
const needed = { 'pkce-allowed': true, 'email-claim': 'mandatory' };
const withPlugin = (settings: Settings): Set => ({ plugin: { ...needed, ...settings } });
const sending = (method: string): Set => ({
  plugin: needed,
  client: { token_endpoint_auth_method: [method] },
});
const refused = (detail: string) => ({ provider: 'oidc', detail });

const cases: readonly (Case & { readonly set: Set })[] = [
  {
    about: 'plugin',
    what: 'as its administration page makes it, without PKCE',
    set: { plugin: {} },
    ends: { error: 'invalid_request' },
  },
  {
    about: 'plugin',
    what: 'PKCE allowed, e-mail address mandatory, no `email_verified`',
    set: { plugin: needed },
    ends: 'in after a mail',
  },
  {
    about: 'plugin',
    what: 'PKCE required',
    set: withPlugin({ 'pkce-required': true }),
    ends: 'in after a mail',
  },
  {
    about: 'plugin',
    what: '`email_verified` added to its claims',
    set: withPlugin({
      claims: [
        {
          name: 'email_verified',
          'user-property': 'name',
          type: 'boolean',
          'boolean-value-true': 'Ann Peeters',
          'boolean-value-false': '-',
          mandatory: true,
        },
      ],
    }),
    ends: 'in',
  },
  {
    about: 'plugin',
    what: 'subjects pairwise',
    set: withPlugin({ 'subject-type': 'pairwise' }),
    ends: refused('sub'),
  },
  ...['256', '384', '512'].map((size) => ({
    about: 'signature',
    what: `RS${size}`,
    set: withPlugin({ 'jwt-key-size': size }),
    ends: 'in after a mail' as const,
  })),
  {
    about: 'signature',
    what: 'PS256',
    set: withPlugin({ 'jwt-type': 'rsa-pss' }),
    ends: 'in after a mail',
  },
  {
    about: 'signature',
    what: 'HS512',
    set: withPlugin({ 'jwt-type': 'sha', 'jwt-key-size': '512', key: 'een-gedeelde-sleutel' }),
    ends: refused('HS512'),
  },
  {
    about: 'client',
    what: 'secret in the header',
    set: sending('client_secret_basic'),
    ends: 'in after a mail',
  },
  {
    about: 'client',
    what: 'secret in the body',
    set: sending('client_secret_post'),
    ends: 'in after a mail',
  },
  {
    about: 'client',
    what: 'a secret with `-_.~`',
    set: { plugin: needed, secret: 'ge-he_im.en~1' },
    ends: 'in after a mail',
  },
  {
    about: 'clock',
    what: '50 min behind',
    set: { plugin: needed, secondsAhead: -3000 },
    ends: 'in after a mail',
  },
  {
    about: 'clock',
    what: '2 h behind',
    set: { plugin: needed, secondsAhead: -7200 },
    ends: refused('exp'),
  },
  {
    about: 'clock',
    what: '10 min ahead',
    set: { plugin: needed, secondsAhead: 600 },
    ends: 'in after a mail',
  },
];

/** The name of a case, of its client at the provider, and of its provider on the site. */
const tried = cases.map((each, index) => ({ ...each, name: `case${index}` }));
const secretOf = ({ secret = 'geheimwoord' }: Set) => secret;

const ends = openEnds('glewlwyd', 'glewlwyd');
let provider: Awaited<ReturnType<typeof startGlewlwyd>>;
let site: FederatedSite;

beforeAll(async () => {
  provider = await startGlewlwyd();
  site = await startFederatedSite(() => ({
    OAUTH_PROVIDERS: JSON.stringify(
      tried.map(({ name, set }) => ({
        name,
        issuer: provider.issuerOf(name),
        clientId: name,
        clientSecret: secretOf(set),
      })),
    ),
  }));
  for (const { name, set } of tried) {
    await provider.addPlugin(name, set.plugin);
    await provider.addClient(name, secretOf(set), `${site.url}/auth/v1/callback`, set.client);
    await provider.addUser(name);
  }
});
afterAll(async () => {
  ends.addRows();
  await site?.stop();
  await provider?.stop();
});

test.each(tried)('$about: $what', async ({ name, set: { secondsAhead = 0 }, ...each }) => {
  const visitor = { answers: provider.signIn(name), address: `${name}@corp.example` };
  const enter = () => site.enterByOidc(name, visitor);
  ends.expect(each, await provider.clock.during(secondsAhead, enter));
});
