import { afterAll, beforeAll, test } from 'vitest';
import { type Case, openEnds } from './support/ends.ts';
import { openLemonLdap } from './support/lemonldap.ts';
import { encrypted, invalid, noEmail, noId } from './support/refusals.ts';
import { type FederatedSite, startSamlSite } from './support/site.ts';

interface Settings {
  /** Of the site, beside those that a new one has. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly exported?: Readonly<Record<string, string>>;
  readonly secondsAhead?: number;
  /** Whether the metadata of the site says of its key that it is for encryption too. */
  readonly encrypts?: boolean;
}

const nameId = (format: string): Settings => ({
  options: { samlSPMetaDataOptionsNameIDFormat: format },
});
const signedWith = (method: string): Settings => ({
  options: { samlSPMetaDataOptionsSignatureMethod: method },
});
const encrypting = (mode: string, encrypts: boolean): Settings => ({
  options: { samlSPMetaDataOptionsEncryptionMode: mode },
  encrypts,
});

const cases: readonly (Case & { readonly settings: Settings })[] = [
  { about: 'NameID', what: 'emailAddress, as installed', settings: {}, ends: 'in' },
  {
    about: 'NameID',
    what: 'emailAddress, without an attribute',
    settings: { exported: {} },
    ends: 'in',
  },
  { about: 'NameID', what: 'persistent', settings: nameId('persistent'), ends: 'in' },
  { about: 'NameID', what: 'Windows', settings: nameId('windows'), ends: 'in' },
  { about: 'NameID', what: 'transient', settings: nameId('transient'), ends: noId },
  {
    about: 'NameID',
    what: 'unspecified, which it sends empty',
    settings: nameId('unspecified'),
    ends: noId,
  },
  {
    about: 'NameID',
    what: 'persistent, without an attribute',
    settings: { ...nameId('persistent'), exported: {} },
    ends: noEmail,
  },
  ...['256', '384', '512'].map((size) => ({
    about: 'signature',
    what: `RSA-SHA-${size}`,
    settings: signedWith(`RSA_SHA${size}`),
    ends: 'in' as const,
  })),
  {
    about: 'signature',
    what: 'RSA-SHA-1',
    settings: signedWith('RSA_SHA1'),
    ends: invalid('algorithm'),
  },
  {
    about: 'signature',
    what: 'the assertion alone',
    settings: { options: { samlSPMetaDataOptionsSignSSOMessage: 0 } },
    ends: 'in',
  },
  {
    about: 'signature',
    what: 'requests must be signed',
    settings: { options: { samlSPMetaDataOptionsCheckSSOMessageSignature: 1 } },
    ends: 'in',
  },
  {
    about: 'encryption',
    what: 'asked for, not done without a key for it in the metadata',
    settings: encrypting('assertion', false),
    ends: 'in',
  },
  {
    about: 'encryption',
    what: 'assertion',
    settings: encrypting('assertion', true),
    ends: encrypted,
  },
  {
    about: 'encryption',
    what: 'NameID, which it sends as it is',
    settings: encrypting('nameid', true),
    ends: 'in',
  },
  { about: 'clock', what: '1 h behind', settings: { secondsAhead: -3600 }, ends: 'in' },
  { about: 'clock', what: '100 s ahead', settings: { secondsAhead: 100 }, ends: 'in' },
  {
    about: 'clock',
    what: '150 s ahead',
    settings: { secondsAhead: 150 },
    ends: invalid('clock'),
  },
  {
    about: 'clock',
    what: 'two days behind',
    settings: { secondsAhead: -172_800 },
    ends: invalid('clock'),
  },
];

const ends = openEnds('LemonLDAP::NG with SAML', 'liblemonldap-ng-portal-perl');
let provider: Awaited<ReturnType<typeof openLemonLdap>>;
let site: FederatedSite;

beforeAll(async () => {
  provider = await openLemonLdap();
  site = await startSamlSite(`${provider.portal}/saml/metadata`);
});
afterAll(async () => {
  ends.addRows();
  await site?.stop();
  await provider?.stop();
});

test.each(cases)('$about: $what', async ({ settings, ...tried }) => {
  const { options = {}, exported = { mail: '0;mail;;' }, secondsAhead = 0, encrypts } = settings;
  const metadata = await site.metadata();
  const known = encrypts ? metadata.replace(/ use="signing"/, '') : metadata;
  provider.clock.shift(secondsAhead);
  await provider.start({
    ...provider.saml,
    issuerDBSAMLActivation: 1,
    samlSPMetaDataXML: { site: { samlSPMetaDataXML: known } },
    samlSPMetaDataOptions: { site: options },
    samlSPMetaDataExportedAttributes: { site: exported },
  });
  ends.expect(tried, await site.enterBySaml(provider.visitor));
});
