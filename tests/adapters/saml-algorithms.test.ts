import { afterAll, expect, test } from 'vitest';
import { responseVerifier } from '#adapters/src/node/saml/response-verifier.ts';
import type { SamlProvider, Statement } from '../support/fake-services/saml-provider.ts';
import { startSamlProvider } from '../support/fake-services/saml-provider.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';
const old = 'http://www.w3.org/2000/09/xmldsig#';

const rsa = await startSamlProvider('rsa');
const curves = {
  'P-256': await startSamlProvider('p256', 'P-256'),
  'P-384': await startSamlProvider('p384', 'P-384'),
  'P-521': await startSamlProvider('p521', 'P-521'),
};
const all = [rsa, ...Object.values(curves)];
afterAll(() => Promise.all(all.map((each) => each.close())));

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

/** Whether a response of a provider, made in this way, is accepted with the certificates of its metadata. */
async function isAccepted(at: SamlProvider, statement: Statement): Promise<boolean> {
  const xml = await at.respond(asked, { nameId: 'ann', ...statement });
  const { entityId, certificate, url } = at;
  const verified = await verify({
    site,
    provider: { entityId, signInUrl: `${url}/sso`, certificates: [certificate] },
    requestId: asked.id,
    response: Buffer.from(xml).toString('base64'),
  });
  if (!('assertion' in verified)) return false;
  expect(verified.assertion.nameId?.value).toBe('ann');
  return true;
}

const signatures = [
  ...[256, 384, 512].map((size) => [rsa, `${more}rsa-sha${size}`] as const),
  ...[256, 384, 512].flatMap((size) =>
    Object.values(curves).map((at) => [at, `${more}ecdsa-sha${size}`] as const),
  ),
].map(
  ([at, signature]) => [`${at.entityId.replace(/.*\//, '')} ${signature}`, at, signature] as const,
);

const digests = [
  `${encryption}sha256`,
  `${encryption}sha384`,
  `${more}sha384`,
  `${encryption}sha512`,
];

test.each(signatures)(
  '%s is accepted with every digest, unless the response was altered or signed by another key',
  async (_name, at, signature) => {
    for (const digest of digests) {
      const algorithms = { signature, digest };
      expect([digest, await isAccepted(at, { algorithms })]).toEqual([digest, true]);
    }
    const algorithms = { signature };
    const after = (xml: string) => xml.replaceAll('>ann<', '>eve<');
    expect(await isAccepted(at, { algorithms, after })).toBe(false);
    expect(await isAccepted(at, { algorithms, foreignKey: true })).toBe(false);
  },
);

test('a signature without its value, or with another one, is rejected', async () => {
  for (const at of all) {
    const signature = at === rsa ? `${more}rsa-sha384` : `${more}ecdsa-sha384`;
    for (const value of ['', 'AAAA', Buffer.alloc(64).toString('base64')]) {
      const after = (xml: string) =>
        xml.replace(/(<SignatureValue>)[^<]*/, (_all, tag: string) => tag + value);
      expect(await isAccepted(at, { algorithms: { signature }, after })).toBe(false);
    }
  }
});

test.each([
  ['SHA-1 of RSA', rsa, { signature: `${old}rsa-sha1` }],
  ['SHA-1 as digest', rsa, { digest: `${old}sha1` }],
  ['SHA-1 of ECDSA', curves['P-256'], { signature: `${more}ecdsa-sha1` }],
  ['SHA-224', rsa, { signature: `${more}rsa-sha224` }],
  ['SHA-224 as digest', rsa, { digest: `${more}sha224` }],
  ['a digest in place of a signature', rsa, { signature: `${encryption}sha256` }],
  ['a signature in place of a digest', rsa, { digest: `${more}rsa-sha256` }],
  ['another namespace', rsa, { signature: `${encryption}rsa-sha384` }],
  [
    'ECDSA in ASN.1',
    curves['P-256'],
    { signature: `${more}ecdsa-sha256`, dsaEncoding: 'der' } as const,
  ],
  ['RSA under the name of ECDSA', rsa, { signature: `${more}ecdsa-sha256` }],
  ['ECDSA under the name of RSA', curves['P-384'], { signature: `${more}rsa-sha384` }],
])('%s is rejected', async (_name, at, algorithms) => {
  expect(await isAccepted(at, { algorithms })).toBe(false);
});
