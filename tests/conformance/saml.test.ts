import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { claimsOf, connect, lastMail, member, need } from './support/client.ts';
import { beginSso, parametersOf, postedResponse, ssoSignIn } from './support/saml.ts';
import { employee, openSamlSite, uuid } from './support/saml-site.ts';

const { provider, otherProvider, server, signedInBy } = await openSamlSite();

describe('docs/wire.md#9 the service provider', () => {
  const base = () => `${server.url}/auth/v1/sso/saml`;

  test('publishes its metadata', async () => {
    const response = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    expect(response.text).toContain(`entityID="${base()}/metadata"`);
    expect(response.text).toContain(`Location="${base()}/acs"`);
    expect(response.text).toContain('urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST');
    expect(response.text).toContain('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
    expect(response.text).toContain('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress');
    expect(response.text).toMatch(/KeyDescriptor[^>]*use="signing"/);
    const saved = await call(server, 'GET', '/auth/v1/sso/saml/metadata?download=true');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('signs its requests with the published key, and names itself and the consumer', async () => {
    const asked = await beginSso(await connect(server), provider);
    expect(asked).toMatchObject({
      issuer: `${base()}/metadata`,
      acs: `${base()}/acs`,
      destination: `${provider.url}/sso`,
      id: expect.stringMatching(/^[_a-zA-Z]/),
    });
    expect(asked.relayState).toMatch(uuid);
    const { text } = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    const pem = /X509Certificate>([^<]+)</.exec(text)?.[1]?.replace(/\s/g, '') ?? '';
    const { publicKey } = new X509Certificate(Buffer.from(pem, 'base64'));
    const part = (name: string) => `${name}=${encodeURIComponent(asked.query.get(name) ?? '')}`;
    const content = ['SAMLRequest', 'RelayState', 'SigAlg'].map(part).join('&');
    expect(asked.query.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const signature = Buffer.from(asked.query.get('Signature') ?? '', 'base64');
    expect(
      verify(
        'sha256',
        Buffer.from(content),
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        signature,
      ),
    ).toBe(true);
  });

  test('implicit: the session is in the fragment, amr sso/saml with the provider', async () => {
    const nameId = employee();
    const { session, user } = await signedInBy(nameId);
    expect(user).toMatchObject({
      email: `${nameId}@corp.example`,
      app_metadata: { provider: expect.stringMatching(/^sso:/) },
    });
    const claims = claimsOf(session.access_token);
    const id = user.app_metadata.provider?.slice(4);
    expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: id }]);
    expect(claims.aal).toBe('aal1');
    const again = await signedInBy(nameId);
    expect(again.user.id).toBe(user.id);
  });

  test('PKCE: a code in the query, nothing in the fragment', async () => {
    const connected = await connect(server, 'pkce');
    const asked = await beginSso(connected, provider, {
      domain: 'corp.example',
      options: { redirectTo: `${server.url}/account` },
    });
    const nameId = employee();
    const at = await postedResponse(asked, await provider.respond(asked, { nameId }));
    expect(at.pathname).toBe('/account');
    expect(at.hash).toBe('');
    const { data, error } = await connected.auth.exchangeCodeForSession(
      need(at.searchParams.get('code')),
    );
    expect(error).toBeNull();
    expect(data.user?.email).toBe(`${nameId}@corp.example`);
  });

  test('metadata by URL works as metadata in the setting does', async () => {
    const connected = await connect(server);
    const asked = await beginSso(connected, otherProvider, { domain: 'other.example' });
    const at = await postedResponse(asked, await otherProvider.respond(asked));
    expect(parametersOf(at)).toHaveProperty('access_token');
  });

  test.each([
    [
      'subject-id before NameID',
      {
        nameId: 'ignored',
        attributes: {
          'urn:oasis:names:tc:SAML:attribute:subject-id': 'subject-1',
          mail: 'one@corp.example',
        },
      },
      'subject-1',
      'one@corp.example',
    ],
    [
      'a NameID that is an address, in lower case',
      { nameId: 'Ann@Corp.Example', format: 'email', attributes: {} },
      'ann@corp.example',
      'ann@corp.example',
    ],
    [
      'the OID of mail',
      { nameId: 'p-1', attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'two@corp.example' } },
      'p-1',
      'two@corp.example',
    ],
    [
      'the xmlsoap claim',
      {
        nameId: 'p-2',
        attributes: {
          'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress':
            'three@corp.example',
        },
      },
      'p-2',
      'three@corp.example',
    ],
    [
      'the other xmlsoap claim',
      {
        nameId: 'p-3',
        attributes: { 'http://schemas.xmlsoap.org/claims/EmailAddress': 'four@corp.example' },
      },
      'p-3',
      'four@corp.example',
    ],
    [
      'Mail',
      { nameId: 'p-4', attributes: { Mail: 'five@corp.example' } },
      'p-4',
      'five@corp.example',
    ],
    [
      'email',
      { nameId: 'p-5', attributes: { email: 'six@corp.example' } },
      'p-5',
      'six@corp.example',
    ],
    [
      'a transient NameID with a subject-id',
      {
        nameId: '_x1',
        format: 'transient',
        attributes: {
          'urn:oasis:names:tc:SAML:attribute:subject-id': 'subject-2',
          mail: 'seven@corp.example',
        },
      },
      'subject-2',
      'seven@corp.example',
    ],
  ] as const)('who it is: %s', async (_name, statement, subject, email) => {
    const at = await ssoSignIn(await connect(server), provider, statement);
    const { access_token: bearer } = parametersOf(at);
    const { body } = await call(server, 'GET', '/auth/v1/user', { bearer });
    expect(body.email).toBe(email);
    expect(body.identities[0].id).toBe(subject);
  });

  test('one subject-id under two transient names is one user', async () => {
    const ids = [];
    for (const nameId of ['_a', '_b']) {
      const at = await ssoSignIn(await connect(server), provider, {
        nameId,
        format: 'transient',
        attributes: {
          'urn:oasis:names:tc:SAML:attribute:subject-id': 'subject-3',
          mail: 'bob@corp.example',
        },
      });
      const { access_token: bearer } = parametersOf(at);
      ids.push((await call(server, 'GET', '/auth/v1/user', { bearer })).body.id);
    }
    expect(ids[0]).toEqual(expect.any(String));
    expect(ids[1]).toBe(ids[0]);
  });

  test('while sign-up is closed a new user gets signup_disabled', async () => {
    const closed = await startTestServer({
      env: {
        AUTH_SIGNUP: 'off',
        SSO_PROVIDERS: JSON.stringify([provider.setting('corp.example')]),
      },
    });
    const at = await ssoSignIn(await connect(closed), provider, { nameId: employee() });
    expect(parametersOf(at).error_code).toBe('signup_disabled');
    expect(await closed.ports.users.list(1)).toEqual([]);
    await closed.stop();
  });

  test('SSO users live by themselves: never linked to a password user of the same address', async () => {
    const { email, session } = await member(server);
    const byProvider = await signedInBy(employee(), email);
    expect(byProvider.user.id).not.toBe(session.user.id);
    expect(byProvider.user.email).toBe(email);
    const { data } = await (await connect(server)).auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(data.user?.id).toBe(session.user.id);
    expect(data.user?.identities).toHaveLength(1);
    const { auth } = await connect(server);
    await auth.resetPasswordForEmail(email);
    const mail = await lastMail(server, email);
    const recovered = await auth.verifyOtp({ type: 'recovery', email, token: mail.code ?? '' });
    expect(recovered.data.user?.id).toBe(session.user.id);
  });

  test('and change neither address nor password: 422 user_sso_managed', async () => {
    const { auth } = await signedInBy(employee());
    for (const change of [
      { email: newEmail() },
      { password: goodPassword },
      { phone: '+32470123456' },
      { nonce: '123456' },
    ]) {
      const { error } = await auth.updateUser(change);
      expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' });
    }
    expect((await auth.updateUser({ data: { a: 1 } })).error).toBeNull();
  });
});
