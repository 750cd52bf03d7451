import { createHash, createVerify, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, getUser, newEmail, signUp } from '../support/auth-client.ts';
import {
  type Asked,
  type SamlProvider,
  type Statement,
  startSamlProvider,
} from '../support/peers/saml-provider.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let provider: SamlProvider;
let other: SamlProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await startSamlProvider('idp');
  other = await startSamlProvider('other');
  const byAddress = { domain: 'other.example', metadataUrl: other.url };
  server = await startTestServer({
    env: { SSO_PROVIDERS: JSON.stringify([provider.setting('corp.example'), byAddress]) },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  await other.close();
});

const verifier = 'v'.repeat(64);
const code_challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge, code_challenge_method: 's256' };

const start = (body: object = {}) =>
  call(server, 'POST', '/auth/v1/sso', {
    body: { domain: 'corp.example', skip_http_redirect: true, ...body },
  });

/** Asks for a sign-in and gives what the provider was sent. */
const ask = async (body: object = {}) => provider.read((await start(body)).body.url);

/** Posts a response as the browser would, and gives where it is sent. */
async function post(relayState: string, xml: string) {
  const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      RelayState: relayState,
      SAMLResponse: Buffer.from(xml).toString('base64'),
    }),
  });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

const tokensIn = (address: URL) => new URLSearchParams(address.hash.slice(1));

/** Signs in as an employee and gives the user and the claims. */
async function enter(statement: Statement = {}) {
  const asked = await ask();
  const back = await post(asked.relayState, await provider.answer(asked, statement));
  const token = tokensIn(back).get('access_token') ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { token, claims, user: (await getUser(server, token)).body };
}

describe('the service provider', () => {
  test('describes itself', async () => {
    const answer = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/xml');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    expect(answer.text).toContain(`entityID="${server.url}/auth/v1/sso/saml/metadata"`);
    expect(answer.text).toContain(`Location="${server.url}/auth/v1/sso/saml/acs"`);
    for (const format of ['emailAddress', 'persistent'])
      expect(answer.text).toContain(`nameid-format:${format}<`);
    const download = await call(server, 'GET', '/auth/v1/sso/saml/metadata?download=true');
    expect(download.headers.get('content-disposition')).toContain('attachment');
  });

  test('signs its requests with the key it publishes', async () => {
    const asked = await ask();
    const metadata = await call(server, 'GET', '/auth/v1/sso/saml/metadata');
    const base64 = /X509Certificate>([^<]+)</.exec(metadata.text)?.[1];
    const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
    const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(asked.query.get(name) ?? '')}`)
      .join('&');
    expect(asked.query.get('SigAlg')).toContain('rsa-sha256');
    const isRight = createVerify('sha256')
      .update(signed)
      .verify(pem, asked.query.get('Signature') ?? '', 'base64');
    expect(isRight).toBe(true);
    expect(asked).toMatchObject({
      issuer: `${server.url}/auth/v1/sso/saml/metadata`,
      acs: `${server.url}/auth/v1/sso/saml/acs`,
    });
  });
});

describe('POST /sso', () => {
  test('finds a provider by domain and by its stable id, metadata at an address too', async () => {
    expect((await start({ domain: 'Corp.Example' })).status).toBe(200);
    const { claims } = await enter();
    const id = claims.amr[0].provider;
    expect((await start({ domain: undefined, provider_id: id })).status).toBe(200);
    const far = await start({ domain: 'other.example' });
    expect(far.body.url).toContain(other.url);
    const plain = await call(server, 'POST', '/auth/v1/sso', { body: { domain: 'corp.example' } });
    expect(plain.status).toBe(303);
  });

  test.each([
    [{ domain: 'unknown.example' }, 404, 'sso_provider_not_found'],
    [{ domain: undefined, provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
    [{ domain: undefined, provider_id: 'x' }, 400, 'bad_json'],
    [{ domain: undefined }, 400, 'validation_failed'],
    [{ provider_id: randomUUID() }, 400, 'validation_failed'],
    [{ code_challenge }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await start(body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });
});

describe('an employee', () => {
  test('gets a user of their own and tokens in the fragment', async () => {
    const { claims, user } = await enter({ nameId: 'anna' });
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'sso/saml' }] });
    expect(user).toMatchObject({
      email: 'anna@corp.example',
      app_metadata: { provider: `sso:${claims.amr[0].provider}` },
      identities: [{ id: 'anna' }],
    });
    expect((await enter({ nameId: 'anna' })).user.id).toBe(user.id);
  });

  test('gets a code when the client sent a challenge', async () => {
    const asked = await ask({ ...pkce, redirect_to: `${server.url}/welcome` });
    const back = await post(asked.relayState, await provider.answer(asked));
    expect(`${back.origin}${back.pathname}`).toBe(`${server.url}/welcome`);
    expect(back.hash).toBe('');
    const session = await call(server, 'POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: back.searchParams.get('code'), code_verifier: verifier },
    });
    expect(session.status).toBe(200);
  });

  test('is nobody else who has the same address', async () => {
    const email = newEmail();
    const member = await signUp(server, email);
    const { user } = await enter({ attributes: { mail: email } });
    expect(user.email).toBe(email);
    expect(user.id).not.toBe(member.body.user.id);
    expect((await getUser(server, member.body.access_token)).body.identities).toHaveLength(1);
  });

  test('cannot change what the organisation manages', async () => {
    const { token } = await enter();
    for (const body of [{ email: newEmail() }, { password: 'Kraanvogel-9!zee' }]) {
      const answer = await call(server, 'PUT', '/auth/v1/user', { body, bearer: token });
      expect([answer.status, answer.body.error_code]).toEqual([422, 'user_sso_managed']);
    }
  });

  test('is known by subject-id before the name, and an e-mail name in any case', async () => {
    const subject = { 'urn:oasis:names:tc:SAML:attribute:subject-id': 'stable@corp.example' };
    const attributes = { ...subject, mail: 'bob@corp.example' };
    const first = await enter({ nameId: 'a', format: 'transient', attributes });
    const second = await enter({ nameId: 'b', format: 'transient', attributes });
    expect(second.user.id).toBe(first.user.id);
    const mixed = await enter({ nameId: 'Eve@Corp.Example', format: 'email', attributes: {} });
    expect(mixed.user.identities[0].id).toBe('eve@corp.example');
    expect(mixed.user.email).toBe('eve@corp.example');
  });
});

const insert = (xml: string, where: string, what: string) => xml.replace(where, what + where);
const assertionOf = (xml: string) =>
  /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';

describe('a response that does not hold signs nobody in', () => {
  const hostile: Record<string, Statement> = {
    unsigned: { signed: 'neither' },
    'signed around the assertion only': { signed: 'response' },
    'signed by a foreign key': { foreignKey: true },
    'of another issuer': { issuer: 'https://evil.example' },
    'for another audience': { audience: 'https://evil.example' },
    'for another recipient': { recipient: 'https://evil.example/acs' },
    'for another destination': { destination: 'https://evil.example/acs' },
    'to another request': { inResponseTo: `_${randomUUID()}` },
    'to no request': { inResponseTo: undefined },
    over: { lifetimeSeconds: -120 },
    altered: { after: (xml) => xml.replace(/@corp\.example/g, '@evil.example') },
    'with a document type': {
      after: (xml) => `<!DOCTYPE x [<!ENTITY e "evil">]>${xml}`,
    },
    'wrapped: a forged assertion before the signed one': {
      after: (xml) =>
        insert(
          xml,
          '<saml:Assertion',
          assertionOf(xml).replaceAll('@corp.example', '@evil.example'),
        ),
    },
    'wrapped: the signed one inside a forged one': {
      after: (xml) => {
        const signed = assertionOf(xml);
        const forged = signed
          .replaceAll('@corp.example', '@evil.example')
          .replace(/ID="[^"]+"/, 'ID="_forged"')
          .replace(/<Signature[\s\S]*<\/Signature>/, '');
        return xml.replace(signed, forged.replace('</saml:Issuer>', `</saml:Issuer>${signed}`));
      },
    },
    'wrapped: the signed one in an extension of the response': {
      after: (xml) => {
        const signed = assertionOf(xml);
        const forged = signed
          .replaceAll('@corp.example', '@evil.example')
          .replace(/<Signature[\s\S]*<\/Signature>/, '');
        const extension = `<samlp:Extensions>${signed}</samlp:Extensions>`;
        return xml.replace(signed, `${extension}${forged}`);
      },
    },
    'with the same assertion twice': {
      after: (xml) => insert(xml, '<saml:Assertion', assertionOf(xml)),
    },
    'no XML': { after: () => 'hello' },
    empty: { after: () => '' },
  };
  test.each(Object.entries(hostile))('%s', async (_name, statement) => {
    const asked = await ask();
    const back = await post(asked.relayState, await provider.answer(asked, statement));
    expect(back.origin).toBe(server.url);
    expect(back.searchParams.get('error_code')).toBe('validation_failed');
    expect(back.href).not.toContain('access_token');
  });

  test('from the other provider', async () => {
    const asked = await ask();
    const back = await post(asked.relayState, await other.answer(asked));
    expect(back.searchParams.get('error_code')).toBe('validation_failed');
  });

  test('a comment in a name does not cut it', async () => {
    const asked = await ask();
    const nameId = 'boss@corp.example.evil.example';
    const xml = await provider.answer(asked, {
      nameId,
      format: 'email',
      attributes: {},
      after: (text) => text.replaceAll(nameId, 'boss@corp.example<!-- -->.evil.example'),
    });
    const back = await post(asked.relayState, xml);
    const token = tokensIn(back).get('access_token');
    // Canonical form leaves comments out, so the signature still holds; then the whole name must count.
    const user = await getUser(server, token ?? '');
    expect(user.body.email).toBe(nameId);
  });

  test('without a person, or without an address', async () => {
    const cases: readonly [Statement, string][] = [
      [{ format: 'transient' }, 'saml_assertion_no_user_id'],
      [{ attributes: {} }, 'saml_assertion_no_email'],
    ];
    for (const [statement, code] of cases) {
      const asked = await ask();
      const back = await post(asked.relayState, await provider.answer(asked, statement));
      expect(back.searchParams.get('error_code')).toBe(code);
    }
  });
});

describe('a response counts once, and for the flow it answers', () => {
  test('replayed as it is, or for another flow', async () => {
    const asked = await ask();
    const xml = await provider.answer(asked);
    expect(tokensIn(await post(asked.relayState, xml)).has('access_token')).toBe(true);
    const again = await post(asked.relayState, xml);
    expect(again.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
    const next: Asked = await ask();
    const elsewhere = await post(next.relayState, xml);
    expect(elsewhere.searchParams.get('error_code')).toBe('validation_failed');
  });

  test.each(['', randomUUID(), 'https://site.example/', 'x'])(
    'nothing that we did not ask for: relay state %j',
    async (relayState) => {
      const asked = await ask();
      const xml = await provider.answer(asked);
      const back = await post(relayState, xml);
      expect(back.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
      expect(back.searchParams.get('error')).toMatch(/\S/);
    },
  );

  test('only forms of at most 1 MiB are read', async () => {
    const address = `${server.url}/auth/v1/sso/saml/acs`;
    const huge = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ SAMLResponse: 'A'.repeat(1024 * 1024 + 1) }),
    });
    expect(huge.status).toBe(413);
    const text = await fetch(address, { method: 'POST', body: 'x' });
    expect(text.status).toBe(415);
  });
});
