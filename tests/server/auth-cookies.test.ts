import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  fromSite,
  getUser,
  goodPassword,
  newEmail,
  signIn,
  statusAndCode,
} from '../support/auth-client.ts';
import { codeOf, newAppUser } from '../support/second-factor.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const member = async (): Promise<{ email: string; cookies: ApiResponse['cookies'] }> => {
  const email = newEmail();
  const { cookies } = await call(server, 'POST', '/auth/v1/signup', {
    body: { email, password: goodPassword },
    headers: fromSite,
  });
  return { email, cookies };
};

test('a user with all the data allowed still fits into a cookie', async () => {
  const email = `${'x'.repeat(60)}@${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(59)}.com`;
  expect(email.length).toBeGreaterThan(245);
  const response = await call(server, 'POST', '/auth/v1/signup', {
    body: { email, password: goodPassword, data: { text: 'x'.repeat(2035) } },
    headers: fromSite,
  });
  expect(response.status).toBe(200);
  const value = response.cookies.get('cs-access') ?? '';
  expect('__Host-cs-access'.length + value.length).toBeLessThan(4096);
});

test('the longest address beside the most data leaves the data out of the cookie, not out of the account', async () => {
  // Three bytes each before the @; what stands behind it is ASCII when it is stored.
  const email = `${'字'.repeat(60)}@${'y'.repeat(62)}.${'z'.repeat(62)}.${'w'.repeat(60)}.com`;
  expect(email).toHaveLength(251);
  const data = { text: 'x'.repeat(2035) };
  const response = await call(server, 'POST', '/auth/v1/signup', {
    body: { email, password: goodPassword, data },
    headers: fromSite,
  });
  expect(response.status).toBe(200);
  const value = response.cookies.get('cs-access') ?? '';
  expect('__Host-cs-access'.length + value.length).toBeLessThanOrEqual(4096);
  expect((await getUser(server, value)).body).toMatchObject({ email, user_metadata: data });
});

test('the cookie refreshes itself', async () => {
  const { cookies } = await member();
  const refreshed = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: {},
    headers: fromSite,
    cookies,
  });
  expect(refreshed.status).toBe(200);
  expect(refreshed.body.access_token).toBeUndefined();
  expect(refreshed.cookies.get('cs-refresh')).not.toBe(cookies.get('cs-refresh'));
  const user = await call(server, 'GET', '/auth/v1/user', { cookies: refreshed.cookies });
  expect(user.status).toBe(200);
});

test('the cookie is left alone where a client says itself who it is', async () => {
  const { cookies } = await member();
  const ask = (more: Readonly<Record<string, string>>) =>
    call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: {},
      headers: { ...fromSite, ...more },
      cookies,
    });
  const rejected = await ask({ authorization: `Bearer ${server.config.publishableKey}` });
  expect(statusAndCode(rejected)).toEqual([400, 'validation_failed']);
  expect(rejected.cookies.size).toBe(0);
  expect((await ask({})).status).toBe(200);
});

test('a refresh that fails for good removes the cookies', async () => {
  const rejected = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: {},
    headers: fromSite,
    cookies: new Map([['cs-refresh', 'this-is-no-token-of-ours']]),
  });
  expect(rejected.status).toBe(400);
  expect(rejected.cookies.get('cs-refresh')).toBe('');
  const none = await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: {},
    headers: fromSite,
  });
  expect(none.body.error_code).toBe('refresh_token_not_found');
});

describe('signing out', () => {
  const logout = (cookies: ApiResponse['cookies'], scope = 'global') =>
    call(server, 'POST', `/auth/v1/logout?scope=${scope}`, { headers: fromSite, cookies });

  test('ends the session and removes the cookies', async () => {
    const { cookies } = await member();
    const response = await logout(cookies);
    expect(response.status).toBe(204);
    expect([...response.cookies]).toEqual([
      ['cs-access', ''],
      ['cs-refresh', ''],
    ]);
    expect((await getUser(server, cookies.get('cs-access') ?? '')).status).toBe(403);
  });

  test('works after the access token has expired, and removes cookies that no longer work', async () => {
    const { cookies } = await member();
    const left = new Map([['cs-refresh', cookies.get('cs-refresh') ?? '']]);
    expect((await logout(left)).status).toBe(204);
    expect((await getUser(server, cookies.get('cs-access') ?? '')).status).toBe(403);
    const again = await logout(left);
    expect(again.status).toBe(401);
    expect(again.cookies.get('cs-refresh')).toBe('');
  });
});

test('of the sessions in the list, ending the own one removes the cookies, another one does not', async () => {
  const { email, cookies } = await member();
  await signIn(server, email);
  const { body } = await call(server, 'GET', '/api/account/sessions', { cookies });
  const end = async (isCurrent: boolean) => {
    const { id } = body.sessions.find((one: { isCurrent: boolean }) => one.isCurrent === isCurrent);
    const path = `/api/account/sessions/${id}`;
    return [...(await call(server, 'DELETE', path, { headers: fromSite, cookies })).cookies];
  };
  expect(await end(false)).toEqual([]);
  expect(await end(true)).toEqual([
    ['cs-access', ''],
    ['cs-refresh', ''],
  ]);
});

describe('what a browser says of a request', () => {
  test('a matching Origin stands in where the browser sends no Sec-Fetch-Site', async () => {
    const { cookies } = await member();
    const response = await call(server, 'PUT', '/auth/v1/user', {
      body: { data: { x: 1 } },
      headers: { origin: server.url },
      cookies,
    });
    expect(response.status).toBe(200);
  });

  test('a change that asks for cookies must come from the site, with a token of its own too', async () => {
    const { cookies } = await member();
    const bearer = cookies.get('cs-access');
    const unknown = crypto.randomUUID();
    const from = async (headers: Readonly<Record<string, string>>) => {
      const asking = { 'x-session-transport': 'cookie', ...headers };
      const body = { data: { x: 1 } };
      const changed = await call(server, 'PUT', '/auth/v1/user', { bearer, headers: asking, body });
      const path = `/auth/v1/user/identities/${unknown}`;
      const unlinked = await call(server, 'DELETE', path, { bearer, headers: asking });
      return [changed.status, unlinked.status];
    };
    expect(await from({ origin: 'https://evil.example' })).toEqual([403, 403]);
    expect(await from({})).toEqual([403, 403]);
    expect(await from(fromSite)).toEqual([200, 422]);
  });

  test('bodies that need no preflight are rejected', async () => {
    const { cookies } = await member();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const response = await call(server, 'PUT', '/auth/v1/user', {
        body: '{"data":{"x":1}}',
        headers: { 'content-type': type, ...fromSite },
        cookies,
      });
      expect(response.status).toBe(415);
    }
  });
});

test('a mailed link confirms in cookie mode without a token in a response or URL', async () => {
  const { email } = await member();
  await call(server, 'POST', '/auth/v1/recover', { body: { email }, headers: fromSite });
  const mail = (await server.outbox(email)).at(-1);
  const verified = await call(server, 'POST', '/auth/v1/verify', {
    body: { type: 'recovery', token_hash: mail?.link?.searchParams.get('token') },
    headers: fromSite,
  });
  expect(verified.status).toBe(200);
  expect(verified.body.access_token).toBeUndefined();
  expect(verified.cookies.get('cs-access')).toBeDefined();
});

test('on a page of the site a raised session is sent in new cookies, without tokens', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const signedIn = await signIn(server, email, undefined, fromSite);
  const { cookies } = signedIn;
  const path = `/auth/v1/factors/${factorId}`;
  const foreign = await call(server, 'POST', `${path}/challenge`, { cookies, body: {} });
  expect(statusAndCode(foreign)).toEqual([403, 'cross_site_request']);
  const asked = await call(server, 'POST', `${path}/challenge`, {
    cookies,
    headers: fromSite,
    body: {},
  });
  const body = { challenge_id: asked.body.id, code: codeOf(secret) };
  const raised = await call(server, 'POST', `${path}/verify`, { cookies, headers: fromSite, body });
  expect(raised.status).toBe(200);
  expect(raised.text).not.toMatch(/access_token|refresh_token/);
  expect(raised.body.user.factors).toHaveLength(1);
  expect(raised.cookies.get('cs-refresh')).not.toBe(cookies.get('cs-refresh'));
  expect(decodeJwt(raised.cookies.get('cs-access') ?? '').aal).toBe('aal2');
  expect((await call(server, 'GET', '/auth/v1/user', { cookies: raised.cookies })).status).toBe(
    200,
  );
});
