import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, openEnds } from './support/ends.ts';
import { openLemonLdap } from './support/lemonldap.ts';
import { type FederatedSite, startFederatedSite } from './support/site.ts';

interface Client {
  /** Beside those of a new one. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The secret that the provider has; the site has it too, unless `isWrong`. */
  readonly secret?: string;
  readonly isWrong?: boolean;
  /** Whether `email_verified` is among its claims. */
  readonly isVerified?: boolean;
  readonly secondsAhead?: number;
}

const signedWith = (algorithm: string, options: object = {}): Client => ({
  isVerified: true,
  options: { oidcRPMetaDataOptionsIDTokenSignAlg: algorithm, ...options },
});
const usual = (options: object = {}) => signedWith('RS256', options);
const refused = (detail: string) => ({ provider: 'oidc', detail });

const cases: readonly (Case & { readonly client: Client })[] = [
  {
    about: 'signature',
    what: 'HS512, as its Manager makes a client',
    client: signedWith('HS512'),
    ends: refused('HS512'),
  },
  ...['RS256', 'RS384', 'RS512'].map((algorithm) => ({
    about: 'signature',
    what: algorithm,
    client: signedWith(algorithm),
    ends: 'in' as const,
  })),
  {
    about: 'signature',
    what: 'user info with RS256',
    client: usual({ oidcRPMetaDataOptionsUserInfoSignAlg: 'RS256' }),
    ends: 'in',
  },
  {
    about: 'signature',
    what: 'user info with HS256',
    client: usual({ oidcRPMetaDataOptionsUserInfoSignAlg: 'HS256' }),
    ends: refused('HS256'),
  },
  {
    about: 'claims',
    what: '`email_verified`',
    client: usual({ oidcRPMetaDataOptionsBypassConsent: 1 }),
    ends: 'in',
  },
  {
    about: 'claims',
    what: 'no `email_verified`',
    client: { ...usual(), isVerified: false },
    ends: 'in after a mail',
  },
  {
    about: 'claims',
    what: 'in the ID token too',
    client: usual({ oidcRPMetaDataOptionsIDTokenForceClaims: 1 }),
    ends: 'in',
  },
  {
    about: 'client',
    what: 'PKCE required',
    client: usual({ oidcRPMetaDataOptionsRequirePKCE: 1 }),
    ends: 'in',
  },
  {
    about: 'client',
    what: 'a secret with `-_.~`',
    client: { ...usual(), secret: 'ge-he_im.en~1' },
    ends: 'in',
  },
  {
    about: 'client',
    what: 'another secret',
    client: { ...usual(), isWrong: true },
    ends: refused('invalid_client'),
  },
  {
    about: 'clock',
    what: '50 min behind',
    client: { ...usual(), secondsAhead: -3000 },
    ends: 'in',
  },
  {
    about: 'clock',
    what: '2 h behind',
    client: { ...usual(), secondsAhead: -7200 },
    ends: refused('exp'),
  },
  { about: 'clock', what: '10 min ahead', client: { ...usual(), secondsAhead: 600 }, ends: 'in' },
];

/** The name of a client at the provider, and of its provider on the site. */
const nameOf = (index: number) => `client${index}`;
const named = <T>(of: (client: Client, name: string) => T) =>
  Object.fromEntries(
    cases.map(({ client }, index) => [nameOf(index), of(client, nameOf(index))] as const),
  );

const ends = openEnds('LemonLDAP::NG with OpenID Connect', 'liblemonldap-ng-portal-perl');
let provider: Awaited<ReturnType<typeof openLemonLdap>>;
let site: FederatedSite;

beforeAll(async () => {
  provider = await openLemonLdap();
  const issuer = `${provider.portal}/`;
  site = await startFederatedSite(() => ({
    OAUTH_PROVIDERS: JSON.stringify(
      Object.values(
        named(({ secret = 'geheim', isWrong }, name) => ({
          name,
          issuer,
          clientId: name,
          clientSecret: isWrong ? 'vergeten' : secret,
        })),
      ),
    ),
  }));
  await provider.start({
    ...provider.oidc,
    issuerDBOpenIDConnectActivation: 1,
    oidcRPMetaDataOptions: named(({ secret = 'geheim', options }, name) => ({
      oidcRPMetaDataOptionsClientID: name,
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsRedirectUris: `${site.url}/auth/v1/callback`,
      ...options,
    })),
    // Each client gets an address of its own, as accounts belong to addresses.
    oidcRPMetaDataMacros: named((_, name) => ({
      address: `"${name}\\@corp.example"`,
      isVerified: '1',
    })),
    oidcRPMetaDataExportedVars: named(({ isVerified }) => ({
      email: 'address',
      ...(isVerified && { email_verified: 'isVerified;bool' }),
    })),
  });
});
afterAll(async () => {
  ends.addRows();
  await site?.stop();
  await provider?.stop();
});

test.each(cases.map((tried, index) => ({ ...tried, name: nameOf(index) })))(
  '$about: $what',
  async ({ client: { secondsAhead = 0 }, name, ...tried }) => {
    const visitor = { ...provider.visitor, address: `${name}@corp.example` };
    const enter = () => site.enterByOidc(name, visitor);
    ends.expect(tried, await provider.clock.during(secondsAhead, enter));
  },
);

test('its subject is the login', async () => {
  const name = nameOf(cases.findIndex(({ what }) => what === 'RS256'));
  expect(await site.enterByOidc(name, provider.visitor)).toMatchObject({ subject: 'rtyler' });
});
