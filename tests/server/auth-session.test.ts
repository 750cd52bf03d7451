import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, getUser, newEmail, refresh, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { AUTH_REFRESH_REUSE_INTERVAL: '1' } });
});
afterAll(() => server.stop());

const session = async () => (await signUp(server, newEmail())).body;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [string, string, string];

describe('refresh', () => {
  test('rotates the token and keeps session, user and the time of sign-in', async () => {
    const first = await session();
    const { status, body } = await refresh(server, first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(body.user).toMatchObject({
      id: first.user.id,
      last_sign_in_at: first.user.last_sign_in_at,
    });
    const claims = (token: string) =>
      JSON.parse(Buffer.from(parts(token)[1], 'base64url').toString());
    expect(claims(body.access_token).session_id).toBe(claims(first.access_token).session_id);
  });

  test('twenty at once leave one valid session with one active token', async () => {
    const first = await session();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(server, first.refresh_token)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const next = await refresh(server, answers[7]?.body.refresh_token);
    expect(next.status).toBe(200);
  });

  test('the parent of the active token gets the active one again, however late', async () => {
    const first = await session();
    const second = (await refresh(server, first.refresh_token)).body.refresh_token;
    await wait(1200);
    const again = await refresh(server, first.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(second);
  });

  test('an older token within the interval gets the active one, later it ends the session', async () => {
    const r0 = await session();
    const r1 = (await refresh(server, r0.refresh_token)).body;
    const r2 = (await refresh(server, r1.refresh_token)).body;
    const r3 = (await refresh(server, r2.refresh_token)).body;
    const early = await refresh(server, r0.refresh_token);
    expect(early.body.refresh_token).toBe(r3.refresh_token);
    await wait(1200);
    const late = await refresh(server, r0.refresh_token);
    expect(late.status).toBe(400);
    expect(late.body).toMatchObject({
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    });
    expect((await refresh(server, r3.refresh_token)).status).toBe(400);
    expect((await getUser(server, r3.access_token)).body.error_code).toBe('session_not_found');
  });

  test.each([
    ['short', 'validation_failed'],
    ['this-is-no-token-of-ours', 'refresh_token_not_found'],
    [`${'0'.repeat(32)}.0.${'A'.repeat(43)}`, 'session_not_found'],
  ])('the token %s is refused as %s', async (token, code) => {
    const { status, body } = await refresh(server, token);
    expect(status).toBe(400);
    expect(body.error_code).toBe(code);
  });

  test('a guessed token of a living session is unknown and does it no harm', async () => {
    const first = await session();
    const [id, counter] = first.refresh_token.split('.');
    const forged = `${id}.${counter}.${'A'.repeat(43)}`;
    expect((await refresh(server, forged)).body.error_code).toBe('refresh_token_not_found');
    expect((await refresh(server, first.refresh_token)).status).toBe(200);
  });

  test('no token stands in the database', async () => {
    const { refresh_token, access_token } = await session();
    const [, , secret] = refresh_token.split('.');
    const user = await getUser(server, access_token);
    const rows = JSON.stringify(await server.ports.sessions.ofUser(user.body.id));
    expect(rows).not.toContain(secret);
  });

  test('survives a restart', async () => {
    const before = await startTestServer();
    const { body } = await signUp(before, newEmail());
    const next = (await refresh(before, body.refresh_token)).body;
    await before.stop({ keep: true });
    const after = await startTestServer({ dataDirectory: before.dataDirectory });
    expect((await refresh(after, next.refresh_token)).status).toBe(200);
    await after.stop();
  });
});

describe('sign-out', () => {
  const three = async () => {
    const email = newEmail();
    const a = (await signUp(server, email)).body;
    const b = (await signIn(server, email)).body;
    const c = (await signIn(server, email)).body;
    return { a, b, c };
  };
  const alive = async (...sessions: readonly { access_token: string }[]) =>
    Promise.all(
      sessions.map(
        async ({ access_token }) => (await getUser(server, access_token)).status === 200,
      ),
    );
  const logout = (bearer: string, scope?: string) =>
    call(server, 'POST', `/auth/v1/logout${scope ? `?scope=${scope}` : ''}`, {
      bearer,
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    });

  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
    [undefined, [false, false, false]],
  ])('scope %s ends the sessions it names at once', async (scope, expected) => {
    const { a, b, c } = await three();
    const answer = await logout(a.access_token, scope);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await alive(a, b, c)).toEqual(expected);
  });

  test('an unknown scope is refused, and so is a second sign-out', async () => {
    const { a } = await three();
    expect((await logout(a.access_token, 'all')).body.error_code).toBe('validation_failed');
    await logout(a.access_token);
    const again = await logout(a.access_token);
    expect(again.status).toBe(403);
    expect(again.body.error_code).toBe('session_not_found');
  });
});

describe('access tokens', () => {
  test('without one, or with the publishable key, nobody is signed in', async () => {
    for (const bearer of [undefined, server.config.publishableKey]) {
      const { status, body } = await call(server, 'GET', '/auth/v1/user', { bearer });
      expect(status).toBe(401);
      expect(body).toEqual({
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      });
    }
    const odd = await call(server, 'GET', '/auth/v1/user', {
      headers: { authorization: 'Basic YTpi' },
    });
    expect(odd.body.error_code).toBe('no_authorization');
  });

  test('forged ones are refused', async () => {
    const { access_token } = await session();
    const [head, body, signature] = parts(access_token);
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const [jwk] = (await call(server, 'GET', '/auth/v1/.well-known/jwks.json')).body.keys;
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ownJwk = own.publicKey.export({ format: 'jwk' });
    const signed = (headers: object, payload: object) => {
      const content = `${encode(headers)}.${encode(payload)}`;
      const key = { key: own.privateKey, dsaEncoding: 'ieee-p1363' } as const;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    };
    const hmac = (content: string) =>
      createHmac('sha256', JSON.stringify(jwk)).update(content).digest('base64url');
    const hs = `${encode({ ...header, alg: 'HS256' })}.${body}`;
    const forgeries = [
      `${encode({ ...header, alg: 'none' })}.${body}.`,
      `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
      `${hs}.${hmac(hs)}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      signed(header, claims),
      signed({ ...header, kid: 'other' }, claims),
      signed({ ...header, jwk: ownJwk }, claims),
      signed({ ...header, jku: 'https://evil.example/jwks.json' }, claims),
      `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      `${head}.${body}`,
      'x',
      `${access_token}x`,
    ];
    for (const forged of forgeries) {
      const { status, body: told } = await getUser(server, forged);
      expect([status, told.error_code]).toEqual([403, 'bad_jwt']);
    }
    expect((await getUser(server, access_token)).status).toBe(200);
  });

  test('an expired one is refused', async () => {
    const quick = await startTestServer({ env: { AUTH_ACCESS_TOKEN_TTL: '1' } });
    const { body } = await signUp(quick, newEmail());
    await expect
      .poll(async () => (await getUser(quick, body.access_token)).body.error_code, {
        timeout: 5000,
      })
      .toBe('bad_jwt');
    await quick.stop();
  });

  test('the published keys hold public parts only, and the private ones are the owner’s alone', async () => {
    const { body, headers } = await call(server, 'GET', '/auth/v1/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(body.keys).toHaveLength(1);
    expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(Object.keys(body.keys[0])).not.toEqual(expect.arrayContaining(['d']));
    const keys = join(server.dataDirectory, 'keys');
    expect(statSync(keys).mode & 0o777).toBe(0o700);
    expect(statSync(join(keys, `signing-${'0'.repeat(15)}.pem`)).mode & 0o777).toBe(0o600);
  });
});
