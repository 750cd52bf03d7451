import { expect, test } from 'vitest';
import {
  call,
  fromSite,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { codeOf, newAppUser, verifyCode } from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const statusAndCodeOf = ({ status, body }: { status: number; body?: { code?: string } }) => [
  status,
  body?.code,
];
const close = (bearer: string, body: object) =>
  call(server, 'DELETE', '/api/account', { bearer, body });

test('the sessions of a user, this one marked, each with its device and level', async () => {
  const email = newEmail();
  const first = (await signUp(server, email)).body;
  const agent = { 'user-agent': 'Bicycle/1.0' };
  const second = (await signIn(server, email, goodPassword, agent)).body;
  await signUp(server, newEmail());
  const { body } = await call(server, 'GET', '/api/account/sessions', {
    bearer: first.access_token,
  });
  expect(body.sessions).toMatchObject([
    { isCurrent: false, userAgent: 'Bicycle/1.0', ip: '127.0.0.1', aal: 'aal1' },
    { isCurrent: true, aal: 'aal1' },
  ]);
  const [other] = body.sessions;
  const end = (bearer: string, id: string) =>
    call(server, 'DELETE', `/api/account/sessions/${id}`, { bearer });
  const stranger = (await signUp(server, newEmail())).body.access_token;
  expect((await end(stranger, other.id)).status).toBe(204);
  expect((await getUser(server, second.access_token)).status).toBe(200);
  expect((await end(first.access_token, other.id)).status).toBe(204);
  expect((await getUser(server, second.access_token)).status).toBe(403);
  expect((await getUser(server, first.access_token)).status).toBe(200);
});

test('the export holds what is kept and no secret', async () => {
  const { email, session } = await newAppUser(server);
  const bearer = session.access_token;
  const response = await call(server, 'GET', '/api/account/export', { bearer });
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.body).toMatchObject({
    id: session.user.id,
    email,
    hasPassword: true,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    identities: [{ provider: 'email' }],
    factors: [{ type: 'totp', status: 'verified' }],
    sessions: [{ ip: '127.0.0.1' }],
  });
  expect(response.text).not.toMatch(/argon2|sealed|refresh_|hash/i);
});

test('an account is deleted with its password, its sessions at once, and its owner is notified', async () => {
  const email = newEmail();
  const { body } = await signUp(server, email);
  const bearer = body.access_token;
  expect(statusAndCodeOf(await close(bearer, {}))).toEqual([400, 'reauthentication_needed']);
  expect(statusAndCodeOf(await close(bearer, { password: otherPassword }))).toEqual([
    400,
    'invalid_credentials',
  ]);
  expect((await close(bearer, { password: goodPassword })).status).toBe(204);
  expect((await getUser(server, bearer)).status).toBe(403);
  expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials');
  expect(await server.ports.users.byId(body.user.id)).toBeUndefined();
  expect((await server.outbox(email)).at(-1)?.subject).toBe('Je account is verwijderd');
  expect((await signUp(server, email)).status).toBe(200);
});

test('or with the code that was mailed for it, once', async () => {
  const email = newEmail();
  const { access_token: bearer } = (await signUp(server, email)).body;
  await call(server, 'GET', '/auth/v1/reauthenticate', { bearer });
  const nonce = (await server.outbox(email)).at(-1)?.code;
  expect(statusAndCodeOf(await close(bearer, { nonce: 'abcdef' }))).toEqual([
    422,
    'reauthentication_not_valid',
  ]);
  expect((await close(bearer, { nonce })).status).toBe(204);
});

test('with a second factor it has to be used first', async () => {
  const { email, factorId, secret } = await newAppUser(server);
  const { access_token: bearer } = (await signIn(server, email)).body;
  expect(statusAndCodeOf(await close(bearer, { password: goodPassword }))).toEqual([
    403,
    'insufficient_aal',
  ]);
  const raised = await verifyCode(server, bearer, factorId, codeOf(secret));
  expect((await close(raised.body.access_token, { password: goodPassword })).status).toBe(204);
});

test('with a second factor the list of sessions and the export need it', async () => {
  const { email, session } = await newAppUser(server);
  const { access_token: bearer } = (await signIn(server, email)).body;
  for (const path of ['/api/account/sessions', '/api/account/export']) {
    expect(statusAndCodeOf(await call(server, 'GET', path, { bearer }))).toEqual([
      403,
      'insufficient_aal',
    ]);
    const raised = await call(server, 'GET', path, { bearer: session.access_token });
    expect(raised.status).toBe(200);
  }
});

test('the last admin stays', async () => {
  const { body } = await signUp(server, newEmail());
  await server.ports.roles.grant(body.user.id, 'admin', 1);
  const bearer = body.access_token;
  expect(statusAndCodeOf(await close(bearer, { password: goodPassword }))).toEqual([
    409,
    'last_admin',
  ]);
  expect((await getUser(server, bearer)).status).toBe(200);
});

test('by cookie only from this site; nobody without a session', async () => {
  const { cookies } = await call(server, 'POST', '/auth/v1/signup', {
    body: { email: newEmail(), password: goodPassword },
    headers: fromSite,
  });
  const body = { password: goodPassword };
  const foreign = await call(server, 'DELETE', '/api/account', { cookies, body });
  expect(statusAndCodeOf(foreign)).toEqual([403, 'cross_site_request']);
  const own = await call(server, 'DELETE', '/api/account', { cookies, body, headers: fromSite });
  expect([own.status, own.cookies.get('cs-refresh')]).toEqual([204, '']);
  for (const [method, path] of [
    ['GET', '/api/account/sessions'],
    ['GET', '/api/account/export'],
    ['DELETE', '/api/account'],
  ] as const) {
    expect(statusAndCodeOf(await call(server, method, path))).toEqual([401, 'no_authorization']);
  }
});

test('one IP exports ten times in a quarter of an hour', async () => {
  const own = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const bearer = (await signUp(own, newEmail())).body.access_token;
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await call(own, 'GET', '/api/account/export', { bearer })).status);
  await own.stop();
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});
