import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { openSetup } from '@coachsite/core/admins';
import { emailOf } from '@coachsite/core/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { call, goodPassword, signIn, signUp, statusAndCode } from '../support/auth-client.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { registerFirst } from '../support/registered-first.ts';
import { json } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const password = 'Vlaamse-Kermis-27';
let server: TestServer;
let token: string;

beforeEach(async () => {
  // Limits on the token hold even where the limits per IP are off, as they are here.
  server = await startTestServer();
  token = (await openSetup(server.ports)) ?? '';
});
afterEach(() => server.stop());

const setUp = (body: unknown) => fetch(`${server.url}/api/admin-setup`, json(body));
const isOpen = async () => (await (await fetch(`${server.url}/api/admin-setup`)).json()).open;
const valid = (more: object = {}) => ({ token, email: 'an@example.com', password, ...more });

test('the right token makes the first admin, once, and signs nobody in', async () => {
  expect(await isOpen()).toBe(true);
  const made = await setUp(valid({ email: ' An@Example.com ' }));
  expect(made.status).toBe(201);
  expect(await made.json()).toMatchObject({ email: 'an@example.com' });
  expect(made.headers.get('set-cookie')).toBeNull();
  expect(await isOpen()).toBe(false);
  const user = await server.ports.users.byEmail(emailOf('an@example.com'));
  expect(user?.emailConfirmedAt).toBeTypeOf('number');
  expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(user?.identities).toMatchObject([{ provider: 'email' }]);
  expect(await server.ports.roles.rolesOf(user?.id ?? '')).toEqual(['admin']);
  expect(existsSync(server.config.setupTokenPath)).toBe(false);
});

test('once there is an admin the set-up is closed, whatever is sent', async () => {
  await setUp(valid());
  for (const body of [valid({ email: 'bo@example.com' }), valid({ token: 'wrong' }), {}, 'x']) {
    const response = await setUp(body);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'setup_closed' });
  }
});

test('an account that a stranger registered with the address is taken over', async () => {
  const provider = await startOpenIdProvider({ redirectUri: 'http://127.0.0.1/auth/v1/callback' });
  onTestFinished(provider.close);
  const own = await startTestServer({
    env: {
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      OAUTH_PROVIDERS: JSON.stringify([provider.setting('partner')]),
    },
  });
  onTestFinished(() => own.stop());
  const { email, id, expectShutOut } = await registerFirst(own, provider);
  for (let failure = 0; failure < 5; failure += 1) await signIn(own, email, 'wrong');
  const given = { token: await openSetup(own.ports), email, password };
  expect((await fetch(`${own.url}/api/admin-setup`, json(given))).status).toBe(201);
  await expectShutOut();
  const owner = await signIn(own, email, password);
  expect(owner.status).toBe(200);
  expect(owner.body.user).toMatchObject({ id, identities: [{ provider: 'email' }] });
  expect(owner.body.user.factors).toBeUndefined();
  const bearer = owner.body.access_token;
  expect((await call(own, 'GET', '/api/admin/messages', { bearer })).status).toBe(200);
});

test('what a stranger wrote about the account is gone with it', async () => {
  const email = 'an@example.com';
  await signUp(server, email, { data: { name: 'Stranger' } });
  expect((await setUp(valid())).status).toBe(201);
  const owner = await signIn(server, email, password);
  expect(owner.body.user.user_metadata).toEqual({ email_verified: true });
});

test('a sign-in with the former password that is still being checked gets no session', async () => {
  const email = 'an@example.com';
  await signUp(server, email);
  const { passwords } = server.ports;
  const { verify } = passwords;
  Object.assign(passwords, {
    verify: async (...given: Parameters<typeof verify>) => {
      Object.assign(passwords, { verify });
      const check = await verify(...given);
      expect((await setUp(valid())).status).toBe(201);
      return check;
    },
  });
  expect((await signIn(server, email, goodPassword)).status).toBe(400);
  const admin = await server.ports.users.byEmail(emailOf(email));
  expect(await server.ports.sessions.ofUser(admin?.id ?? '')).toEqual([]);
});

test.each([
  { password: 'Boterbloem+82dak' },
  { password: 'Boterbloem+82dak', phone: '32470112299' },
])('a change %j of the former account that is still being hashed is not made', async (change) => {
  const email = 'an@example.com';
  const { body } = await signUp(server, email);
  const { passwords } = server.ports;
  const { hash } = passwords;
  Object.assign(passwords, {
    hash: async (...given: Parameters<typeof hash>) => {
      Object.assign(passwords, { hash });
      const hashed = await hash(...given);
      expect((await setUp(valid())).status).toBe(201);
      return hashed;
    },
  });
  const changed = await call(server, 'PUT', '/auth/v1/user', {
    bearer: body.access_token,
    body: change,
  });
  expect(statusAndCode(changed)).toEqual([403, 'session_not_found']);
  expect((await signIn(server, email, change.password)).status).toBe(400);
  expect((await signIn(server, email, password)).status).toBe(200);
  const admin = await server.ports.users.byEmail(emailOf(email));
  expect(admin?.phone).toBeUndefined();
});

test('only wrong tokens are recorded, not every rejected call', async () => {
  await setUp(valid({ password: 'password' }));
  for (let guess = 0; guess < 14; guess += 1) await setUp(valid({ token: `guess-${guess}` }));
  const rows = await server.ports.securityLog.list({ limit: 50, actionType: 'auth_failure' });
  expect(rows).toHaveLength(10);
});

test('two set-ups at once make one admin', async () => {
  const responses = await Promise.all(
    ['an', 'bo'].map((name) => setUp(valid({ email: `${name}@example.com` }))),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 404]);
  expect(await server.ports.roles.holders('admin')).toHaveLength(1);
  expect(await server.ports.users.list(10)).toHaveLength(1);
});

test('wrong tokens are rejected, then rate limited; those of other IPs are not', async () => {
  const statuses = [];
  for (let guess = 0; guess < 14; guess += 1) {
    statuses.push((await setUp(valid({ token: `guess-${guess}` }))).status);
  }
  expect(statuses).toEqual([...Array(10).fill(403), ...Array(4).fill(429)]);
  const held = await setUp(valid());
  expect(held.status).toBe(429);
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await isOpen()).toBe(true);
});

test('many guesses at once get no more looks than one after the other', async () => {
  const guesses = Array.from({ length: 40 }, (_, guess) => setUp(valid({ token: `g${guess}` })));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
});

test('a weak password or a bad address is named, and does not count as a guess', async () => {
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const weak = await setUp(valid({ password: 'password' }));
    expect(weak.status).toBe(422);
    expect(await weak.json()).toMatchObject({ code: 'weak_password' });
    const long = await setUp(valid({ password: password.padEnd(129, 'xy') }));
    expect(await long.json()).toMatchObject({
      code: 'weak_password',
      message: 'Weak password: Password should be at most 128 characters.',
    });
  }
  const bad = await setUp(valid({ email: 'an@@example' }));
  expect(await bad.json()).toMatchObject({ code: 'invalid_email' });
  expect((await setUp({ token })).status).toBe(422);
  expect((await setUp(valid())).status).toBe(201);
});

test('the token is long, closed to others, and shared by every start until it is used', async () => {
  expect(token.length).toBeGreaterThanOrEqual(22);
  expect(readFileSync(server.config.setupTokenPath, 'utf8').trim()).toBe(token);
  expect(statSync(server.config.setupTokenPath).mode & 0o777).toBe(0o600);
  const starts = await Promise.all([1, 2, 3].map(() => openSetup(server.ports)));
  expect(starts).toEqual([token, token, token]);
  await setUp(valid());
  expect(await openSetup(server.ports)).toBeUndefined();
});

test('all who start at once on a new data directory share one token', async () => {
  rmSync(server.config.setupTokenPath);
  const starts = await Promise.all([1, 2, 3, 4].map(() => openSetup(server.ports)));
  expect(new Set(starts).size).toBe(1);
  expect(readFileSync(server.config.setupTokenPath, 'utf8').trim()).toBe(starts[0]);
});

test('an empty or torn token file is replaced', async () => {
  writeFileSync(server.config.setupTokenPath, 'short');
  const fresh = await openSetup(server.ports);
  expect(fresh?.length).toBeGreaterThanOrEqual(22);
  expect(readFileSync(server.config.setupTokenPath, 'utf8').trim()).toBe(fresh);
});
