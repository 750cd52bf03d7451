import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { makeCertificate } from '../support/fake-services/certificate.ts';
import { startTestServer } from '../support/server.ts';
import { connect } from './support/client.ts';
import { beginSso, parametersOf, postedResponse, ssoSignIn } from './support/saml.ts';
import { openSamlSite } from './support/saml-site.ts';

const { provider, otherProvider, server, rejected } = await openSamlSite();

describe('docs/wire.md#9, FD-6 what is rejected', () => {
  const victim = 'victim';
  const old = 'http://www.w3.org/2000/09/xmldsig#';
  const evil = (xml: string) =>
    xml
      .replaceAll(victim, 'attacker')
      .replace(/<(?:\w+:)?Signature[\s\S]*?<\/(?:\w+:)?Signature>/, '');
  const assertionOf = (xml: string) =>
    /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const signatureOf = (xml: string) => /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '';
  const withId = (xml: string, id: string) =>
    xml.replace(/(<saml:Assertion[^>]*\sID=")[^"]*/, `$1${id}`);
  const wrapped = (rebuild: (own: string, forged: string) => string) => (xml: string) => {
    const own = assertionOf(xml);
    return xml.replace(own, () => rebuild(own, evil(own)));
  };

  test.each([
    ['nothing signed', { signed: 'neither' }],
    ['a signature around the assertion only', { signed: 'response' }],
    ['another destination', { destination: 'https://elsewhere.example/acs' }],
    ['a signature by SHA-1', { algorithms: { signature: `${old}rsa-sha1` } }],
    ['a digest by SHA-1', { algorithms: { digest: `${old}sha1` } }],
    ['text that is no XML', { after: () => 'hello' }],
    ['nothing at all', { after: () => '' }],
    ['XML that is too deep', { after: () => '<a xmlns:a="b">'.repeat(8000) }],
    ['a key that is not in the metadata', { foreignKey: true }],
    ['an altered subject', { after: (xml: string) => xml.replaceAll(victim, 'attacker') }],
    [
      'an altered condition',
      { after: (xml: string) => xml.replace(/NotOnOrAfter="\d{4}/g, 'NotOnOrAfter="2099') },
    ],
    ['another issuer, signed with the right key', { issuer: 'https://elsewhere.example/idp' }],
    ['another audience', { audience: 'https://elsewhere.example/sp' }],
    ['another recipient', { recipient: 'https://elsewhere.example/acs' }],
    ['a response to another request', { inResponseTo: '_another' }],
    ['a response to no request', { inResponseTo: undefined }],
    ['an expired time', { lifetimeSeconds: -120 }],
    ['a DTD', { after: (xml: string) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}` }],
    [
      'a DTD with an outside entity',
      { after: (xml: string) => `<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">${xml}` },
    ],
    ['two assertions, the same', { after: wrapped((own) => own + own) }],
    [
      'a forged assertion before the signed one',
      { after: wrapped((own, forged) => withId(forged, '_evil') + own) },
    ],
    [
      'a forged assertion after the signed one',
      { after: wrapped((own, forged) => own + withId(forged, '_evil')) },
    ],
    ['a forged assertion of the same id', { after: wrapped((own, forged) => forged + own) }],
    [
      'a forged assertion around the signed one',
      {
        after: wrapped((own, forged) =>
          withId(forged, '_evil').replace('</saml:Assertion>', () => `${own}</saml:Assertion>`),
        ),
      },
    ],
    [
      'a forged assertion with the signature of the one inside it',
      {
        after: wrapped((own, forged) =>
          withId(forged, '_evil').replace(
            '</saml:Issuer>',
            () =>
              `</saml:Issuer>${signatureOf(own).replace('</Signature>', () => `<Object>${own.replace(signatureOf(own), '')}</Object></Signature>`)}`,
          ),
        ),
      },
    ],
    [
      'the signed one hidden in an extension',
      {
        after: (xml: string) => {
          const own = assertionOf(xml);
          return xml
            .replace(own, () => withId(evil(own), '_evil'))
            .replace(
              '<samlp:Status>',
              () => `<samlp:Extensions>${own}</samlp:Extensions><samlp:Status>`,
            );
        },
      },
    ],
    [
      'a forged assertion in an extension, and the signed one in its place',
      {
        after: (xml: string) =>
          xml.replace(
            '<samlp:Status>',
            () =>
              `<samlp:Extensions>${withId(evil(assertionOf(xml)), '_evil')}</samlp:Extensions><samlp:Status>`,
          ),
      },
    ],
    ['no assertion', { after: (xml: string) => xml.replace(assertionOf(xml), '') }],
    [
      'a status that is no success',
      { after: (xml: string) => xml.replace('status:Success', 'status:Responder') },
    ],
    [
      'a success and another status',
      {
        after: (xml: string) =>
          xml.replace(
            /<samlp:StatusCode[^>]*\/?>(?:<\/samlp:StatusCode>)?/,
            (own) => `${own}${own.replace('Success', 'Responder')}`,
          ),
      },
    ],
  ] as const)('%s', async (_name, statement) => {
    const at = await ssoSignIn(await connect(server), provider, { nameId: victim, ...statement });
    expect(await rejected(at)).toBe('validation_failed');
  });

  test.each([
    ['no subject', { nameId: ' ' }, 'saml_assertion_no_user_id'],
    [
      'a transient subject alone',
      { nameId: '_t', format: 'transient', attributes: { mail: 'x@corp.example' } },
      'saml_assertion_no_user_id',
    ],
    ['no address', { nameId: 'somebody', attributes: { name: 'Ann' } }, 'saml_assertion_no_email'],
  ] as const)('%s: %s', async (_name, statement, code) => {
    expect(await rejected(await ssoSignIn(await connect(server), provider, statement))).toBe(code);
  });

  test('a comment in the NameID does not cut it', async () => {
    const nameId = 'admin@corp.example.evil.example';
    const at = await ssoSignIn(await connect(server), provider, {
      nameId,
      format: 'email',
      attributes: {},
      after: (xml) => xml.replace(nameId, 'admin@corp.example<!---->.evil.example'),
    });
    const { access_token: bearer } = parametersOf(at);
    // The canonical form omits comments, so the signature is still valid; then the whole name must count.
    expect((await call(server, 'GET', '/auth/v1/user', { bearer })).body.email).toBe(nameId);
  });

  test('a signed response with more markup than any provider sends', async () => {
    const at = await ssoSignIn(await connect(server), provider, {
      nameId: 'somebody',
      // The canonical form omits comments, so the signature is still valid.
      after: (xml) => xml.replace('</saml:Issuer>', `</saml:Issuer>${'<!---->'.repeat(1500)}`),
    });
    expect(await rejected(at)).toBe('validation_failed');
  });

  test('an encrypted assertion, and the error says so', async () => {
    // With a key of the test: the site publishes none for encryption.
    const { key, certificate } = await makeCertificate('encryption.test');
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    const encryptFor = { certificate, publicKey };
    const at = await ssoSignIn(await connect(server), provider, { nameId: victim, encryptFor });
    expect(await rejected(at)).toBe('validation_failed');
    expect(parametersOf(at).error_description).toMatch(/encrypted/i);
    const metadata = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    expect(metadata.text).not.toContain('use="encryption"');
  });

  test('forms are read up to 256 KiB, and no further', async () => {
    const asked = await beginSso(await connect(server), provider);
    const post = (length: number) =>
      fetch(asked.acs, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          RelayState: asked.relayState,
          SAMLResponse: 'A'.repeat(length),
        }),
      });
    const far = await post(256 * 1024);
    expect([far.status, (await far.json()).error_code]).toEqual([413, 'request_entity_too_large']);
    // Far above the limit of other calls, and rejected for its content.
    expect((await post(250 * 1024)).status).toBe(303);
    const fields = '&'.repeat(200_000);
    const many = new Blob([fields], { type: 'application/x-www-form-urlencoded' });
    expect((await fetch(asked.acs, { method: 'POST', body: many })).status).toBe(400);
    expect((await fetch(asked.acs, { method: 'POST', body: 'x' })).status).toBe(415);
  });

  test('a form is read after the limit per IP only', async () => {
    const own = await startTestServer({
      env: {
        AUTH_IP_RATE_LIMITS: 'on',
        SSO_PROVIDERS: JSON.stringify([provider.setting('corp.example')]),
      },
    });
    const body = new URLSearchParams({ SAMLResponse: 'A'.repeat(256 * 1024) });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i += 1) {
      const { status } = await fetch(`${own.url}/auth/v1/sso/saml/acs`, { method: 'POST', body });
      statuses.push(status);
    }
    await own.stop();
    expect(statuses).toEqual([...Array(60).fill(413), 429, 429]);
  });

  test('a response that is no base64, no XML, or missing', async () => {
    for (const [xml, name] of [
      ['<x', 'broken'],
      ['', 'empty'],
      ['\u0000', 'NUL'],
    ] as const) {
      const asked = await beginSso(await connect(server), provider);
      expect([name, await rejected(await postedResponse(asked, xml))]).toEqual([
        name,
        expect.any(String),
      ]);
    }
    const asked = await beginSso(await connect(server), provider);
    const base64 = Buffer.from(await provider.respond(asked)).toString('base64');
    const { headers } = await fetch(asked.acs, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ RelayState: asked.relayState, SAMLResponse: `${base64}*` }),
    });
    expect(await rejected(new URL(headers.get('location') ?? ''))).toBe('validation_failed');
  });

  test('a response used twice, in the same or another flow', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.respond(asked);
    expect(parametersOf(await postedResponse(asked, xml))).toHaveProperty('access_token');
    expect(await rejected(await postedResponse(asked, xml))).toBe('saml_relay_state_not_found');
    const second = await beginSso(await connect(server), provider);
    expect(await rejected(await postedResponse(second, xml))).toBe('validation_failed');
  });

  test('a response used twenty times at once signs in once', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.respond(asked);
    const places = await Promise.all(Array.from({ length: 20 }, () => postedResponse(asked, xml)));
    expect(places.filter((at) => parametersOf(at).access_token)).toHaveLength(1);
  });

  test('a relay state that is unknown, missing, or a URL', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.respond(asked);
    expect(
      await rejected(await postedResponse({ ...asked, relayState: crypto.randomUUID() }, xml)),
    ).toBe('saml_relay_state_not_found');
    for (const relayState of ['', 'x', `${server.url}/account`, 'https://evil.example/']) {
      const at = await postedResponse({ ...asked, relayState }, xml);
      expect(await rejected(at)).toBe('saml_relay_state_not_found');
    }
  });

  test('a provider that is no longer configured: saml_idp_not_found', async () => {
    const setting = (providers: readonly object[]) => ({
      SSO_PROVIDERS: JSON.stringify(providers),
    });
    const both = [provider.setting('corp.example'), otherProvider.setting('other.example')];
    const before = await startTestServer({ env: setting(both) });
    const asked = await beginSso(await connect(before), provider);
    const xml = await provider.respond(asked);
    await before.stop({ keep: true });
    const { dataDirectory } = before;
    const after = await startTestServer({
      dataDirectory,
      env: setting([otherProvider.setting('other.example')]),
    });
    const at = await postedResponse({ ...asked, acs: `${after.url}/auth/v1/sso/saml/acs` }, xml);
    expect(parametersOf(at).error_code).toBe('saml_idp_not_found');
    await after.stop();
  });

  test('a response of one provider in the flow of another', async () => {
    const asked = await beginSso(await connect(server), otherProvider, { domain: 'other.example' });
    expect(await rejected(await postedResponse(asked, await provider.respond(asked)))).toBe(
      'validation_failed',
    );
    const lying = await provider.respond(asked, { issuer: otherProvider.entityId });
    const again = await beginSso(await connect(server), otherProvider, { domain: 'other.example' });
    await rejected(await postedResponse(again, lying));
  });
});
