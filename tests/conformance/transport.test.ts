import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, signUp, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { connect, member, need } from './support/client.ts';

const server = await sharedServer();

const versioned = { 'x-supabase-api-version': '2024-01-01' };
const jsonType = { 'content-type': 'application/json;charset=UTF-8' };

describe('docs/wire.md#1 requests as the client sends them', () => {
  test('createClient with a URL and a key, and nothing else, signs up and reads its user', async () => {
    const client = createClient(server.url, server.config.publishableKey);
    const email = newEmail();
    const { data, error } = await client.auth.signUp({ email, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    await client.auth.signOut();
  });

  test('a POST and a DELETE with a JSON type and no body are taken', async () => {
    const { session } = await member(server);
    const bearer = session.access_token;
    const gone = await call(server, 'DELETE', `/auth/v1/user/identities/${crypto.randomUUID()}`, {
      bearer,
      headers: jsonType,
    });
    expect(gone.body.error_code).not.toBe('bad_json');
    const out = await call(server, 'POST', '/auth/v1/logout', { bearer, headers: jsonType });
    expect([out.status, out.text]).toEqual([204, '']);
  });

  test('null and absent are one, an empty security object is none, unknown fields are ignored', async () => {
    const response = await call(server, 'POST', '/auth/v1/signup', {
      body: {
        email: newEmail(),
        password: goodPassword,
        data: {},
        code_challenge: null,
        code_challenge_method: null,
        gotrue_meta_security: {},
        something: 'else',
      },
    });
    expect(response.status).toBe(200);
  });

  test('the publishable key as Bearer is anonymous, whatever its form', async () => {
    for (const key of ['sb_publishable_not.a.token', 'eyJhbGciOiJIUzI1NiJ9.e30.x', 'plain']) {
      const other = await startTestServer({ env: { PUBLISHABLE_KEY: key } });
      const { client, auth } = await connect(other);
      const { data } = await auth.signUp({ email: newEmail(), password: goodPassword });
      expect(data.session).not.toBeNull();
      await auth.signOut();
      const { data: rows, error } = await client.from('user_roles').select('role');
      expect([rows, error]).toEqual([[], null]);
      await other.stop();
    }
  });

  test('the body limit is 64 KiB; a broken body and an unknown path get JSON errors', async () => {
    const big = await call(server, 'POST', '/auth/v1/signup', {
      body: { email: newEmail(), password: goodPassword, data: { x: 'x'.repeat(66_000) } },
    });
    expect(statusAndCode(big)).toEqual([413, 'request_entity_too_large']);
    const broken = await call(server, 'POST', '/auth/v1/signup', { body: '{"email"' });
    expect(statusAndCode(broken)).toEqual([400, 'bad_json']);
    const unknown = await call(server, 'GET', '/auth/v1/no/such/path', { headers: versioned });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ code: expect.any(String), message: expect.any(String) });
    for (const [method, path] of [
      ['GET', '/auth/v1/nothing'],
      ['DELETE', '/auth/v1/users'],
      ['GET', '/auth/v1'],
    ] as const) {
      const { status, body } = await call(server, method, path);
      expect([status, body.code, body.error_code]).toEqual([404, 404, 'not_found']);
    }
  });

  test('any origin may call without credentials, and may not ask for cookies', async () => {
    const origin = 'https://elsewhere.example';
    const preflight = await call(server, 'OPTIONS', '/auth/v1/token?grant_type=password', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,x-client-info',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    expect(allowed).toContain('apikey');
    expect(allowed).not.toContain('x-session-transport');
    const read = async (path: string) =>
      (await call(server, 'GET', path, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await read('/auth/v1/health')).toBe('*');
    expect(await read('/api/ebook')).toBeNull();
  });

  test('any origin may read why a request was rejected before its call', async () => {
    const { status, headers } = await call(server, 'GET', `/auth/v1/health?${'x'.repeat(9000)}`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([414, '*']);
    expect(headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  test('a wrong apikey changes nothing', async () => {
    const response = await call(server, 'GET', '/auth/v1/settings', {
      headers: { apikey: 'other' },
    });
    expect(response.status).toBe(200);
  });

  test('a body of up to 2000 values in up to 100 levels is read, and one beyond is rejected with 400', async () => {
    const signUpWith = async (data: string) =>
      (
        await call(server, 'POST', '/auth/v1/signup', {
          body: `{"email":"${newEmail()}","password":"${goodPassword}","x":${data}}`,
        })
      ).status;
    const list = (values: number) => `[${Array(values).fill(0).join()}]`;
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    // The body itself is a level and a value, and has two values beside the list.
    expect(await signUpWith(list(1996))).toBe(200);
    expect(await signUpWith(list(2100))).toBe(400);
    expect(await signUpWith(nested(99))).toBe(200);
    expect(await signUpWith(nested(101))).toBe(400);
    expect(await signUpWith(JSON.stringify(`[${',{['.repeat(3000)}"\\`))).toBe(200);
  });

  test('data nested as deep as a body allows is rejected with 400', async () => {
    const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;
    const data = `{"email":"${newEmail()}","password":"${goodPassword}","data":{"a":${deep}}}`;
    const details = `{"action_type":"auth_failure","table_name":"security_events","details":${deep.slice(24_500, -24_500)}}`;
    const { access_token: bearer } = (await signUp(server, newEmail())).body;
    const responses = [
      await call(server, 'POST', '/auth/v1/signup', { body: data }),
      await call(server, 'POST', '/rest/v1/rpc/log_security_event', { body: details }),
      await call(server, 'PUT', '/auth/v1/user', { bearer, body: `{"data":{"a":${deep}}}` }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe('docs/wire.md#1 error bodies', () => {
  const wrong = (headers: Readonly<Record<string, string>>) =>
    call(server, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email: newEmail(), password: 'wrong' },
      headers,
    });

  test.each(['2024-01-01', '2024-01-02', '2031-12-31'])(
    'version %s: code and message, and the version in the response',
    async (version) => {
      const { status, body, headers } = await wrong({ 'x-supabase-api-version': version });
      expect(status).toBe(400);
      expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
      expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    },
  );

  test.each(['', '2023-12-31', 'yesterday', '2024', '20240101', '2024-1-1', '2024-13-99'])(
    'version %j: status, error_code and msg, and no version in the response',
    async (version) => {
      const { body, headers } = await wrong({ 'x-supabase-api-version': version });
      expect(body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
      expect(headers.has('x-supabase-api-version')).toBe(false);
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    },
  );

  test('a path that cannot be decoded: 400 in both API versions, and in the form of storage', async () => {
    const old = await call(server, 'GET', '/auth/v1/%zz');
    expect(statusAndCode(old)).toEqual([400, 'bad_request']);
    expect(old.headers.has('x-supabase-api-version')).toBe(false);
    const recent = await call(server, 'GET', '/auth/v1/%zz', { headers: versioned });
    expect(recent.status).toBe(400);
    expect(recent.body).toEqual({ code: 'bad_request', message: expect.any(String) });
    expect(recent.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(recent.headers.get('x-sb-error-code')).toBe('bad_request');
    const { body } = await call(server, 'GET', '/storage/v1/%zz');
    expect(body).toEqual({
      statusCode: '400',
      code: 'bad_request',
      error: 'bad_request',
      message: expect.any(String),
    });
  });

  test('a weak password brings its reasons in both API versions, and the client knows them', async () => {
    const body = { email: newEmail(), password: 'abc' };
    const old = await call(server, 'POST', '/auth/v1/signup', { body });
    expect(old.status).toBe(422);
    expect(old.body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: expect.stringContaining('Password should be at least 8 characters.'),
      weak_password: { reasons: expect.arrayContaining(['length']) },
    });
    const young = await call(server, 'POST', '/auth/v1/signup', { body, headers: versioned });
    expect(young.body).toMatchObject({
      code: 'weak_password',
      message: expect.stringContaining('Password should be at least 8 characters.'),
      weak_password: { reasons: expect.any(Array) },
    });
    const { auth } = await connect(server);
    const { error } = await auth.signUp(body);
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      code: 'weak_password',
      status: 422,
    });
    const { reasons } = need(error) as unknown as { reasons: string[] };
    for (const reason of reasons) expect(['length', 'characters', 'pwned']).toContain(reason);
  });

  test('the client reads every code as its own error class', async () => {
    const { auth } = await connect(server);
    const bad = await auth.signInWithPassword({ email: newEmail(), password: 'wrong' });
    expect(bad.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const gone = await member(server);
    const { access_token: bearer } = gone.session;
    await call(server, 'POST', '/auth/v1/logout', { bearer });
    const { error } = await gone.auth.getUser();
    expect(error).toMatchObject({ name: 'AuthSessionMissingError', status: 400 });
    expect((await gone.auth.getSession()).data.session).toBeNull();
    expect(gone.events).toContain('SIGNED_OUT');
  });

  test('an unexpected failure: 500 unexpected_failure with an id in both API versions, which the client may try again', async () => {
    const own = await startTestServer();
    const connected = await member(own);
    const fail = async () => {
      throw new Error('an internal secret');
    };
    for (const { ports } of own.everyServer) Object.assign(ports.factors, { ofUser: fail });
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      call(own, 'GET', '/auth/v1/user', { bearer: connected.session.access_token, headers });
    const old = await ask();
    expect(old.status).toBe(500);
    expect(old.body).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: expect.any(String),
      error_id: expect.any(String),
    });
    const recent = await ask({ 'x-supabase-api-version': '2024-01-01' });
    expect(recent.body).toEqual({
      code: 'unexpected_failure',
      message: expect.any(String),
      error_id: expect.any(String),
    });
    expect(old.text + recent.text).not.toContain('secret');
    const { error } = await connected.auth.getUser();
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 500 });
    await own.stop();
  });

  test('no mistake of a client leads to a 5xx or a stack', async () => {
    const odd = [
      'null',
      '[]',
      '"x"',
      '{"email":1}',
      '{"a":{"b":',
      '\u0000',
      '{"type":"recovery","token_hash":["x"]}',
      '7',
      '{"__proto__":{"x":1}}',
      '{"email":{"a":1}}',
      '{"email":"\\ud800@example.com","password":"x"}',
      '{"email":"a@b.c\\u0000","password":"x"}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
    ];
    const paths = [
      '/signup',
      '/otp',
      '/verify',
      '/recover',
      '/resend',
      '/sso',
      '/factors',
      '/logout?scope=x',
      '/token',
      '/token?grant_type=',
      '/token?grant_type=id_token',
      '/token?grant_type=pkce',
      '/token?grant_type=password&grant_type=pkce',
      '/sso/saml/acs',
      '/callback',
    ];
    for (const path of paths) {
      for (const body of odd) {
        const response = await call(server, 'POST', `/auth/v1${path}`, { body });
        const least = path === '/callback' ? 200 : 400;
        const isRejection = response.status >= least && response.status < 500;
        expect([path, body.slice(0, 60), isRejection]).toEqual([path, body.slice(0, 60), true]);
        expect(response.text).not.toMatch(/\bat .*\.ts:\d+|node_modules|SQLITE/);
      }
    }
    for (const path of [
      '/authorize?provider=%00',
      '/callback?state=%FF',
      '/verify?token=%00',
      '/user/identities/x',
      '/sso/saml/metadata?x=%00',
    ]) {
      expect((await call(server, 'GET', `/auth/v1${path}`)).status).toBeLessThan(500);
    }
  });
});
