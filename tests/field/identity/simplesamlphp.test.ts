import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, openEnds } from './support/ends.ts';
import { encrypted, invalid, noEmail, noId } from './support/refusals.ts';
import { type SimpleSamlSettings, startSimpleSaml } from './support/simplesamlphp.ts';
import { type FederatedSite, startSamlSite } from './support/site.ts';

const format = (name: string) => `urn:oasis:names:tc:SAML:${name}`;
const persistentFormat = format('2.0:nameid-format:persistent');
const emailFormat = format('1.1:nameid-format:emailAddress');
const unspecifiedFormat = format('1.1:nameid-format:unspecified');
const more = 'http://www.w3.org/2001/04/xmldsig-more#';

type Settings = SimpleSamlSettings & { readonly secondsAhead?: number };

/** A format has to be asked for in the metadata of the site too, as SimpleSAMLphp takes the first that this names. */
const named = (Format: string, filter: object, site: object = {}, attributes = {}): Settings => ({
  provider: { authproc: { 3: filter } },
  site: { NameIDFormat: Format, ...site },
  attributes,
});
const persistentFilter = { class: 'saml:PersistentNameID', attribute: 'uid' };
const persistent = (site: object = {}, provider: object = {}): Settings => ({
  provider: { authproc: { 3: persistentFilter }, ...provider },
  site: { NameIDFormat: persistentFormat, ...site },
});
const from = (attribute: string, Format: string) => ({
  class: 'saml:AttributeNameID',
  attribute,
  Format,
});
const mapped = (map: string): Settings =>
  persistent({}, { authproc: { 3: persistentFilter, 50: { class: 'core:AttributeMap', 0: map } } });
const signedWith = (algorithm: string) => persistent({}, { 'signature.algorithm': algorithm });
const skewed = (secondsAhead: number): Settings => ({ ...persistent(), secondsAhead });

const cases: readonly (Case & { readonly settings: Settings })[] = [
  { about: 'NameID', what: 'transient, as installed', settings: {}, ends: noId },
  { about: 'NameID', what: 'persistent', settings: persistent(), ends: 'in' },
  {
    about: 'NameID',
    what: 'emailAddress, without an attribute',
    settings: named(emailFormat, from('mail', emailFormat), { attributes: ['uid'] }),
    ends: 'in',
  },
  {
    about: 'NameID',
    what: 'unspecified',
    settings: named(unspecifiedFormat, from('uid', unspecifiedFormat)),
    ends: 'in',
  },
  {
    about: 'NameID',
    what: '`userid.attribute`',
    settings: { provider: { 'userid.attribute': 'uid' } },
    ends: 'in',
  },
  {
    about: 'NameID',
    what: 'persistent, set for the provider alone',
    settings: { provider: { authproc: { 3: persistentFilter } } },
    ends: noId,
  },
  {
    about: 'NameID',
    what: 'emailAddress of a person with two addresses, sent as transient',
    settings: named(
      emailFormat,
      from('mail', emailFormat),
      {},
      { mail: ['a@corp.example', 'b@corp.example'] },
    ),
    ends: noId,
  },
  ...['sha256', 'sha384', 'sha512'].map((hash) => ({
    about: 'signature',
    what: `RSA-${hash.toUpperCase().replace('SHA', 'SHA-')}`,
    settings: signedWith(`${more}rsa-${hash}`),
    ends: 'in' as const,
  })),
  {
    about: 'signature',
    what: 'RSA-SHA-1',
    settings: signedWith('http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
    ends: invalid('algorithm'),
  },
  {
    about: 'signature',
    what: 'the assertion alone',
    settings: persistent({ 'saml20.sign.response': false }),
    ends: 'in',
  },
  {
    about: 'signature',
    what: 'the response alone',
    settings: persistent({ 'saml20.sign.assertion': false }),
    ends: invalid('not_signed'),
  },
  {
    about: 'signature',
    what: 'requests must be signed',
    settings: persistent({ 'redirect.validate': true, 'validate.authnrequest': true }),
    ends: 'in',
  },
  {
    about: 'encryption',
    what: 'assertion',
    settings: persistent({ 'assertion.encryption': true }),
    ends: encrypted,
  },
  {
    about: 'encryption',
    what: 'NameID',
    settings: persistent({ 'nameid.encryption': true }),
    ends: encrypted,
  },
  { about: 'attributes', what: '`mail`', settings: persistent(), ends: 'in' },
  { about: 'attributes', what: 'OIDs', settings: mapped('name2oid'), ends: 'in' },
  { about: 'attributes', what: 'claims', settings: mapped('name2claim'), ends: 'in' },
  {
    about: 'attributes',
    what: '`urn:mace:dir:attribute-def:mail`',
    settings: mapped('name2urn'),
    ends: noEmail,
  },
  {
    about: 'attributes',
    what: 'none with an address',
    settings: persistent({ attributes: ['uid'] }),
    ends: noEmail,
  },
  ...[-300, 75].map((seconds) => ({
    about: 'clock',
    what: seconds < 0 ? `${-seconds} s behind` : `${seconds} s ahead`,
    settings: skewed(seconds),
    ends: 'in' as const,
  })),
  ...[-420, 110].map((seconds) => ({
    about: 'clock',
    what: seconds < 0 ? `${-seconds} s behind` : `${seconds} s ahead`,
    settings: skewed(seconds),
    ends: invalid('clock'),
  })),
];

const ends = openEnds('SimpleSAMLphp', 'simplesamlphp');
let provider: Awaited<ReturnType<typeof startSimpleSaml>>;
let site: FederatedSite;

beforeAll(async () => {
  provider = await startSimpleSaml(() => site.metadata());
  site = await startSamlSite(provider.metadataUrl);
});
afterAll(async () => {
  ends.addRows();
  await site?.stop();
  await provider?.stop();
});

let people = 0;
const newName = () => `ann${++people}`;

test.each(cases)(
  '$about: $what',
  async ({ settings: { secondsAhead = 0, ...settings }, ...tried }) => {
    const visitor = await provider.set(settings, newName());
    const enter = () => site.enterBySaml(visitor);
    ends.expect(tried, await provider.clock.during(secondsAhead, enter));
  },
);

test('the person of a persistent NameID keeps the account when the address changes', async () => {
  const name = newName();
  const first = await site.enterBySaml(await provider.set(persistent(), name));
  const attributes = { mail: [`${name}@new.example`] };
  const second = await site.enterBySaml(await provider.set({ ...persistent(), attributes }, name));
  expect(second).toMatchObject({ userId: first.userId, email: `${name}@new.example` });
});
