import { blankUser } from '@coachsite/core/account';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, getUser, goodPassword, newEmail, signIn } from '../support/auth-client.ts';
import { freePort } from '../support/free-port.ts';
import {
  hashedNonce,
  type OpenIdProvider,
  type Person,
  startOpenIdProvider,
} from '../support/peers/openid-provider.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Browser, openBrowser } from './support/browser.ts';
import { advance, claimsOf, connect, lastMail, member, need } from './support/client.ts';
import { parametersOf } from './support/saml.ts';

let provider: OpenIdProvider;
let poster: OpenIdProvider;
let server: TestServer;
let confirming: TestServer;
beforeAll(async () => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/auth/v1/callback`;
  const otherPort = await freePort();
  provider = await startOpenIdProvider({
    redirectUri,
    otherRedirectUris: [`http://127.0.0.1:${otherPort}/auth/v1/callback`],
  });
  poster = await startOpenIdProvider({
    redirectUri,
    authMethod: 'client_secret_post',
    claimsInIdToken: true,
  });
  const at = (own: number) => ({ PORT: String(own), PUBLIC_URL: `http://127.0.0.1:${own}` });
  const env = {
    AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
    OAUTH_PROVIDERS: JSON.stringify([provider.setting(), poster.setting('poster')]),
  };
  server = await startTestServer({ env: { ...env, ...at(port) } });
  confirming = await startTestServer({
    env: { ...env, ...at(otherPort), AUTH_AUTOCONFIRM: 'false' },
  });
});
afterAll(async () => {
  await server.stop();
  await confirming.stop();
  await provider.close();
  await poster.close();
});
afterEach(() => provider.honest());

let count = 0;
const person = (claims: Partial<Person> = {}): Person => {
  count += 1;
  return {
    sub: `subject-${count}`,
    email: newEmail(),
    email_verified: true,
    name: 'Ann Peeters',
    ...claims,
  };
};

/** Signs a person in with a browser of their own; returns where it ends up at the site. */
async function signInAt(
  who: Person,
  {
    on = server,
    by = provider,
    query = '',
    browser = openBrowser(),
  }: { on?: TestServer; by?: OpenIdProvider; query?: string; browser?: Browser } = {},
): Promise<URL> {
  by.signsIn(who);
  const name = by === provider ? 'partner' : 'poster';
  return browser.go(
    `${on.url}/auth/v1/authorize?provider=${name}${query}`,
    (at) => at.origin === on.url && !at.pathname.startsWith('/auth/v1/'),
  );
}
const sessionAt = async (at: URL, on = server) => {
  const { access_token = '', refresh_token = '' } = parametersOf(at);
  const connected = await connect(on);
  const { data, error } = await connected.auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  return { ...connected, session: need(data.session), user: need(data.user) };
};
const refused = (at: URL) => {
  const told = parametersOf(at);
  expect(told).not.toHaveProperty('access_token');
  expect(told).not.toHaveProperty('code');
  expect(told.error_code ?? told.error).toBeDefined();
  return told;
};

describe('§8 authorize', () => {
  const begin = (query: string) => call(server, 'GET', `/auth/v1/authorize?${query}`);

  test('302 to the provider with client, redirect, scope, state, PKCE and nonce', async () => {
    const { status, headers } = await begin('provider=partner&scopes=profile');
    expect(status).toBe(302);
    const at = new URL(headers.get('location') ?? '');
    expect(at.origin).toBe(provider.url);
    const query = Object.fromEntries(at.searchParams);
    expect(query).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: `${server.url}/auth/v1/callback`,
      response_type: 'code',
      scope: expect.stringMatching(/openid/),
      state: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      ),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.any(String),
    });
    expect(query.scope).toContain('profile');
  });

  test('other parameters pass, reserved ones in any case do not', async () => {
    const { headers } = await begin(
      'provider=partner&prompt=login&login_hint=ann&redirect_uri=https://evil.example&Redirect_URI=https://evil.example&state=x&CLIENT_ID=evil&response_type=token&Code_Challenge=x',
    );
    const { searchParams, href } = new URL(headers.get('location') ?? '');
    expect(searchParams.get('prompt')).toBe('login');
    expect(searchParams.get('login_hint')).toBe('ann');
    expect(href).not.toContain('evil');
    expect(searchParams.get('response_type')).toBe('code');
    expect(searchParams.getAll('state')).toHaveLength(1);
    expect(searchParams.get('state')).not.toBe('x');
  });

  test.each(['provider=nobody', 'provider=', 'x=y', 'provider=constructor'])(
    '%s: 400 validation_failed',
    async (query) => {
      const { status, body } = await begin(query);
      expect([status, body.error_code]).toEqual([400, 'validation_failed']);
      expect(body.msg).toMatch(/^Unsupported provider/);
    },
  );

  test('the client makes this address itself', async () => {
    const { auth } = await connect(server);
    const { data } = await auth.signInWithOAuth({
      provider: 'partner' as 'github',
      options: { skipBrowserRedirect: true, scopes: 'profile', queryParams: { prompt: 'consent' } },
    });
    const answer = await fetch(data.url ?? '', { redirect: 'manual' });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('prompt')).toBe(
      'consent',
    );
  });

  test('settings list the provider', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/settings');
    expect(body.external).toMatchObject({ partner: true, poster: true });
  });
});

describe('§8 callback', () => {
  test('implicit: session and provider token in the fragment, amr oauth', async () => {
    const who = person();
    const at = await signInAt(who, {
      query: `&redirect_to=${encodeURIComponent(`${server.url}/account`)}`,
    });
    expect(at.pathname).toBe('/account');
    expect(at.search).toBe('');
    const told = parametersOf(at);
    expect(told).toMatchObject({
      token_type: 'bearer',
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    const { user, session } = await sessionAt(at);
    expect(user).toMatchObject({
      email: who.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'partner', providers: ['partner'] },
      user_metadata: { name: 'Ann Peeters' },
    });
    expect(user.identities?.[0]).toMatchObject({
      provider: 'partner',
      id: who.sub,
      identity_data: { sub: who.sub, email: who.email, email_verified: true },
    });
    expect(claimsOf(session.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    });
  });

  test('PKCE: a code in the query; the session that comes for it has the provider’s token', async () => {
    const connected = await connect(server, 'pkce');
    const { data } = await connected.auth.signInWithOAuth({
      provider: 'partner' as 'github',
      options: { skipBrowserRedirect: true, redirectTo: `${server.url}/account` },
    });
    const who = person();
    provider.signsIn(who);
    const at = await openBrowser().go(need(data.url), ({ pathname }) => pathname === '/account');
    expect(at.hash).toBe('');
    const exchanged = await connected.auth.exchangeCodeForSession(
      need(at.searchParams.get('code')),
    );
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.email).toBe(who.email);
    expect(exchanged.data.session?.provider_token).toEqual(expect.any(String));
    expect(exchanged.data.session?.provider_refresh_token).toEqual(expect.any(String));
    expect((await connected.auth.refreshSession()).data.session?.provider_token ?? null).toBeNull();
  });

  test('a provider that takes the secret in the body, and puts its claims into the ID token', async () => {
    const who = person();
    const { user } = await sessionAt(await signInAt(who, { by: poster }));
    expect(user.email).toBe(who.email);
  });

  test('a POST is sent on to the same GET with 303', async () => {
    const answer = await call(server, 'POST', '/auth/v1/callback', {
      body: 'code=abc&state=def',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(303);
    const at = new URL(answer.headers.get('location') ?? '', server.url);
    expect([at.pathname, at.searchParams.get('code'), at.searchParams.get('state')]).toEqual([
      '/auth/v1/callback',
      'abc',
      'def',
    ]);
  });

  test.each([
    ['no state', '?code=x', 'bad_oauth_callback'],
    ['a malformed state', '?code=x&state=y', 'bad_oauth_state'],
    ['an unknown state', `?code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
  ])('%s: 303 to the site with %s', async (_name, query, code) => {
    const answer = await call(server, 'GET', `/auth/v1/callback${query}`);
    expect(answer.status).toBe(303);
    const at = new URL(answer.headers.get('location') ?? '', server.url);
    expect(at.origin).toBe(server.url);
    expect(at.searchParams.get('error_code')).toBe(code);
    expect(new URLSearchParams(at.hash.slice(1)).get('error_code')).toBe(code);
  });

  test('the provider’s own error is passed on', async () => {
    provider.misbehave({ refuse: { error: 'access_denied', error_description: 'not today' } });
    const at = await signInAt(person(), {
      query: `&redirect_to=${encodeURIComponent(`${server.url}/account`)}`,
    });
    expect(at.pathname).toBe('/account');
    expect(at.searchParams.get('error')).toBe('access_denied');
    expect(at.searchParams.get('error_description')).toBe('not today');
    expect(new URLSearchParams(at.hash.slice(1)).get('error')).toBe('access_denied');
  });
});

describe('§8 whose account it is', () => {
  test('(1) a known identity: the same user, its data refreshed', async () => {
    const who = person();
    const first = await sessionAt(await signInAt(who));
    const second = await sessionAt(await signInAt({ ...who, name: 'Ann Janssens' }));
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.user_metadata.name).toBe('Ann Janssens');
    expect(second.user.identities?.[0]?.identity_data?.name).toBe('Ann Janssens');
  });

  test('(2) a verified address of a confirmed account: linked', async () => {
    const { email, session } = await member(server);
    const { user } = await sessionAt(await signInAt(person({ email })));
    expect(user.id).toBe(session.user.id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'partner'] });
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('an unverified address is never linked, autoconfirm or not', async () => {
    const { email, session } = await member(server);
    const at = await signInAt(person({ email, email_verified: false }));
    // Somebody new, without the address.
    const { user } = await sessionAt(at);
    expect(user.id).not.toBe(session.user.id);
    expect(user.email).toBe('');
    expect((await getUser(server, session.access_token)).body.identities).toHaveLength(1);
  });

  test('a verified address of an account that never confirmed: its password and sessions are gone', async () => {
    const email = newEmail();
    await call(confirming, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword } });
    const { user } = await sessionAt(
      await signInAt(person({ email }), { on: confirming }),
      confirming,
    );
    expect(user.email).toBe(email);
    expect(user.identities?.map((identity) => identity.provider)).toEqual(['partner']);
    expect((await signIn(confirming, email)).body.error_code).toBe('invalid_credentials');
  });

  test('a new user with an unverified address: provider_email_needs_verification, and a confirmation is sent', async () => {
    const who = person({ email_verified: false });
    expect(refused(await signInAt(who, { on: confirming })).error_code).toBe(
      'provider_email_needs_verification',
    );
    const mail = await lastMail(confirming, need(who.email));
    const { auth } = await connect(confirming);
    const { data } = await auth.verifyOtp({
      type: 'signup',
      email: need(who.email),
      token: mail.code ?? '',
    });
    expect(data.user?.email).toBe(who.email);
  });

  test('while sign-up is closed a newcomer is told signup_disabled, by an ID token too; who is known comes in', async () => {
    const port = await freePort();
    const own = await startOpenIdProvider({
      redirectUri: `http://127.0.0.1:${port}/auth/v1/callback`,
    });
    const env = {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OAUTH_PROVIDERS: JSON.stringify([own.setting('poster')]),
    };
    const closed = await startTestServer({ env: { ...env, AUTH_SIGNUP: 'off' } });
    const known = person();
    const { ids, clock, users } = closed.ports;
    const now = clock.now();
    const account = { ...blankUser(ids.uuid(), now), email: known.email, emailConfirmedAt: now };
    await users.create(account);
    const { user } = await sessionAt(await signInAt(known, { on: closed, by: own }), closed);
    expect(user.id).toBe(account.id);
    const told = refused(await signInAt(person(), { on: closed, by: own }));
    expect(told.error_code).toBe('signup_disabled');
    const { auth } = await connect(closed);
    const token = own.idToken(person());
    const { error } = await auth.signInWithIdToken({ provider: 'poster', token });
    expect([error?.status, error?.code]).toEqual([422, 'signup_disabled']);
    await closed.stop();
    await own.close();
  });

  test('surplus claims are dropped, so that the data stays small', async () => {
    const { user, session } = await sessionAt(
      await signInAt(person({ extra: 'x'.repeat(6000) }), { query: '&scopes=profile' }),
    );
    expect(Buffer.byteLength(JSON.stringify(user.user_metadata))).toBeLessThanOrEqual(2048);
    expect(session.access_token.length).toBeLessThan(4000);
  });
});

describe('§4.2 id_token', () => {
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
    const { status } = await grant({
      issuer: provider.url,
      client_id: provider.clientId,
      id_token: provider.idToken(who),
    });
    expect(status).toBe(200);
  });

  test('the nonce of the token is the hash of the nonce sent', async () => {
    const nonce = 'a-nonce-of-the-app';
    const right = provider.idToken(person(), { nonce: hashedNonce(nonce) });
    expect((await grant({ provider: 'partner', id_token: right, nonce })).status).toBe(200);
    for (const [token, sent, text] of [
      [provider.idToken(person(), { nonce: hashedNonce('another') }), nonce, /invalid nonce/i],
      [provider.idToken(person(), { nonce }), nonce, /invalid nonce/i],
      [
        provider.idToken(person(), { nonce: hashedNonce(nonce) }),
        undefined,
        /should either both exist or not/,
      ],
      [provider.idToken(person()), nonce, /should either both exist or not/],
    ] as const) {
      const answer = await grant({ provider: 'partner', id_token: token, nonce: sent });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body).toSorted()).toEqual(['error', 'error_description']);
      expect(`${answer.body.error} ${answer.body.error_description}`).toMatch(text);
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
    ['another issuer', () => provider.idToken(person(), { iss: 'https://elsewhere.example' }), /./],
    [
      'another audience',
      () => provider.idToken(person(), { aud: 'another-app' }),
      /Unacceptable audience/,
    ],
    ['over', () => provider.idToken(person(), { exp: 1, iat: 0 }), /./],
    ['no subject', () => provider.idToken(person(), { sub: undefined }), /./],
    ['an empty subject', () => provider.idToken(person(), { sub: '' }), /./],
    ['a subject that is no text', () => provider.idToken(person(), { sub: null }), /./],
    [
      'several audiences and another azp',
      () => provider.idToken(person(), { aud: [provider.clientId, 'x'], azp: 'x' }),
      /./,
    ],
  ])('%s: 400 in the words of OAuth, without a code', async (_name, token, text) => {
    const answer = await call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
      body: { provider: 'partner', id_token: token() },
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).toSorted()).toEqual(['error', 'error_description']);
    expect(answer.body.error_description).toMatch(text);
  });

  test('an unknown provider: 400; an issuer in the request selects no keys', async () => {
    const unknown = await grant({ provider: 'nobody', id_token: provider.idToken(person()) });
    expect(unknown.status).toBe(400);
    expect(['provider_disabled', 'validation_failed']).toContain(unknown.body.error_code);
    for (const body of [
      { issuer: 'https://elsewhere.example', client_id: provider.clientId },
      { issuer: provider.url, client_id: 'another' },
      { issuer: poster.url, client_id: provider.clientId },
    ]) {
      const answer = await grant({ ...body, id_token: provider.idToken(person()) });
      expect(answer.status).toBe(400);
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
    expect((await grant(body, server.config.publishableKey)).status).toBeGreaterThan(399);
    const linked = await grant(body, session.access_token);
    expect(linked.status).toBe(200);
    expect(linked.body.user.id).toBe(session.user.id);
    expect(linked.body.user.app_metadata.providers).toContain('partner');
  });
});

describe('§4.11 identities', () => {
  const linkAs = async (connected: Awaited<ReturnType<typeof member>>, who: Person) => {
    const { data, error } = await connected.auth.linkIdentity({
      provider: 'partner' as 'github',
      options: { redirectTo: `${server.url}/account` },
    });
    if (error) throw error;
    provider.signsIn(who);
    return openBrowser().go(need(data.url), ({ pathname }) => pathname === '/account');
  };

  test('authorize: 200 with the address, or 302; without a token 401', async () => {
    const { session } = await member(server);
    const path = '/auth/v1/user/identities/authorize?provider=partner';
    const asked = await call(server, 'GET', `${path}&skip_http_redirect=true`, {
      bearer: session.access_token,
    });
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual({ url: expect.stringContaining(provider.url) });
    const sent = await call(server, 'GET', path, { bearer: session.access_token });
    expect(sent.status).toBe(302);
    expect((await call(server, 'GET', path)).status).toBe(401);
  });

  test('an identity is linked to the session that asked, whatever its address', async () => {
    const connected = await member(server);
    const who = person();
    const at = await linkAs(connected, who);
    expect(parametersOf(at).error).toBeUndefined();
    const { data } = await connected.auth.getUserIdentities();
    expect(data?.identities.map(({ provider: name }) => name)).toEqual(['email', 'partner']);
    expect((await sessionAt(await signInAt(who))).user.id).toBe(connected.session.user.id);
  });

  test('one that belongs to somebody else: 422 identity_already_exists', async () => {
    const who = person();
    await signInAt(who);
    const at = await linkAs(await member(server), who);
    expect(refused(at).error_code).toBe('identity_already_exists');
  });

  test('unlink: 200 {}, and the way in is gone', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    const { data } = await connected.auth.getUserIdentities();
    const identity = need(data?.identities.find(({ provider: name }) => name === 'partner'));
    const raw = await call(server, 'DELETE', `/auth/v1/user/identities/${identity.identity_id}`, {
      bearer: connected.session.access_token,
    });
    expect([raw.status, raw.text]).toEqual([200, '{}']);
    const gone = await connected.auth.unlinkIdentity(identity);
    expect(gone.error).toMatchObject({ status: 422 });
    expect((await sessionAt(await signInAt(who))).user.id).not.toBe(connected.session.user.id);
  });

  test('the last one: 422 single_identity_not_deletable; unknown: 422; no uuid: 404', async () => {
    const { session } = await member(server);
    const bearer = session.access_token;
    const remove = (id: string) =>
      call(server, 'DELETE', `/auth/v1/user/identities/${id}`, { bearer });
    const last = await remove(need(session.user.identities?.[0]?.identity_id));
    expect([last.status, last.body.error_code]).toEqual([422, 'single_identity_not_deletable']);
    const two = await member(server);
    await linkAs(two, person());
    const strange = await call(
      server,
      'DELETE',
      `/auth/v1/user/identities/${crypto.randomUUID()}`,
      { bearer: two.session.access_token },
    );
    expect([strange.status, strange.body.error_code]).toEqual([422, 'identity_not_found']);
    const odd = await remove('x');
    expect([odd.status, odd.body.error_code]).toEqual([404, 'validation_failed']);
  });

  test('without the identity of the primary address, the verified one of a provider takes its place', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    expect((await connected.auth.unlinkIdentity(need(own))).error).toBeNull();
    const { body } = await getUser(server, connected.session.access_token);
    expect(body).toMatchObject({ email: who.email, app_metadata: { providers: ['partner'] } });
  });

  test('and if that address belongs to somebody else: 422 email_conflict_identity_not_deletable', async () => {
    const connected = await member(server);
    const who = person();
    await linkAs(connected, who);
    await member(server, need(who.email));
    const [own] = need((await connected.auth.getUserIdentities()).data).identities;
    const { error } = await connected.auth.unlinkIdentity(need(own));
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' });
  });

  test('an account of a provider that sets a password gets an e-mail identity', async () => {
    const who = person();
    const { auth } = await sessionAt(await signInAt(who));
    const { data, error } = await auth.updateUser({ password: goodPassword });
    expect(error).toBeNull();
    expect(data.user?.identities?.map(({ provider: name }) => name).toSorted()).toEqual([
      'email',
      'partner',
    ]);
    expect((await signIn(server, need(who.email))).status).toBe(200);
  });
});

describe('FD-1 state and nonce', () => {
  const start = async (browser: Browser, who = person()) => {
    provider.signsIn(who);
    return browser.go(
      `${server.url}/auth/v1/authorize?provider=partner`,
      ({ pathname }) => pathname === '/auth/v1/callback',
    );
  };

  test('a state works once', async () => {
    const browser = openBrowser();
    const callback = await start(browser);
    const isHome = (at: URL) => at.pathname !== '/auth/v1/callback';
    expect(parametersOf(await browser.go(callback.href, isHome))).toHaveProperty('access_token');
    refused(await browser.go(callback.href, isHome));
  });

  test('the state of a PKCE flow used twice: flow_state_already_used', async () => {
    const browser = openBrowser();
    const challenge = `&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`;
    provider.signsIn(person());
    const callback = await browser.go(
      `${server.url}/auth/v1/authorize?provider=partner${challenge}`,
      ({ pathname }) => pathname === '/auth/v1/callback',
    );
    const isHome = (at: URL) => at.pathname !== '/auth/v1/callback';
    expect((await browser.go(callback.href, isHome)).searchParams.has('code')).toBe(true);
    const told = refused(await browser.go(callback.href, isHome));
    expect(told.error_code).toBe('flow_state_already_used');
  });

  test('a state lives five minutes', async () => {
    const own = await startTestServer({
      env: { OAUTH_PROVIDERS: JSON.stringify([provider.setting()]) },
    });
    const { headers, cookies } = await call(own, 'GET', '/auth/v1/authorize?provider=partner');
    const state = new URL(need(headers.get('location'))).searchParams.get('state');
    advance(own, 301_000);
    const late = await call(own, 'GET', `/auth/v1/callback?code=x&state=${state}`, { cookies });
    expect([late.status, late.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('error_code=bad_oauth_state'),
    ]);
    await own.stop();
  });

  test('a banned user: user_banned in query and fragment, and no session', async () => {
    const who = person();
    const { user } = await sessionAt(await signInAt(who));
    const bannedUntil = server.ports.clock.now() + 3_600_000;
    await server.ports.users.change(user.id, (current) => ({ ...current, bannedUntil }));
    const at = await signInAt(who);
    expect(refused(at).error_code).toBe('user_banned');
    expect(at.searchParams.get('error_code')).toBe('user_banned');
    expect(new URLSearchParams(at.hash.slice(1)).get('error_code')).toBe('user_banned');
  });

  test('in another browser it is refused', async () => {
    const callback = await start(openBrowser());
    const at = await openBrowser().go(
      callback.href,
      ({ pathname }) => pathname !== '/auth/v1/callback',
    );
    expect(refused(at).error_code).toBe('bad_oauth_state');
  });

  test('altered, it is refused', async () => {
    const browser = openBrowser();
    const callback = await start(browser);
    callback.searchParams.set('state', crypto.randomUUID());
    refused(await browser.go(callback.href, ({ pathname }) => pathname !== '/auth/v1/callback'));
  });

  test('a code that the provider did not give is refused', async () => {
    const browser = openBrowser();
    const callback = await start(browser);
    callback.searchParams.set('code', 'invented');
    refused(await browser.go(callback.href, ({ pathname }) => pathname !== '/auth/v1/callback'));
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
  ])('an ID token with %s is refused', async (_name, change) => {
    provider.misbehave({ claims: (claims) => ({ ...claims, ...change }) });
    refused(await signInAt(person()));
  });
});

describe('FD-2, FD-3 what a provider says', () => {
  test.each([
    [
      'another issuer',
      { claims: (claims: object) => ({ ...claims, iss: 'https://elsewhere.example' }) },
    ],
    ['another audience', { claims: (claims: object) => ({ ...claims, aud: 'another-app' }) }],
    [
      'several audiences and another azp',
      { claims: (claims: object) => ({ ...claims, aud: ['the-site', 'x'], azp: 'x' }) },
    ],
    ['a token that is over', { claims: (claims: object) => ({ ...claims, exp: 1 }) }],
    ['no subject', { claims: (claims: object) => ({ ...claims, sub: undefined }) }],
    ['an empty subject', { claims: (claims: object) => ({ ...claims, sub: '' }) }],
    ['a subject that is null', { claims: (claims: object) => ({ ...claims, sub: null }) }],
    ['a key it does not publish', { foreignKey: true }],
    ['no ID token', { noIdToken: true }],
    [
      'userinfo of another subject',
      { userinfo: (claims: object) => ({ ...claims, sub: 'somebody-else' }) },
    ],
    ['userinfo {}', { userinfo: () => ({}) }],
    ['userinfo with a null id', { userinfo: () => ({ id: null, sub: null }) }],
  ])('%s: nobody is signed in', async (_name, mischief) => {
    provider.misbehave(mischief);
    const who = person();
    refused(await signInAt(who));
    expect(await server.ports.users.byEmail(need(who.email))).toBeUndefined();
  });
});

describe('FD-4, FD-5', () => {
  test('the attacker’s password on a victim’s unconfirmed address dies when the victim comes', async () => {
    const email = newEmail();
    const attacker = await connect(confirming);
    await attacker.auth.signUp({
      email,
      password: goodPassword,
      options: { data: { by: 'attacker' } },
    });
    await signInAt(person({ email }), { on: confirming });
    const { error } = await attacker.auth.signInWithPassword({ email, password: goodPassword });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('the address of linking is of use to nobody else: the identity goes to who asked', async () => {
    const asking = await member(server);
    const { data } = await asking.auth.linkIdentity({
      provider: 'partner' as 'github',
      options: { redirectTo: `${server.url}/account` },
    });
    const who = person();
    provider.signsIn(who);
    const at = await openBrowser().go(need(data?.url), ({ pathname }) => pathname === '/account');
    expect(parametersOf(at).error).toBeUndefined();
    const { data: identities } = await asking.auth.getUserIdentities();
    expect(identities?.identities).toHaveLength(2);
  });
});

describe('FD-7 a provider in trouble', () => {
  const begin = () =>
    fetch(`${server.url}/auth/v1/authorize?provider=partner`, { redirect: 'manual' });

  test.each([
    ['/token', 'failing'],
    ['/token', 'endless'],
    ['/token', 'redirect'],
    ['/me', 'failing'],
    ['/me', 'endless'],
    ['/me', 'redirect'],
  ] as const)('%s %s: nobody is signed in, and no redirect is followed', async (path, how) => {
    const before = provider.redirected();
    provider.misbehave({ trouble: { path, how } });
    refused(await signInAt(person()));
    expect(provider.redirected()).toBe(before);
  });

  test('a provider that never answers is given up', async () => {
    provider.misbehave({ trouble: { path: '/token', how: 'silence' } });
    refused(await signInAt(person()));
  });

  test('discovery that is not to be had is no 5xx storm: the next try works', async () => {
    const late = await startOpenIdProvider({ redirectUri: 'http://127.0.0.1:1/auth/v1/callback' });
    const own = await startTestServer({
      env: { OAUTH_PROVIDERS: JSON.stringify([late.setting()]) },
    });
    const ask = () =>
      fetch(`${own.url}/auth/v1/authorize?provider=partner`, { redirect: 'manual' });
    for (const how of ['failing', 'endless', 'redirect'] as const) {
      late.misbehave({ trouble: { path: '/.well-known', how } });
      const answer = await ask();
      expect([302, 303, 400, 422]).toContain(answer.status);
      expect(answer.headers.get('location') ?? '').not.toContain(late.url);
    }
    expect(late.redirected()).toBe(0);
    late.honest();
    expect((await ask()).headers.get('location')).toContain(late.url);
    await own.stop();
    await late.close();
  });

  test('the site itself goes on meanwhile', async () => {
    provider.misbehave({ trouble: { path: '/token', how: 'silence' } });
    const waiting = signInAt(person());
    expect((await call(server, 'GET', '/auth/v1/health')).status).toBe(200);
    expect((await begin()).status).toBe(302);
    refused(await waiting);
  });
});

test('FD-8 providers that are not configured: 400, never a 5xx', async () => {
  for (const name of [
    'google',
    'github',
    'apple',
    'azure',
    'facebook',
    'web3',
    'email',
    'phone',
    '__proto__',
  ]) {
    const begun = await call(server, 'GET', `/auth/v1/authorize?provider=${name}`);
    expect([name, begun.status, begun.body.error_code]).toEqual([name, 400, 'validation_failed']);
    const token = await call(server, 'POST', '/auth/v1/token?grant_type=id_token', {
      body: { provider: name, id_token: 'x.y.z' },
    });
    expect([name, token.status]).toEqual([name, 400]);
  }
});
