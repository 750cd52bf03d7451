import { blankUser } from '@coachsite/core/account';
import { emailOf } from '@coachsite/core/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { call, getUser, newEmail, signIn } from '../support/auth-client.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { freePort } from '../support/free-port.ts';
import { startTestServer } from '../support/server.ts';
import { openBrowser } from './support/browser.ts';
import { claimsOf, connect, member, need } from './support/client.ts';
import { openOAuthSite, person, rejected } from './support/oauth-sites.ts';
import { parametersOf } from './support/saml.ts';

const { provider, poster, server, signInAt, sessionAt } = await openOAuthSite();
afterEach(() => provider.honest());

describe('docs/wire.md#8 authorize', () => {
  const begin = (query: string) => call(server, 'GET', `/auth/v1/authorize?${query}`);

  test('302 to the provider with client, redirect, scope, state, PKCE and nonce of the site, and a Lax cookie', async () => {
    const evil = 'redirect_to=https://evil.example&redirect_uri=https://evil.example';
    const { status, headers } = await begin(
      `provider=partner&scopes=profile+offline_access&prompt=login&login_hint=ann&${evil}&Redirect_URI=https://evil.example&state=x&State=evil&CLIENT_ID=evil&response_type=token&Code_Challenge=x`,
    );
    expect(status).toBe(302);
    const { origin, searchParams, href } = new URL(headers.get('location') ?? '');
    expect(origin).toBe(provider.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: `${server.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile offline_access',
      state: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      ),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/\S{20}/),
      prompt: 'login',
      login_hint: 'ann',
    });
    expect(href).not.toContain('evil');
    const keys = [...searchParams.keys()].map((key) => key.toLowerCase());
    expect(keys).toHaveLength(new Set(keys).size);
    expect(headers.getSetCookie().join()).toMatch(/^cs-flow=.*HttpOnly; SameSite=Lax$/);
  });

  test.each(['provider=nobody', 'provider=', 'x=y', 'provider=constructor'])(
    '%s: 400 validation_failed',
    async (query) => {
      const { status, body } = await begin(query);
      expect([status, body.error_code]).toEqual([400, 'validation_failed']);
      expect(body.msg).toMatch(/^Unsupported provider/);
    },
  );

  test('half a challenge: 400', async () => {
    const { status } = await begin(`provider=partner&code_challenge=${'x'.repeat(43)}`);
    expect(status).toBe(400);
  });

  test('the client makes this URL itself', async () => {
    const { auth } = await connect(server);
    const { data } = await auth.signInWithOAuth({
      provider: 'partner' as 'github',
      options: { skipBrowserRedirect: true, scopes: 'profile', queryParams: { prompt: 'consent' } },
    });
    const response = await fetch(data.url ?? '', { redirect: 'manual' });
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('prompt')).toBe(
      'consent',
    );
  });

  test('settings list the provider', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/settings');
    expect(body.external).toMatchObject({ partner: true, poster: true });
  });
});

describe('docs/wire.md#8 callback', () => {
  test('implicit: session and provider token in the fragment, amr oauth', async () => {
    const who = person();
    const at = await signInAt(who, {
      query: `&redirect_to=${encodeURIComponent(`${server.url}/account`)}`,
    });
    expect(at.pathname).toBe('/account');
    expect(at.search).toBe('');
    const parameters = parametersOf(at);
    expect(parameters).toMatchObject({
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
      user_metadata: { name: 'Ann Peeters', full_name: 'Ann Peeters', email_verified: true },
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

  test.each([
    ['no state', '?code=x', 'bad_oauth_callback'],
    ['a malformed state', '?code=x&state=y', 'bad_oauth_state'],
    ['an unknown state', `?code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
  ])('%s: 303 to the site with %s', async (_name, query, code) => {
    const response = await call(server, 'GET', `/auth/v1/callback${query}`);
    expect(response.status).toBe(303);
    const at = new URL(response.headers.get('location') ?? '', server.url);
    expect(at.origin).toBe(server.url);
    expect(at.searchParams.get('error_code')).toBe(code);
    expect(new URLSearchParams(at.hash.slice(1)).get('error_code')).toBe(code);
  });

  test('the provider’s own error is passed on', async () => {
    provider.misbehave({ error: { error: 'access_denied', error_description: 'not today' } });
    const at = await signInAt(person(), {
      query: `&redirect_to=${encodeURIComponent(`${server.url}/account`)}`,
    });
    expect(at.pathname).toBe('/account');
    expect(at.searchParams.get('error')).toBe('access_denied');
    expect(at.searchParams.get('error_description')).toBe('not today');
    expect(new URLSearchParams(at.hash.slice(1)).get('error')).toBe('access_denied');
  });
});

describe('docs/wire.md#8 whose account it is', () => {
  test('(1) a known identity: the same user and address, its data refreshed', async () => {
    const who = person();
    const first = await sessionAt(await signInAt(who));
    const second = await sessionAt(
      await signInAt({ ...who, email: newEmail(), name: 'Ann Janssens' }),
    );
    expect(second.user).toMatchObject({ id: first.user.id, email: who.email });
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

  test('with autoconfirm too, an unverified address is never linked', async () => {
    const { email, session } = await member(server);
    const at = await signInAt(person({ email, email_verified: false }));
    // Somebody new, without the address.
    const { user } = await sessionAt(at);
    expect(user.id).not.toBe(session.user.id);
    expect(user.email).toBe('');
    expect((await getUser(server, session.access_token)).body.identities).toHaveLength(1);
  });

  test('while sign-up is closed a new user gets signup_disabled, by an ID token too; a known one signs in', async () => {
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
    const account = {
      ...blankUser(ids.uuid(), now),
      email: emailOf(known.email ?? ''),
      emailConfirmedAt: now,
    };
    await users.create(account);
    const { user } = await sessionAt(await signInAt(known, { on: closed, by: own }), closed);
    expect(user.id).toBe(account.id);
    const parameters = rejected(await signInAt(person(), { on: closed, by: own }));
    expect(parameters.error_code).toBe('signup_disabled');
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
