import { oidcClient } from '@coachsite/adapters/oidc';
import { emailOf } from '@coachsite/core/testing';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { call } from '../support/auth-client.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { startTestServer } from '../support/server.ts';
import { type Browser, openBrowser } from './support/browser.ts';
import { advance, need } from './support/client.ts';
import { openOAuthSite, person, rejected } from './support/oauth-sites.ts';
import { parametersOf } from './support/saml.ts';

const { provider, server, signInAt, sessionAt } = await openOAuthSite();
afterEach(() => provider.honest());

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
    expect(rejected(await browser.go(callback.href, isHome)).error_code).toBe('bad_oauth_state');
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
    const parameters = rejected(await browser.go(callback.href, isHome));
    expect(parameters.error_code).toBe('flow_state_already_used');
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
    expect(rejected(at).error_code).toBe('user_banned');
    expect(at.searchParams.get('error_code')).toBe('user_banned');
    expect(new URLSearchParams(at.hash.slice(1)).get('error_code')).toBe('user_banned');
  });

  test('in another browser it is rejected', async () => {
    const callback = await start(openBrowser());
    const at = await openBrowser().go(
      callback.href,
      ({ pathname }) => pathname !== '/auth/v1/callback',
    );
    expect(rejected(at).error_code).toBe('bad_oauth_state');
  });

  test('altered, it is rejected', async () => {
    const browser = openBrowser();
    const callback = await start(browser);
    callback.searchParams.set('state', crypto.randomUUID());
    rejected(await browser.go(callback.href, ({ pathname }) => pathname !== '/auth/v1/callback'));
  });

  test('a code that the provider did not issue is rejected', async () => {
    const browser = openBrowser();
    const callback = await start(browser);
    callback.searchParams.set('code', 'invented');
    rejected(await browser.go(callback.href, ({ pathname }) => pathname !== '/auth/v1/callback'));
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
  ])('an ID token with %s is rejected', async (_name, change) => {
    provider.misbehave({ claims: (claims) => ({ ...claims, ...change }) });
    expect(rejected(await signInAt(person())).error_code).toBe('bad_oauth_callback');
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
    ['an expired token', { claims: (claims: object) => ({ ...claims, exp: 1 }) }],
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
    expect(rejected(await signInAt(who)).error_code).toBe('bad_oauth_callback');
    expect(await server.ports.users.byEmail(emailOf(need(who.email)))).toBeUndefined();
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
    expect(rejected(await signInAt(person())).error_code).toBe('bad_oauth_callback');
    expect(provider.redirected()).toBe(before);
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
      const response = await ask();
      expect([302, 303, 400, 422]).toContain(response.status);
      expect(response.headers.get('location') ?? '').not.toContain(late.url);
    }
    expect(late.redirected()).toBe(0);
    late.honest();
    expect((await ask()).headers.get('location')).toContain(late.url);
    await own.stop();
    await late.close();
  });

  test('a provider that never responds is given up, and the site goes on meanwhile', async () => {
    const port = server.ports.oidc;
    const patient = { ...port };
    Object.assign(port, oidcClient(server.config.auth.oauthProviders, undefined, 1500));
    onTestFinished(() => void Object.assign(port, patient));
    provider.misbehave({ trouble: { path: '/token', how: 'silence' } });
    const waiting = signInAt(person());
    expect((await call(server, 'GET', '/auth/v1/health')).status).toBe(200);
    expect((await begin()).status).toBe(302);
    rejected(await waiting);
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
