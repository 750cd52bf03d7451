import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
});
afterAll(() => server.stop());

const fail = (email: string) => signIn(server, email, otherPassword);
const failTimes = async (email: string, times: number) => {
  for (let i = 0; i < times; i += 1) await fail(email);
};

test('a sign-in answers with a new session each time', async () => {
  const email = newEmail();
  const first = await signUp(server, email);
  const second = await signIn(server, email);
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
  expect(second.body.user.last_sign_in_at).toBeDefined();
  const claims = JSON.parse(
    Buffer.from(second.body.access_token.split('.')[1], 'base64url').toString(),
  );
  expect(claims).toMatchObject({
    iss: `${server.url}/auth/v1`,
    sub: first.body.user.id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    email,
    phone: '',
    is_anonymous: false,
  });
  expect(claims.exp - claims.iat).toBe(3600);
  expect(claims.amr).toMatchObject([{ method: 'password' }]);
});

test('an unknown address and a wrong password get the same answer', async () => {
  const email = newEmail();
  await signUp(server, email);
  const wrong = await fail(email);
  const unknown = await fail(newEmail());
  expect(wrong.status).toBe(400);
  expect(wrong.text).toBe(unknown.text);
  expect(wrong.body).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
  const names = (headers: Headers) => [...headers.keys()].toSorted();
  expect(names(wrong.headers)).toEqual(names(unknown.headers));
});

test.each([
  [{ password: goodPassword }],
  [{ email: 'a@example.com', phone: '32470123456', password: goodPassword }],
])('a sign-in needs one of e-mail and phone: %j', async (body) => {
  const answer = await call(server, 'POST', '/auth/v1/token?grant_type=password', { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error_code).toBe('validation_failed');
});

test('other grants are refused in the words of the service', async () => {
  const web3 = await call(server, 'POST', '/auth/v1/token?grant_type=web3', { body: {} });
  expect(web3.status).toBe(422);
  expect(web3.body.error_code).toBe('web3_provider_disabled');
  const odd = await call(server, 'POST', '/auth/v1/token?grant_type=constructor', { body: {} });
  expect(odd.status).toBe(400);
  expect(odd.body).toMatchObject({
    error_code: 'invalid_credentials',
    msg: 'unsupported_grant_type',
  });
});

describe('the lock', () => {
  test('closes after five failures, for the right password too, and tells how long', async () => {
    const email = newEmail();
    await signUp(server, email);
    await failTimes(email, 5);
    const refused = await signIn(server, email);
    expect(refused.status).toBe(429);
    expect(refused.body.error_code).toBe('over_request_rate_limit');
    expect(refused.body.reason).toBe('account_locked');
    expect(refused.body.msg).toBe(
      'Account temporarily locked due to multiple failed attempts. Please try again later.',
    );
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test('counts every spelling of an address together, and unknown addresses alike', async () => {
    const email = newEmail();
    for (const spelling of [email, email.toUpperCase(), ` ${email}`, `${email} `, email])
      expect((await fail(spelling)).status).toBe(400);
    expect((await fail(email)).status).toBe(429);
  });

  test('forgets the failures at a success', async () => {
    const email = newEmail();
    await signUp(server, email);
    for (let round = 0; round < 2; round += 1) {
      await failTimes(email, 4);
      expect((await signIn(server, email)).status).toBe(200);
    }
  });

  test('lets no more than five of forty parallel guesses through', async () => {
    const email = newEmail();
    await signUp(server, email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => fail(email)));
    const evaluated = answers.filter(({ status }) => status === 400);
    expect(evaluated).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('does not shut out twenty right sign-ins at once', async () => {
    const email = newEmail();
    await signUp(server, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(server, email)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('leaves open sessions alone, and a recovery by mail ends it', async () => {
    const email = newEmail();
    const { body } = await signUp(server, email);
    await failTimes(email, 5);
    expect((await getUser(server, body.access_token)).status).toBe(200);
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
    await call(server, 'POST', '/auth/v1/recover', { body: { email } });
    const [mail] = await server.outbox(email);
    const recovered = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'recovery', email, token: mail?.code },
    });
    expect(recovered.status).toBe(200);
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('survives a restart', async () => {
    const before = await startTestServer();
    const email = newEmail();
    await signUp(before, email);
    for (let i = 0; i < 5; i += 1) await signIn(before, email, otherPassword);
    await before.stop({ keep: true });
    const after = await startTestServer({ dataDirectory: before.dataDirectory });
    expect((await signIn(after, email)).status).toBe(429);
    await after.stop();
  });

  test('is short when the environment says so', async () => {
    const quick = await startTestServer({ env: { AUTH_LOCKOUT_SECONDS: '1' } });
    const email = newEmail();
    await signUp(quick, email);
    for (let i = 0; i < 5; i += 1) await signIn(quick, email, otherPassword);
    expect((await signIn(quick, email)).status).toBe(429);
    await expect.poll(async () => (await signIn(quick, email)).status, { timeout: 5000 }).toBe(200);
    await quick.stop();
  });
});

test('each outcome leaves one row of the server in the log', async () => {
  const email = newEmail();
  const { body } = await signUp(server, email);
  await signIn(server, email);
  await failTimes(email, 5);
  await signIn(server, email);
  await call(server, 'POST', '/auth/v1/logout', { bearer: body.access_token });
  const rows = async () =>
    (await server.ports.securityLog.list({ userId: body.user.id, limit: 100 }))
      .filter(({ source }) => source === 'server')
      .map(({ actionType }) => actionType)
      .toSorted();
  await expect
    .poll(rows)
    .toEqual([
      'auth_failure',
      'auth_failure',
      'auth_failure',
      'auth_failure',
      'auth_failure',
      'auth_logout',
      'auth_success',
      'lock',
      'signup_success',
    ]);
});

test('a hash of older parameters is raised at the next sign-in', async () => {
  const { hash } = await import('@node-rs/argon2');
  const email = newEmail();
  const { body } = await signUp(server, email);
  const old = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await server.ports.users.change(body.user.id, (user) => ({ ...user, passwordHash: old }));
  expect((await signIn(server, email)).status).toBe(200);
  const user = await server.ports.users.byId(body.user.id);
  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(server, email)).status).toBe(200);
});

test('an account that is banned cannot sign in and its session is refused', async () => {
  const email = newEmail();
  const { body } = await signUp(server, email);
  const until = Date.now() + 60_000;
  await server.ports.users.change(body.user.id, (user) => ({ ...user, bannedUntil: until }));
  expect((await signIn(server, email)).body).toMatchObject({
    code: 400,
    error_code: 'user_banned',
  });
  expect((await getUser(server, body.access_token)).body).toMatchObject({
    code: 403,
    error_code: 'user_banned',
  });
});

test('one address may not try many accounts', async () => {
  const limited = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const statuses: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` };
    const { status } = await signIn(limited, newEmail(), otherPassword, headers);
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  await limited.stop();
});
