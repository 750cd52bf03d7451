import { afterAll, expect, test } from 'vitest';
import { responseVerifier } from '#adapters/src/node/saml/response-verifier.ts';
import { makeCertificate } from '../support/fake-services/certificate.ts';
import { type Statement, startSamlProvider } from '../support/fake-services/saml-provider.ts';

const provider = await startSamlProvider();
afterAll(() => provider.close());
const verify = responseVerifier();

const site = { entityId: 'https://site.test/metadata', acsUrl: 'https://site.test/acs' };
const asked = {
  id: '_1',
  issuer: site.entityId,
  acs: site.acsUrl,
  destination: '',
  relayState: '',
  query: new URLSearchParams(),
};

const verified = (response: string) =>
  verify({
    site,
    provider: {
      entityId: provider.entityId,
      signInUrl: `${provider.url}/sso`,
      certificates: [provider.certificate],
    },
    requestId: asked.id,
    response,
  });
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

const { key, certificate } = await makeCertificate('encryption.test');
const [publicKey] = [(await import('node:crypto')).createPublicKey(key)].map((each) =>
  each.export({ type: 'spki', format: 'pem' }).toString(),
);
const encryptFor = { certificate, publicKey: publicKey ?? '' };
const status = (value: string) => (xml: string) => xml.replace('status:Success', value);
const twoAssertions = (xml: string) =>
  xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (own) => own + own);

test.each<[string, string, Statement]>([
  ['size', 'more markup than any provider sends', { after: (xml) => xml + '<!---->'.repeat(2000) }],
  ['xml', 'no XML', { after: () => 'hello Ann Peeters' }],
  ['xml', 'a document type', { after: (xml) => `<!DOCTYPE r>${xml}` }],
  ['form', 'two assertions', { after: twoAssertions }],
  [
    'form',
    'no assertion',
    { after: (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, '') },
  ],
  ['form', 'something else', { after: () => '<x/>' }],
  ['status', 'a failure at the provider', { after: status('status:Responder') }],
  ['not_signed', 'no signature', { signed: 'neither' }],
  ['not_signed', 'the response alone is signed', { signed: 'response' }],
  [
    'algorithm',
    'SHA-1',
    { algorithms: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } },
  ],
  ['signature', 'another key', { foreignKey: true }],
  [
    'signature',
    'a change afterwards',
    { nameId: 'ann', after: (xml) => xml.replaceAll('>ann<', '>eve<') },
  ],
  ['audience', 'another audience', { audience: 'https://elsewhere.example' }],
  ['request', 'another request', { inResponseTo: '_2' }],
  ['request', 'no request', { inResponseTo: undefined }],
  ['encrypted', 'an encrypted assertion', { encryptFor }],
])('%s: %s', async (check, _name, statement) => {
  expect(await verified(base64(await provider.respond(asked, statement)))).toEqual({ check });
});

test('what is no base64 or no UTF-8 fails the encoding', async () => {
  for (const response of ['', '*', base64(Buffer.from([0x3c, 0xff]))])
    expect(await verified(response)).toEqual({ check: 'encoding' });
});

test.each([
  ['EncryptedID', /<saml:NameID.*<\/saml:NameID>/s],
  ['EncryptedAttribute', /<saml:Attribute .*<\/saml:Attribute>/s],
])('an %s is noticed, and missing', async (name, part) => {
  const before = (xml: string) => xml.replace(part, `<saml:${name}/>`);
  const read = await verified(base64(await provider.respond(asked, { before })));
  expect(read).toMatchObject({ assertion: { hasEncryptedParts: true } });
  const plain = await verified(base64(await provider.respond(asked)));
  expect(plain).toMatchObject({ assertion: { hasEncryptedParts: false } });
});
