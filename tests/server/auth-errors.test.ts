import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, newEmail, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const wrongSignIn = (headers: Readonly<Record<string, string>>) =>
  call(server, 'POST', '/auth/v1/token?grant_type=password', {
    body: { email: newEmail(), password: 'x' },
    headers,
  });

describe('the form of an error', () => {
  test.each(['2024-01-01', '2025-06-30'])('is new from version %s', async (version) => {
    const answer = await wrongSignIn({ 'x-supabase-api-version': version });
    expect(answer.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  test.each(['2023-12-31', 'soon', '2024', '2024-13-99', ''])(
    'is old for version %j',
    async (version) => {
      const answer = await wrongSignIn({ 'x-supabase-api-version': version });
      expect(answer.body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
      expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    },
  );

  test('holds the reasons of a weak password in both', async () => {
    const body = { email: newEmail(), password: 'weak' };
    const old = await call(server, 'POST', '/auth/v1/signup', { body });
    expect(old.body).toMatchObject({ code: 422, weak_password: { reasons: expect.any(Array) } });
    const young = await call(server, 'POST', '/auth/v1/signup', {
      body,
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(young.body).toMatchObject({
      code: 'weak_password',
      weak_password: { reasons: expect.any(Array) },
    });
    expect(young.body.message).toContain('Password should be at least 8 characters.');
  });
});

test.each([
  ['GET', '/auth/v1/nothing'],
  ['DELETE', '/auth/v1/users'],
  ['GET', '/auth/v1'],
])('%s %s is 404 as JSON', async (method, path) => {
  const { status, body } = await call(server, method, path);
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: 404, error_code: 'not_found' });
});

test('malformed and oversized bodies are told apart', async () => {
  const broken = await call(server, 'POST', '/auth/v1/otp', { body: '{"email":' });
  expect(broken.status).toBe(400);
  expect(broken.body.error_code).toBe('bad_json');
  const big = await call(server, 'POST', '/auth/v1/otp', {
    body: { email: 'x'.repeat(70 * 1024) },
  });
  expect(big.status).toBe(413);
  expect(big.body.error_code).toBe('request_entity_too_large');
});

test('any odd body is refused with a 4xx', async () => {
  const bodies = [
    'null',
    '[]',
    '7',
    '"x"',
    '{"__proto__":{"x":1}}',
    '{"email":{"a":1}}',
    '{"email":"\\ud800@example.com","password":"x"}',
    '{"email":"a@b.c\\u0000","password":"x"}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ];
  const calls = ['/signup', '/otp', '/recover', '/resend', '/verify', '/token?grant_type=password'];
  for (const path of calls) {
    for (const body of bodies) {
      const { status } = await call(server, 'POST', `/auth/v1${path}`, { body });
      expect([path, body.slice(0, 60), status >= 400 && status < 500]).toEqual([
        path,
        body.slice(0, 60),
        true,
      ]);
    }
  }
});

test('data nested as deep as a body allows is refused with a 4xx', async () => {
  const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;
  const data = `{"email":"${newEmail()}","password":"Kraanvogel-7!zee","data":{"a":${deep}}}`;
  const { status } = await call(server, 'POST', '/auth/v1/signup', { body: data });
  expect(status).toBe(400);
  const rest = `{"action_type":"auth_failure","table_name":"security_events","details":${deep.slice(24_500, -24_500)}}`;
  const event = await call(server, 'POST', '/rest/v1/rpc/log_security_event', { body: rest });
  expect(event.status).toBe(400);
  const { body } = await signUp(server, newEmail());
  const put = await call(server, 'PUT', '/auth/v1/user', {
    bearer: body.access_token,
    body: `{"data":{"a":${deep}}}`,
  });
  expect(put.status).toBe(400);
});

test('any origin may call without credentials, and may not ask for cookies', async () => {
  const preflight = await call(server, 'OPTIONS', '/auth/v1/token?grant_type=password', {
    headers: {
      origin: 'https://elsewhere.example',
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
  const answer = await call(server, 'GET', '/auth/v1/health', {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const api = await call(server, 'GET', '/api/ebook', {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(api.headers.get('access-control-allow-origin')).toBeNull();
});

test('settings and health say what clients read', async () => {
  const settings = await call(server, 'GET', '/auth/v1/settings');
  expect(settings.body).toMatchObject({
    external: { email: true, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  });
  const health = await call(server, 'GET', '/auth/v1/health');
  expect(Object.keys(health.body).toSorted()).toEqual(['description', 'name', 'version']);
});

test('a missing or wrong apikey changes nothing', async () => {
  const email = newEmail();
  expect((await signUp(server, email)).status).toBe(200);
  const answer = await call(server, 'GET', '/auth/v1/settings', { headers: { apikey: 'other' } });
  expect(answer.status).toBe(200);
});
