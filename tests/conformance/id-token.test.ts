import { afterEach, describe, expect, test } from 'vitest';
import { call, statusAndCode } from '../support/auth-client.ts';
import { hashedNonce } from '../support/fake-services/openid-provider.ts';
import { claimsOf, connect, member, need } from './support/client.ts';
import { openOAuthSite, person } from './support/oauth-sites.ts';

const { provider, poster, server } = await openOAuthSite();
afterEach(() => provider.honest());

describe('docs/wire.md#4.2 id_token', () => {
  const grant = (body: object, bearer?: string) =>
    call(server, 'POST', '/auth/v1/token?grant_type=id_token', { body, bearer });

  test('a session, amr oauth', async () => {
    const { auth } = await connect(server);
    const who = person();
    const { data, error } = await auth.signInWithIdToken({
      provider: 'partner' as 'google',
      token: provider.idToken(who),
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(who.email);
    expect(claimsOf(need(data.session).access_token).amr).toMatchObject([{ method: 'oauth' }]);
  });

  test('issuer and client id instead of a name', async () => {
    const who = person();
    const named = await grant({ provider: 'partner', id_token: provider.idToken(who) });
    const { status, body } = await grant({
      issuer: provider.url,
      client_id: provider.clientId,
      id_token: provider.idToken(who),
    });
    expect([status, body.user?.id]).toEqual([200, named.body.user.id]);
  });

  test('an access token beside it must be the one that it was issued with', async () => {
    const id_token = provider.idToken(person(), { at_hash: 'of-some-other-token' });
    const given = { provider: 'partner', id_token };
    expect((await grant({ ...given, access_token: 'a-token' })).status).toBe(400);
    expect((await grant(given)).status).toBe(200);
  });

  test('without a provider both issuer and client id are needed', async () => {
    const id_token = provider.idToken(person());
    for (const part of [{}, { issuer: provider.url }, { client_id: provider.clientId }]) {
      const { status, body } = await grant({ ...part, id_token });
      expect([status, body.error_description]).toEqual([
        400,
        'provider or client_id and issuer required',
      ]);
    }
  });

  test('the nonce of the token is the hash of the nonce sent', async () => {
    const nonce = 'a-nonce-of-the-app';
    const right = provider.idToken(person(), { nonce: hashedNonce(nonce) });
    expect((await grant({ provider: 'partner', id_token: right, nonce })).status).toBe(200);
    for (const [token, sent, text] of [
      [
        provider.idToken(person(), { nonce: hashedNonce('another') }),
        nonce,
        /^invalid nonce Nonces mismatch$/,
      ],
      [provider.idToken(person(), { nonce }), nonce, /invalid nonce/i],
      [
        provider.idToken(person(), { nonce: hashedNonce(nonce) }),
        undefined,
        /should either both exist or not/,
      ],
      [provider.idToken(person()), nonce, /should either both exist or not/],
    ] as const) {
      const response = await grant({ provider: 'partner', id_token: token, nonce: sent });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body).toSorted()).toEqual(['error', 'error_description']);
      expect(`${response.body.error} ${response.body.error_description}`).toMatch(text);
    }
  });

  test.each([
    ['rubbish', () => 'x.y.z', /Bad ID token/],
    ['a foreign key', () => provider.idToken(person(), {}, { foreignKey: true }), /Bad ID token/],
    [
      'no signature',
      () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${provider.idToken(person()).split('.')[1]}.`,
      /Bad ID token/,
    ],
    ['an HMAC', () => provider.idToken(person(), {}, { header: { alg: 'HS256' } }), /Bad ID token/],
    [
      'another issuer',
      () => provider.idToken(person(), { iss: 'https://elsewhere.example' }),
      /Bad ID token/,
    ],
    [
      'another audience',
      () => provider.idToken(person(), { aud: 'another-app' }),
      /Unacceptable audience/,
    ],
    ['over', () => provider.idToken(person(), { exp: 1, iat: 0 }), /Bad ID token/],
    ['from the future', () => provider.idToken(person(), { iat: 4_102_444_800 }), /Bad ID token/],
    [
      'no algorithm',
      () => provider.idToken(person(), {}, { header: { alg: 'none' } }),
      /Bad ID token/,
    ],
    ['no subject', () => provider.idToken(person(), { sub: undefined }), /Bad ID token/],
    ['an empty subject', () => provider.idToken(person(), { sub: '' }), /Bad ID token/],
    ['a subject that is no text', () => provider.idToken(person(), { sub: null }), /./],
    [
      'several audiences and another azp',
      () => provider.idToken(person(), { aud: [provider.clientId, 'x'], azp: 'x' }),
      /Unacceptable/,
    ],
  ])('%s: 400 in the words of OAuth, without a code', async (_name, token, text) => {
    const response = await call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
      body: { provider: 'partner', id_token: token() },
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body).toSorted()).toEqual(['error', 'error_description']);
    expect(response.body.error).toBe('invalid request');
    expect(response.body.error_description).toMatch(text);
  });

  test('an unknown provider: 400; an issuer in the request selects no keys', async () => {
    const unknown = await grant({ provider: 'nobody', id_token: provider.idToken(person()) });
    expect(statusAndCode(unknown)).toEqual([400, 'provider_disabled']);
    expect(unknown.body.msg).toBe('Provider (issuer "nobody") is not enabled');
    const foreign = await grant({
      issuer: 'https://elsewhere.example',
      client_id: provider.clientId,
      id_token: provider.idToken(person()),
    });
    expect(statusAndCode(foreign)).toEqual([400, 'validation_failed']);
    for (const body of [
      { issuer: provider.url, client_id: 'another' },
      { issuer: poster.url, client_id: provider.clientId },
    ]) {
      const response = await grant({ ...body, id_token: provider.idToken(person()) });
      expect(response.status).toBe(400);
    }
  });

  test('an empty body: 400', async () => {
    expect((await grant({})).status).toBe(400);
    expect((await grant({ provider: 'partner' })).status).toBe(400);
  });

  test('link_identity links to the user of the Bearer, and needs one', async () => {
    const { session } = await member(server);
    const who = person();
    const body = { provider: 'partner', id_token: provider.idToken(who), link_identity: true };
    for (const bearer of [undefined, server.config.publishableKey])
      expect((await grant(body, bearer)).status).toBe(401);
    const linked = await grant(body, session.access_token);
    expect(linked.status).toBe(200);
    expect(linked.body.user.id).toBe(session.user.id);
    expect(linked.body.user.app_metadata.providers).toContain('partner');
    expect(linked.body.user.identities).toHaveLength(2);
    const other = await member(server);
    expect(statusAndCode(await grant(body, other.session.access_token))).toEqual([
      422,
      'identity_already_exists',
    ]);
  });

  test('link_identity by cookie, without asking for cookies: the new session is in cookies too', async () => {
    const { session } = await member(server);
    const linked = await call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
      body: { provider: 'partner', id_token: provider.idToken(person()), link_identity: true },
      headers: { 'sec-fetch-site': 'same-origin' },
      cookies: new Map([['cs-access', session.access_token]]),
    });
    expect([linked.status, linked.body.user.id]).toEqual([200, session.user.id]);
    expect(linked.text).not.toContain('_token":');
    expect(claimsOf(linked.cookies.get('cs-access') ?? '').sub).toBe(session.user.id);
    expect(linked.cookies.get('cs-refresh')).toBeTruthy();
  });
});
