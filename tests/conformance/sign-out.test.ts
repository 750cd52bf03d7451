import { describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  refresh,
  signIn,
  statusAndCode,
} from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, connect, member } from './support/client.ts';

const server = await sharedServer();

const three = async () => {
  const a = await member(server);
  const b = await connect(server);
  await b.auth.signInWithPassword({ email: a.email, password: goodPassword });
  const c = (await signIn(server, a.email)).body;
  const bToken = (await b.auth.getSession()).data.session;
  return { a, b, tokens: [a.session, bToken as NonNullable<typeof bToken>, c] };
};
const alive = (tokens: readonly { access_token: string }[]) =>
  Promise.all(
    tokens.map(async ({ access_token }) => (await getUser(server, access_token)).status === 200),
  );

describe('docs/wire.md#4.13 sign-out', () => {
  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('scope %s', async (scope, expected) => {
    const { a, tokens } = await three();
    const { error } = await a.auth.signOut({ scope });
    expect(error).toBeNull();
    expect(await alive(tokens)).toEqual(expected);
    const kept = (await a.auth.getSession()).data.session;
    expect(kept === null).toBe(scope !== 'others');
    expect(a.events.includes('SIGNED_OUT')).toBe(scope !== 'others');
    for (const [index, token] of tokens.entries()) {
      expect((await refresh(server, token.refresh_token)).status).toBe(expected[index] ? 200 : 400);
    }
  });

  test('without a scope all end', async () => {
    const { a, tokens } = await three();
    await a.auth.signOut();
    expect(await alive(tokens)).toEqual([false, false, false]);
  });

  test('an unknown scope: 400; no token: 401; a session that is gone: 403, which the client takes for done', async () => {
    const { auth, session } = await member(server);
    const logout = (bearer?: string, scope = 'global') =>
      call(server, 'POST', `/auth/v1/logout?scope=${scope}`, { bearer });
    const unknown = await logout(session.access_token, 'everyone');
    expect(statusAndCode(unknown)).toEqual([400, 'validation_failed']);
    const none = await logout();
    expect(statusAndCode(none)).toEqual([401, 'no_authorization']);
    await logout(session.access_token);
    const gone = await logout(session.access_token);
    expect(statusAndCode(gone)).toEqual([403, 'session_not_found']);
    expect((await auth.signOut()).error).toBeNull();
  });

  test('the access token dies with the session, on every service', async () => {
    const { client, session, auth } = await member(server);
    const bearer = session.access_token;
    await auth.signOut();
    const responses = await Promise.all([
      call(server, 'GET', '/auth/v1/user', { bearer }),
      call(server, 'PUT', '/auth/v1/user', { bearer, body: { data: { x: 1 } } }),
      call(server, 'GET', '/auth/v1/reauthenticate', { bearer }),
      call(server, 'GET', '/rest/v1/user_roles', { bearer }),
      call(server, 'POST', '/storage/v1/object/ebook/free-guide.pdf', { bearer, body: 'x' }),
      call(server, 'GET', '/api/admin/ebook/stats', { bearer }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([
      403,
      403,
      403,
      401,
      expect.any(Number),
      401,
    ]);
    expect(responses[4]?.body.statusCode).toMatch(/^40[0-3]$/);
    expect((await client.from('user_roles').select('role')).data).toEqual([]);
  });
});

describe('docs/wire.md#4.14 open endpoints', () => {
  test('keys: public parts with kid, alg, kty and use; cached ten minutes', async () => {
    const { body, headers } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(body.keys).toHaveLength(1);
    for (const key of body.keys) {
      expect(key).toMatchObject({
        kid: expect.any(String),
        alg: 'ES256',
        kty: 'EC',
        crv: 'P-256',
        use: 'sig',
      });
      for (const secret of ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'])
        expect(key).not.toHaveProperty(secret);
    }
  });

  test('settings', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/settings');
    expect(body).toMatchObject({
      external: { email: true, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: true,
      sms_provider: expect.any(String),
      saml_enabled: false,
    });
    for (const value of Object.values(body.external)) expect(typeof value).toBe('boolean');
  });

  test('health', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/health');
    expect(body).toEqual({
      version: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
    });
  });
});

describe('docs/wire.md#4.15 Bearer checks', () => {
  const endpoints: readonly (readonly [string, string])[] = [
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/logout'],
    ['GET', '/reauthenticate'],
  ];
  test.each(endpoints)('%s %s', async (method, path) => {
    const ask = (bearer?: string, headers = {}) =>
      call(server, method, `/auth/v1${path}`, {
        bearer,
        headers,
        ...(method === 'PUT' ? { body: {} } : {}),
      });
    for (const response of [
      await ask(),
      await ask(server.config.publishableKey),
      await ask(undefined, { authorization: 'Basic eDp5' }),
    ]) {
      expect([response.status, response.body.error_code, response.body.msg]).toEqual([
        401,
        'no_authorization',
        'This endpoint requires a valid Bearer token',
      ]);
    }
    const bad = await ask('not.a.token');
    expect(statusAndCode(bad)).toEqual([403, 'bad_jwt']);
    expect(bad.body.msg).toMatch(/^invalid JWT: unable to parse or verify signature/);
  });

  test('an expired token: 403 bad_jwt', async () => {
    const { session } = await member(server);
    advance(server, 3_601_000);
    const { status, body } = await getUser(server, session.access_token);
    expect([status, body.error_code]).toEqual([403, 'bad_jwt']);
  });

  test('a user who is gone, a session that is gone, a user who is banned', async () => {
    const gone = await member(server);
    await server.ports.users.remove(gone.session.user.id);
    const noUser = await getUser(server, gone.session.access_token);
    expect(noUser.status).toBe(403);
    expect(['user_not_found', 'session_not_found']).toContain(noUser.body.error_code);
    const banned = await member(server, newEmail());
    await server.ports.users.change(banned.session.user.id, (user) => ({
      ...user,
      bannedUntil: server.ports.clock.now() + 3_600_000,
    }));
    const { status, body } = await getUser(server, banned.session.access_token);
    expect([status, body.error_code]).toEqual([403, 'user_banned']);
  });
});
