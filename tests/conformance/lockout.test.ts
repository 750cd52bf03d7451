import { createClient } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, connect, hashOf, holdClock, lastLink, member } from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const minute = 60_000;
const guess = (email: string, times: number, on = server) =>
  Promise.all(Array.from({ length: times }, () => signIn(on, email, 'wrong')));
const lock = async (email: string, on = server) => {
  for (let i = 0; i < 5; i += 1) await signIn(on, email, 'wrong');
};

test('LK-1 five failures lock, the right password included; four and a success start over', async () => {
  const { email } = await member(server);
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
  const other = await member(server);
  for (let round = 0; round < 2; round += 1) {
    await guess(other.email, 4);
    expect((await signIn(server, other.email)).status).toBe(200);
  }
});

test('LK-2 the lock ends fifteen minutes after the last failure, whatever is tried meanwhile, and the count is 0', async () => {
  onTestFinished(holdClock(server));
  const { email } = await member(server);
  await lock(email);
  for (let i = 0; i < 14; i += 1) {
    advance(server, minute);
    expect((await signIn(server, email, 'wrong')).status).toBe(429);
  }
  advance(server, 59_000);
  expect((await signIn(server, email)).status).toBe(429);
  advance(server, 2000);
  for (let i = 0; i < 4; i += 1) expect((await signIn(server, email, 'wrong')).status).toBe(400);
  expect((await signIn(server, email)).status).toBe(200);
});

test('LK-3 of forty guesses at once five are evaluated', async () => {
  const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  const email = newEmail();
  await signUp(proxied, email);
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      signIn(proxied, email, 'wrong', { 'x-forwarded-for': `198.51.100.${index + 1}` }),
    ),
  );
  const evaluated = responses.filter(({ status }) => status === 400);
  expect(evaluated).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  await proxied.stop();
});

test('LK-3 twenty right sign-ins at once all succeed', async () => {
  const { email } = await member(server);
  const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(server, email)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

describe('LK-4 one account, one key', () => {
  test('every spelling counts on the same key', async () => {
    const { email } = await member(server);
    const [name = '', host = ''] = email.split('@');
    const spellings = [
      email.toUpperCase(),
      ` ${email} `,
      `${name}@${host.toUpperCase()}`,
      `${name.toUpperCase()}@${host}`,
      `\t${email}`,
    ];
    for (const spelling of spellings)
      expect((await signIn(server, spelling, 'wrong')).status).toBe(400);
    expect((await signIn(server, email)).status).toBe(429);
  });

  test('letters that only fold to ASCII are rejected, and create no second account', async () => {
    for (const address of [
      '\u212Aaren@example.com',
      '\u0130da@example.com',
      'ａnn@example.com',
      'ann@ｅxample.com',
    ]) {
      expect((await signUp(server, address)).status).toBe(400);
      expect((await signIn(server, address)).status).toBe(400);
    }
  });
});

test('LK-4 e-mail address and phone of one account share the count and the lock', async () => {
  const { auth, email, session } = await member(server);
  const phone = '32470112233';
  await auth.updateUser({ phone });
  const byPhone = (password: string) =>
    call(server, 'POST', '/auth/v1/token?grant_type=password', { body: { phone, password } });
  await guess(email, 2);
  for (let i = 0; i < 2; i += 1) expect((await byPhone('wrong')).status).toBe(400);
  const closing = { bearer: session.access_token, body: { password: otherPassword } };
  const closed = await call(server, 'DELETE', '/api/account', closing);
  expect(closed.body.code).toBe('invalid_credentials');
  expect((await byPhone(goodPassword)).status).toBe(429);
  expect((await signIn(server, email)).status).toBe(429);
  await auth.resetPasswordForEmail(email);
  await auth.verifyOtp({ type: 'recovery', token_hash: hashOf(await lastLink(server, email)) });
  expect((await byPhone(goodPassword)).status).toBe(200);
});

test('LK-5 sessions of a locked account go on, and recovery works and clears the lock', async () => {
  const { auth, email, session } = await member(server);
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
  expect((await getUser(server, session.access_token)).status).toBe(200);
  expect((await auth.refreshSession()).error).toBeNull();
  const elsewhere = await connect(server);
  await elsewhere.auth.resetPasswordForEmail(email);
  const { data } = await elsewhere.auth.verifyOtp({
    type: 'recovery',
    token_hash: hashOf(await lastLink(server, email)),
  });
  expect(data.session).not.toBeNull();
  expect((await signIn(server, email)).status).toBe(200);
  await elsewhere.auth.updateUser({ password: otherPassword });
  expect((await signIn(server, email, otherPassword)).status).toBe(200);
});

test('LK-6 a lock survives a restart, and counts for every process on the same data', async () => {
  const before = await startTestServer();
  const email = newEmail();
  await signUp(before, email);
  await lock(email, before);
  await before.stop({ keep: true });
  const after = await startTestServer({ dataDirectory: before.dataDirectory });
  expect((await signIn(after, email)).status).toBe(429);
  await after.stop();
});

test('LK-11 check_rate_limit is advice: it locks no account and admits nobody', async () => {
  const { email } = await member(server);
  const client = createClient(server.url, server.config.publishableKey);
  const check = (extra = {}) =>
    client.rpc('check_rate_limit', { identifier: email, action_type: 'signin_attempt', ...extra });
  await Promise.all(Array.from({ length: 150 }, () => check()));
  expect((await check()).data).toBe(false);
  expect((await signIn(server, email)).status).toBe(200);
  await check({ max_attempts: 1_000_000_000 });
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
});
