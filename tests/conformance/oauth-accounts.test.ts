import { createHash, randomUUID } from 'node:crypto';
import { blankUser } from '@coachsite/core/account';
import { emailOf } from '@coachsite/core/testing';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, fromSite, signIn, signUp } from '../support/auth-client.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { freePort } from '../support/free-port.ts';
import { sharedServer } from '../support/shared-server.ts';
import { openBrowser } from './support/browser.ts';
import { rejected } from './support/oauth-sites.ts';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const provider = await startOpenIdProvider({ redirectUri: `${url}/auth/v1/callback` });
afterAll(provider.close);
const server = await sharedServer({
  env: {
    PORT: String(port),
    PUBLIC_URL: url,
    AUTH_AUTOCONFIRM: 'false',
    OAUTH_PROVIDERS: JSON.stringify([provider.setting('partner')]),
    AUTH_REDIRECT_ALLOW_LIST: 'https://app.example/back',
  },
});
beforeEach(() => provider.honest());

let people = 0;
const newPerson = (extra: object = {}) => {
  people += 1;
  return {
    sub: `person-${people}`,
    email: `person${people}@example.com`,
    email_verified: true,
    name: `Person ${people}`,
    ...extra,
  };
};

/** A browser that follows redirects until a URL begins with `until`, which is not requested. */
function browser() {
  const { step } = openBrowser();
  return {
    follow: async (url: string, until: string) => {
      let next = url;
      for (let hops = 0; hops < 12; hops += 1) {
        const response = await step(next);
        const location = response.headers.get('location');
        if (!location) throw new Error(`${response.status} at ${next}: ${await response.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(until)) return new URL(next);
      }
      throw new Error(`Too many redirects, last ${next}`);
    },
  };
}

const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = `code_challenge=${challenge}&code_challenge_method=s256`;
const authorizeUrl = (query = '') =>
  `${server.url}/auth/v1/authorize?provider=partner&redirect_to=${encodeURIComponent(`${server.url}/welcome`)}${query}`;
const callbackStart = () => `${server.url}/auth/v1/callback`;

/** Signs in by PKCE and returns the session. */
async function enter(person: ReturnType<typeof newPerson>) {
  provider.signsIn(person);
  const back = await browser().follow(authorizeUrl(`&${pkce}`), `${server.url}/welcome`);
  return {
    back,
    session: await call(server, 'POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: back.searchParams.get('code'), code_verifier: verifier },
    }),
  };
}

describe('GET /authorize', () => {
  test('never redirects to a URL that is not allowed', async () => {
    provider.signsIn(newPerson());
    const url = `${server.url}/auth/v1/authorize?provider=partner&redirect_to=https://evil.example/x`;
    const back = await browser().follow(url, `${server.url}/#`);
    expect(back.hash).toContain('access_token=');
  });
});

describe('a sign-in at the provider', () => {
  test('sends a posted callback on to the same GET with 303', async () => {
    provider.signsIn(newPerson());
    const window = browser();
    const callback = await window.follow(authorizeUrl(`&${pkce}`), callbackStart());
    const posted = await fetch(callbackStart(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(callback.search),
    });
    expect(posted.status).toBe(303);
    const back = await window.follow(posted.headers.get('location') ?? '', `${server.url}/welcome`);
    expect(back.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('hands the provider’s tokens to no page of the site', async () => {
    provider.signsIn(newPerson());
    const back = await browser().follow(authorizeUrl(`&${pkce}`), `${server.url}/welcome`);
    const session = await call(server, 'POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: back.searchParams.get('code'), code_verifier: verifier },
      headers: fromSite,
    });
    expect(session.status).toBe(200);
    expect(session.text).not.toMatch(/provider_token|access_token|refresh_token/);
    expect([...session.cookies.keys()]).toContain('cs-access');
  });
});

describe('an invalid response', () => {
  const bad = async () => {
    const back = await browser().follow(authorizeUrl(`&${pkce}`), `${server.url}/welcome`);
    return rejected(back);
  };
  test('the log says what failed at which provider, by names and codes, and nothing of the person', async () => {
    const warned = server.everyServer.map(({ app }) => vi.spyOn(app.log, 'warn'));
    const person = newPerson();
    provider.signsIn(person);
    provider.misbehave({ claims: (claims) => ({ ...claims, ...person, aud: 'other' }) });
    await bad();
    const lines = JSON.stringify(warned.flatMap(({ mock }) => mock.calls));
    for (const spy of warned) spy.mockRestore();
    expect(lines).toMatch(/"provider":"oidc","errors":\["\w+Error OAUTH_/);
    expect(lines).toContain('"name":"partner","detail":"aud"');
    for (const known of [person.email, person.sub, person.name]) expect(lines).not.toContain(known);
  });
});

describe('the account', () => {
  test('FD-4 an account registered by somebody else loses its password and sessions when the owner signs in', async () => {
    const person = newPerson();
    await signUp(server, person.email, { data: { planted: true } });
    const { session } = await enter(person);
    expect(session.body.user.email).toBe(person.email);
    expect(session.body.user.identities).toMatchObject([{ provider: 'partner' }]);
    expect(session.body.user.user_metadata.planted).toBeUndefined();
    const attacker = await signIn(server, person.email);
    expect(attacker.body.error_code).toBe('invalid_credentials');
    const [mail] = await server.outbox(person.email);
    const late = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email: person.email, token: mail?.code },
    });
    expect(late.status).toBe(403);
  });

  test('a code issued before the owner signed in no longer works', async () => {
    const person = newPerson();
    const { users, flows, clock } = server.ports;
    const user = { ...blankUser(randomUUID(), clock.now()), email: emailOf(person.email) };
    await users.create(user);
    await flows.issueCode({
      hash: 'code-of-a-stranger',
      userId: user.id,
      securityStamp: user.securityStamp,
      challenge: { challenge, method: 's256' },
      method: 'otp',
      expiresAt: clock.now() + 60_000,
    });
    const { session } = await enter(person);
    expect(session.body.user.id).toBe(user.id);
    expect(await flows.takeCode('code-of-a-stranger')).toBeUndefined();
  });

  test('an unverified address is confirmed by mail first: provider_email_needs_verification', async () => {
    const person = newPerson({ email_verified: false });
    provider.signsIn(person);
    const back = await browser().follow(authorizeUrl(`&${pkce}`), `${server.url}/welcome`);
    expect(rejected(back).error_code).toBe('provider_email_needs_verification');
    const [mail] = await server.outbox(person.email);
    const verified = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email: person.email, token: mail?.code },
    });
    expect(verified.status).toBe(200);
    const { session } = await enter(person);
    expect(session.body.user.email).toBe(person.email);
  });

  test('email_verified of an ID token without an address does not verify the address of the user info', async () => {
    const person = newPerson();
    await signUp(server, person.email);
    const [mail] = await server.outbox(person.email);
    await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email: person.email, token: mail?.code },
    });
    provider.misbehave({
      claims: (claims) => ({ ...claims, email: undefined, email_verified: true }),
      userinfo: (claims) => ({ ...claims, email_verified: undefined }),
    });
    const { session } = await enter(person);
    expect(session.body.user.email).toBe('');
    expect((await server.ports.users.byEmail(emailOf(person.email)))?.identities).toHaveLength(1);
  });

  test('an unverified address never touches the account that has it', async () => {
    const person = newPerson({ email_verified: false });
    await signUp(server, person.email);
    const { session } = await enter(person);
    expect(session.status).toBe(200);
    expect(session.body.user.email).toBe('');
    const owner = await server.ports.users.byEmail(emailOf(person.email));
    expect(owner?.id).not.toBe(session.body.user.id);
    expect(owner?.identities).toHaveLength(1);
  });

  test('identities that somebody else linked to an unconfirmed address are removed once its owner signs up', async () => {
    const stranger = newPerson({ email_verified: false });
    provider.signsIn(stranger);
    await browser().follow(authorizeUrl(`&${pkce}`), `${server.url}/welcome`);
    await signUp(server, stranger.email);
    expect(await server.ports.users.byIdentity('partner', stranger.sub)).toBeUndefined();
  });
});

describe('linking', () => {
  test('a session that has ended meanwhile links nothing', async () => {
    const { session } = await enter(newPerson());
    const bearer = session.body.access_token;
    const asked = await call(
      server,
      'GET',
      `/auth/v1/user/identities/authorize?provider=partner&skip_http_redirect=true&${pkce}`,
      { bearer },
    );
    await call(server, 'POST', '/auth/v1/logout', { bearer });
    const person = newPerson();
    provider.signsIn(person);
    const back = await browser().follow(asked.body.url, `${server.url}/?`);
    expect(rejected(back).error_code).toBe('session_not_found');
    expect(await server.ports.users.byIdentity('partner', person.sub)).toBeUndefined();
  });

  test('a cookie links a provider from this site only', async () => {
    const path = '/auth/v1/user/identities/authorize?provider=partner&skip_http_redirect=true';
    const { session } = await enter(newPerson());
    const cookies = new Map([['cs-access', session.body.access_token as string]]);
    const crossSite = await call(server, 'GET', path, {
      cookies,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.status).toBe(403);
    const own = await call(server, 'GET', path, { cookies, headers: fromSite });
    expect(own.status).toBe(200);
    expect([...own.cookies.keys()]).toContain('cs-flow');
  });
});
