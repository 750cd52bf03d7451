import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  call,
  fromSite,
  getUser,
  goodPassword,
  newEmail,
  refresh,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { serveProcess } from '../support/serve-process.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { claimsOf, member } from './support/client.ts';
import { totp } from './support/totp.ts';

const server = await sharedServer();

test('SE-1 refresh tokens have 128 bits or more, and are kept as hashes', async () => {
  const own = await startTestServer();
  const { body } = await signUp(own, newEmail());
  const next = (await refresh(own, body.refresh_token)).body.refresh_token as string;
  const secret = next.split(/[.]/).at(-1) ?? '';
  expect(secret.length * 6).toBeGreaterThanOrEqual(128);
  await own.stop({ keep: true });
  for (const file of readdirSync(own.dataDirectory).filter((name) => name.includes('sqlite'))) {
    const content = readFileSync(join(own.dataDirectory, file), 'latin1');
    for (const token of [next, body.refresh_token, secret])
      expect(content.includes(token)).toBe(false);
  }
});

test('SE-4 what a killed server confirmed is kept, and a request whose response was lost can be repeated', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const start = () => serveProcess(directory);
  const first = await start();
  const { body } = await call(first, 'POST', '/auth/v1/signup', {
    body: { email: newEmail(), password: goodPassword },
  });
  let latest = body.refresh_token as string;
  for (let round = 0; round < 2; round += 1) {
    const { child, url } = round === 0 ? first : await start();
    const ask = (token: string) =>
      call({ url }, 'POST', '/auth/v1/token?grant_type=refresh_token', {
        body: { refresh_token: token },
      });
    for (let i = 0; i < 5; i += 1) {
      const response = await ask(latest);
      expect(response.status).toBe(200);
      latest = response.body.refresh_token;
    }
    // The response to this one is lost, whether or not the server had finished it.
    const lost = ask(latest).catch(() => undefined);
    child.kill('SIGKILL');
    await Promise.all([lost, once(child, 'exit')]);
  }
  const last = await startTestServer({ dataDirectory: directory });
  expect((await refresh(last, latest)).status).toBe(200);
  await last.stop();
});

describe('SE-5 forged access tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('are rejected: 403 bad_jwt under /auth/v1, 401 elsewhere', async () => {
    const { session } = await member(server);
    const [head = '', body = '', signature = ''] = session.access_token.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = claimsOf(session.access_token);
    const { body: jwks } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = own.publicKey.export({ format: 'jwk' });
    const signed = (headers: object) => {
      const content = `${encode(headers)}.${encode(claims)}`;
      const key = { key: own.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    };
    const hmac = (key: string) => {
      const content = `${encode({ ...header, alg: 'HS256' })}.${body}`;
      return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
    };
    const forgeries = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ ...header, alg: 'nOnE' })}.${body}.${signature}`,
      hmac(JSON.stringify(jwks.keys[0])),
      hmac(''),
      signed(header),
      signed({ ...header, kid: 'unknown' }),
      signed({ ...header, jwk }),
      signed({ ...header, jku: 'https://evil.example/jwks.json' }),
      signed({ ...header, x5u: 'https://evil.example/x.pem' }),
      `${head}.${encode({ ...claims, aal: 'aal2' })}.${signature}`,
      `${head}.${encode({ ...claims, exp: claims.exp + 3600 })}.${signature}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${head}.${body}.${'A'.repeat(86)}`,
      `${head}.${body}`,
      'x',
      `${session.access_token}x`,
    ];
    for (const bearer of forgeries) {
      const auth = await call(server, 'GET', '/auth/v1/user', { bearer });
      expect(statusAndCode(auth)).toEqual([403, 'bad_jwt']);
      expect((await call(server, 'GET', '/rest/v1/user_roles', { bearer })).status).toBe(401);
      expect((await call(server, 'GET', '/api/admin/ebook/stats', { bearer })).status).toBe(401);
    }
    expect((await getUser(server, session.access_token)).status).toBe(200);
  });

  test('a token of another server with the same claims is rejected', async () => {
    const other = await startTestServer();
    const { session } = await member(other);
    expect((await getUser(server, session.access_token)).body.error_code).toBe('bad_jwt');
    await other.stop();
  });
});

test('SE-6 the published keys have no private part, and the private ones are readable by the owner alone', async () => {
  const { body } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
  expect(JSON.stringify(body)).not.toMatch(/"(d|k|p|q|dp|dq|qi)":/);
  const { keysDirectory } = server.config;
  for (const name of readdirSync(keysDirectory)) {
    expect(statSync(join(keysDirectory, name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(keysDirectory).mode & 0o777).toBe(0o700);
  expect(readdirSync(keysDirectory)).toContain(`signing-${'0'.repeat(15)}.pem`);
});

describe('SE-9, SE-10 the site’s own sessions', () => {
  test('come in cookies, and nothing a script can read holds a token', async () => {
    const email = newEmail();
    const response = await call(server, 'POST', '/auth/v1/signup', {
      body: { email, password: goodPassword },
      headers: fromSite,
    });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).toSorted()).toEqual([
      'aal',
      'expires_at',
      'expires_in',
      'token_type',
      'user',
    ]);
    const lines = response.headers.getSetCookie();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^cs-(access|refresh)=[^;]+; .*HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).toMatch(/; Max-Age=\d+/);
      expect(line).not.toMatch(/Domain|Secure/);
      expect(line.split(';')[0]?.length).toBeLessThanOrEqual(4096);
    }
    for (const value of response.cookies.values()) expect(response.text).not.toContain(value);
    const signedIn = await signIn(server, email, goodPassword, fromSite);
    expect(Object.keys(signedIn.body).toSorted()).toEqual(Object.keys(response.body).toSorted());
    expect(signedIn.headers.getSetCookie()).toHaveLength(2);
    const bearer = signedIn.cookies.get('cs-access') ?? '';
    expect((await getUser(server, bearer)).body.email).toBe(email);
  });

  test('stay in cookies when a factor raises them, also where the request does not ask for cookies', async () => {
    const signedUp = await signUp(server, newEmail(), {});
    const cookies = new Map([['cs-access', signedUp.body.access_token as string]]);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const post = (path: string, body: object) =>
      call(server, 'POST', `/auth/v1/factors${path}`, { body, headers, cookies });
    const { body: factor } = await post('', { factor_type: 'totp' });
    const { body: challenge } = await post(`/${factor.id}/challenge`, {});
    const code = totp(factor.totp.secret, server.ports.clock.now());
    const verified = await post(`/${factor.id}/verify`, { challenge_id: challenge.id, code });
    expect([verified.status, verified.body.aal]).toEqual([200, 'aal2']);
    expect(verified.text).not.toContain('_token":');
    const bearer = verified.cookies.get('cs-access') ?? '';
    expect(verified.text).not.toContain(bearer);
    expect(claimsOf(bearer)).toMatchObject({ aal: 'aal2', sub: signedUp.body.user.id });
    expect((await refresh(server, verified.cookies.get('cs-refresh') ?? '')).status).toBe(200);
  });

  test('are __Host- and Secure under https', async () => {
    const secure = await startTestServer({
      env: { PUBLIC_URL: 'https://coach.example', TRUST_PROXY: '127.0.0.1' },
    });
    const response = await call(secure, 'POST', '/auth/v1/signup', {
      body: { email: newEmail(), password: goodPassword },
      headers: { ...fromSite, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'coach.example' },
    });
    const lines = response.headers.getSetCookie();
    expect([response.status, lines.length]).toEqual([200, 2]);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-cs-(access|refresh)=[^;]+; .*Secure/);
      expect(line).not.toMatch(/Domain/i);
    }
    await secure.stop();
  });
});

describe('SE-11 to SE-13 cookies and headers', () => {
  const signedUp = async () => {
    const email = newEmail();
    const response = await call(server, 'POST', '/auth/v1/signup', {
      body: { email, password: goodPassword },
      headers: fromSite,
    });
    return { email, cookies: response.cookies };
  };

  const foreign: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1' },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    {},
  ];

  test.each(foreign)('a change by cookie from %j: 403, and nothing changed', async (headers) => {
    const { cookies } = await signedUp();
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await call(server, 'PUT', '/auth/v1/user', {
        body: '{"data":{"x":1}}',
        headers: { 'content-type': type, ...headers },
        cookies,
      });
      expect([403, 415]).toContain(response.status);
      if (type === 'application/json')
        expect(statusAndCode(response)).toEqual([403, 'cross_site_request']);
    }
    for (const [method, path] of [
      ['POST', '/auth/v1/logout'],
      ['GET', '/auth/v1/reauthenticate'],
    ] as const) {
      const response = await call(server, method, path, { headers, cookies });
      expect(statusAndCode(response)).toEqual([403, 'cross_site_request']);
    }
    const user = await call(server, 'GET', '/auth/v1/user', { cookies });
    expect([user.status, user.body.user_metadata.x]).toEqual([200, undefined]);
  });

  test('SE-12 a bad header is not repaired by a good cookie', async () => {
    const { cookies } = await signedUp();
    const bad = await call(server, 'GET', '/auth/v1/user', { bearer: 'x.y.z', cookies });
    expect(bad.status).toBe(403);
    const key = server.config.publishableKey;
    const anonymous = await call(server, 'GET', '/auth/v1/user', { bearer: key, cookies });
    expect(anonymous.status).toBe(401);
    const data = await call(server, 'GET', '/rest/v1/user_roles', { bearer: 'x.y.z', cookies });
    expect(data.status).toBe(401);
  });

  test('SE-13 sign-in replaces a planted session, and a foreign page gets none', async () => {
    const planted = await signedUp();
    const victim = await signedUp();
    const body = { email: victim.email, password: goodPassword };
    const path = '/auth/v1/token?grant_type=password';
    const own = await call(server, 'POST', path, {
      body,
      headers: fromSite,
      cookies: planted.cookies,
    });
    expect(own.cookies.get('cs-access')).toBeDefined();
    expect(own.cookies.get('cs-refresh')).not.toBe(planted.cookies.get('cs-refresh'));
    expect(own.body.user.email).toBe(victim.email);
    for (const headers of foreign) {
      const response = await call(server, 'POST', path, {
        body,
        headers: { ...headers, 'x-session-transport': 'cookie' },
      });
      expect(statusAndCode(response)).toEqual([403, 'cross_site_request']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });
});

test('SE-14 responses with tokens or personal data are not cached', async () => {
  const email = newEmail();
  const responses = [await signUp(server, email), await signIn(server, email)];
  const bearer = responses[1]?.body.access_token;
  responses.push(
    await getUser(server, bearer),
    await call(server, 'PUT', '/auth/v1/user', { bearer, body: {} }),
    await refresh(server, responses[1]?.body.refresh_token),
    await call(server, 'GET', '/rest/v1/user_roles', { bearer }),
    await call(server, 'POST', '/auth/v1/verify', { body: { type: 'email', email, token: '1' } }),
  );
  for (const { headers } of responses) expect(headers.get('cache-control')).toContain('no-store');
});
