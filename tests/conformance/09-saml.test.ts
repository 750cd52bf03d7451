import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, getUser, goodPassword, newEmail, refresh } from '../support/auth-client.ts';
import { makeCertificate } from '../support/peers/certificate.ts';
import { type SamlProvider, startSamlProvider } from '../support/peers/saml-provider.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { advance, claimsOf, connect, holdClock, lastMail, member, need } from './support/client.ts';
import { beginSso, parametersOf, postAnswer, ssoSignIn } from './support/saml.ts';

let provider: SamlProvider;
let otherProvider: SamlProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startSamlProvider();
  otherProvider = await startSamlProvider('other');
  server = await startTestServer({
    env: {
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      SSO_PROVIDERS: JSON.stringify([
        provider.setting('corp.example'),
        { domain: 'other.example', metadataUrl: `${otherProvider.url}/metadata` },
      ]),
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  await otherProvider.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const signedInBy = async (nameId: string, email = `${nameId}@corp.example`) => {
  const at = await ssoSignIn(await connect(server), provider, {
    nameId,
    attributes: { email },
  });
  const { access_token = '', refresh_token = '' } = parametersOf(at);
  const connected = await connect(server);
  const { data, error } = await connected.auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  return { ...connected, session: need(data.session), user: need(data.user) };
};
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
let count = 0;
const employee = () => `employee-${++count}`;

const refused = async (at: URL) => {
  const told = parametersOf(at);
  expect(told).not.toHaveProperty('access_token');
  expect(told).not.toHaveProperty('code');
  expect(at.origin).toBe(server.url);
  expect(told).toMatchObject({
    error: expect.any(String),
    error_code: expect.any(String),
    error_description: expect.any(String),
  });
  return told.error_code;
};

describe('§4.5 sso', () => {
  const sso = (body: object) => call(server, 'POST', '/auth/v1/sso', { body });

  test('by domain: 200 with the address, or 303 to it', async () => {
    const asked = await sso({ domain: 'corp.example', skip_http_redirect: true });
    expect(asked.status).toBe(200);
    expect(asked.body.url.startsWith(`${provider.url}/sso?`)).toBe(true);
    const sent = await sso({ domain: 'CORP.example' });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')?.startsWith(`${provider.url}/sso?`)).toBe(true);
  });

  test('by provider id, the one in the identity; stable for the entity id', async () => {
    const { user } = await signedInBy(employee());
    const id = user.app_metadata.provider?.slice('sso:'.length);
    expect(id).toMatch(uuid);
    const { auth } = await connect(server);
    const { data, error } = await auth.signInWithSSO({ providerId: id ?? '' });
    expect(error).toBeNull();
    expect(data?.url).toContain(`${provider.url}/sso?`);
  });

  test.each([
    ['an unknown domain', { domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
    ['an unknown id', { provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
    ['nothing', {}, 400, 'validation_failed'],
    [
      'both',
      { domain: 'corp.example', provider_id: crypto.randomUUID() },
      400,
      'validation_failed',
    ],
  ])('%s', async (_name, body, status, code) => {
    const answer = await sso(body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  test('an id that is no uuid: 400', async () => {
    const answer = await sso({ provider_id: 'x' });
    expect(answer.status).toBe(400);
    expect(['bad_json', 'validation_failed']).toContain(answer.body.error_code);
  });

  test('off: 404 saml_provider_disabled, also for metadata', async () => {
    const off = await startTestServer();
    const answer = await call(off, 'POST', '/auth/v1/sso', { body: { domain: 'corp.example' } });
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      404,
      'saml_provider_disabled',
      'SAML 2.0 is disabled',
    ]);
    expect((await call(off, 'GET', '/auth/v1/sso/saml/metadata')).status).toBe(404);
    await off.stop();
  });

  test('settings say that it is on', async () => {
    expect((await call(server, 'GET', '/auth/v1/settings')).body.saml_enabled).toBe(true);
  });
});

describe('§9 the service provider', () => {
  const base = () => `${server.url}/auth/v1/sso/saml`;

  test('publishes its metadata', async () => {
    const answer = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    expect(answer.text).toContain(`entityID="${base()}/metadata"`);
    expect(answer.text).toContain(`Location="${base()}/acs"`);
    expect(answer.text).toContain('urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST');
    expect(answer.text).toContain('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
    expect(answer.text).toContain('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress');
    expect(answer.text).toMatch(/KeyDescriptor[^>]*use="signing"/);
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
    const at = await postAnswer(asked, await provider.answer(asked, { nameId }));
    expect(at.pathname).toBe('/account');
    expect(at.hash).toBe('');
    const { data, error } = await connected.auth.exchangeCodeForSession(
      need(at.searchParams.get('code')),
    );
    expect(error).toBeNull();
    expect(data.user?.email).toBe(`${nameId}@corp.example`);
  });

  test('metadata by address works as metadata in the setting does', async () => {
    const connected = await connect(server);
    const asked = await beginSso(connected, otherProvider, { domain: 'other.example' });
    const at = await postAnswer(asked, await otherProvider.answer(asked));
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

  test('while sign-up is closed a newcomer is told signup_disabled', async () => {
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

describe('§9, FD-6 what is refused', () => {
  const victim = 'victim';
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
    ['a key that is not in the metadata', { foreignKey: true }],
    ['an altered subject', { after: (xml: string) => xml.replaceAll(victim, 'attacker') }],
    [
      'an altered condition',
      { after: (xml: string) => xml.replace(/NotOnOrAfter="\d{4}/g, 'NotOnOrAfter="2099') },
    ],
    ['another issuer, signed with the right key', { issuer: 'https://elsewhere.example/idp' }],
    ['another audience', { audience: 'https://elsewhere.example/sp' }],
    ['another recipient', { recipient: 'https://elsewhere.example/acs' }],
    ['an answer to another question', { inResponseTo: '_another' }],
    ['an answer to no question', { inResponseTo: undefined }],
    ['a time that is over', { lifetimeSeconds: -120 }],
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
    ['no assertion', { after: (xml: string) => xml.replace(assertionOf(xml), '') }],
    [
      'a status that is no success',
      { after: (xml: string) => xml.replace('status:Success', 'status:Responder') },
    ],
  ] as const)('%s', async (_name, statement) => {
    const at = await ssoSignIn(await connect(server), provider, { nameId: victim, ...statement });
    await refused(at);
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
    expect(await refused(await ssoSignIn(await connect(server), provider, statement))).toBe(code);
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
    if (bearer === undefined) await refused(at);
    else expect((await call(server, 'GET', '/auth/v1/user', { bearer })).body.email).toBe(nameId);
  });

  test('an encrypted assertion, and the refusal says so', async () => {
    // For a key of its own: the site publishes none to encrypt for.
    const { key, certificate } = makeCertificate('encryption.test');
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    const encryptFor = { certificate, publicKey };
    const at = await ssoSignIn(await connect(server), provider, { nameId: victim, encryptFor });
    expect(await refused(at)).toBe('validation_failed');
    expect(parametersOf(at).error_description).toMatch(/encrypted/i);
    const metadata = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    expect(metadata.text).not.toContain('use="encryption"');
  });

  test('forms are read up to 1 MiB, and no further', async () => {
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
    const far = await post(1024 * 1024);
    expect([far.status, (await far.json()).error_code]).toEqual([413, 'request_entity_too_large']);
    // Far above what other calls take, and refused for what it says.
    expect((await post(1000 * 1024)).status).toBe(303);
  });

  test('a response that is no base64, no XML, or missing', async () => {
    for (const [xml, name] of [
      ['<x', 'broken'],
      ['', 'empty'],
      ['\u0000', 'NUL'],
    ] as const) {
      const asked = await beginSso(await connect(server), provider);
      expect([name, await refused(await postAnswer(asked, xml))]).toEqual([
        name,
        expect.any(String),
      ]);
    }
  });

  test('an answer used twice, in the same or another flow', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.answer(asked);
    expect(parametersOf(await postAnswer(asked, xml))).toHaveProperty('access_token');
    expect(await refused(await postAnswer(asked, xml))).toBe('saml_relay_state_not_found');
    const second = await beginSso(await connect(server), provider);
    await refused(await postAnswer(second, xml));
  });

  test('an answer used twenty times at once signs in once', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.answer(asked);
    const places = await Promise.all(Array.from({ length: 20 }, () => postAnswer(asked, xml)));
    expect(places.filter((at) => parametersOf(at).access_token)).toHaveLength(1);
  });

  test('a relay state that is unknown, missing, or an address', async () => {
    const asked = await beginSso(await connect(server), provider);
    const xml = await provider.answer(asked);
    expect(
      await refused(await postAnswer({ ...asked, relayState: crypto.randomUUID() }, xml)),
    ).toBe('saml_relay_state_not_found');
    for (const relayState of ['', `${server.url}/account`, 'https://evil.example/']) {
      await refused(await postAnswer({ ...asked, relayState }, xml));
    }
  });

  test('a provider that is no longer configured: saml_idp_not_found', async () => {
    const setting = (providers: readonly object[]) => ({
      SSO_PROVIDERS: JSON.stringify(providers),
    });
    const both = [provider.setting('corp.example'), otherProvider.setting('other.example')];
    const before = await startTestServer({ env: setting(both) });
    const asked = await beginSso(await connect(before), provider);
    const xml = await provider.answer(asked);
    await before.stop({ keep: true });
    const { dataDirectory } = before;
    const after = await startTestServer({
      dataDirectory,
      env: setting([otherProvider.setting('other.example')]),
    });
    const at = await postAnswer({ ...asked, acs: `${after.url}/auth/v1/sso/saml/acs` }, xml);
    expect(parametersOf(at).error_code).toBe('saml_idp_not_found');
    await after.stop();
  });

  test('an answer of one provider in the flow of another', async () => {
    const asked = await beginSso(await connect(server), otherProvider, { domain: 'other.example' });
    await refused(await postAnswer(asked, await provider.answer(asked)));
    const lying = await provider.answer(asked, { issuer: otherProvider.entityId });
    const again = await beginSso(await connect(server), otherProvider, { domain: 'other.example' });
    await refused(await postAnswer(again, lying));
  });
});

describe('§9 time', () => {
  /** A server whose clock runs with the provider's. */
  const fresh = () =>
    startTestServer({ env: { SSO_PROVIDERS: JSON.stringify([provider.setting('corp.example')]) } });

  test.each([
    [30, true],
    [120, false],
  ])('a provider whose clock is %i s ahead: accepted %s', async (seconds, accepted) => {
    const own = await fresh();
    Object.assign(own.ports.clock, { now: () => Date.now() });
    const asked = await beginSso(await connect(own), provider);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    const xml = await provider.answer(asked);
    vi.useRealTimers();
    const at = await postAnswer(asked, xml);
    expect('access_token' in parametersOf(at)).toBe(accepted);
    await own.stop();
  });

  test.each(['implicit', 'pkce'] as const)(
    'the session ends when the provider says: SessionNotOnOrAfter, %s',
    async (flow) => {
      const own = await fresh();
      onTestFinished(holdClock(own));
      const now = own.ports.clock.now();
      // The library that reads the answer has a clock of its own.
      vi.useFakeTimers({ toFake: ['Date'], now });
      const connected = await connect(own, flow);
      const sessionEndsAt = now + 120_000;
      const at = await ssoSignIn(connected, provider, { nameId: employee(), sessionEndsAt });
      const { access_token, refresh_token, code = '' } = parametersOf(at);
      const { session } =
        flow === 'pkce'
          ? (await connected.auth.exchangeCodeForSession(code)).data
          : { session: { access_token, refresh_token } };
      const { access_token: bearer = '', refresh_token: token = '' } = need(session);
      expect((await getUser(own, bearer)).status).toBe(200);
      advance(own, 119_000);
      const renewed = await refresh(own, token);
      expect(renewed.status).toBe(200);
      advance(own, 1000);
      expect((await getUser(own, renewed.body.access_token)).body.error_code).toBe(
        'session_not_found',
      );
      const over = await refresh(own, renewed.body.refresh_token);
      expect([over.status, over.body.error_code]).toEqual([400, 'session_expired']);
      await own.stop();
    },
  );

  test('an answer whose session is over signs nobody in', async () => {
    const own = await fresh();
    Object.assign(own.ports.clock, { now: () => Date.now() });
    const statement = { nameId: employee(), sessionEndsAt: Date.now() - 120_000 };
    const at = await ssoSignIn(await connect(own), provider, statement);
    expect(parametersOf(at)).not.toHaveProperty('access_token');
    expect(parametersOf(at).error_code).toBe('validation_failed');
    await own.stop();
  });

  test('a relay state lives five minutes', async () => {
    const late = await beginSso(await connect(server), provider);
    advance(server, 301_000);
    expect(await refused(await postAnswer(late, await provider.answer(late)))).toBe(
      'saml_relay_state_expired',
    );
  });
});
