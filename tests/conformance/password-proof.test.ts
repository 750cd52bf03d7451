import { totpCode } from '@coachsite/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  statusAndCode,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  advance,
  type Connected,
  claimsOf,
  connect,
  hashOf,
  holdClock,
  lastCode,
  lastLink,
  linkOf,
  member,
  need,
} from './support/client.ts';

const minute = 60_000;

async function own(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await startTestServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0', ...env } });
  const release = holdClock(server);
  onTestFinished(async () => {
    release();
    await server.stop();
  });
  return server;
}

describe('docs/wire.md#4.9 what a new password asks', () => {
  test('nothing under ten minutes, then the current one: 400 without it, 400 with a wrong one', async () => {
    const server = await own();
    const { auth, email } = await member(server);
    advance(server, 10 * minute - 1);
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    advance(server, 1);
    const change = async (current_password: string) =>
      (await auth.updateUser({ password: goodPassword, current_password })).error;
    const { error } = await auth.updateUser({ password: goodPassword });
    for (const none of [error, await change('')])
      expect(none).toMatchObject({ status: 400, code: 'current_password_required' });
    expect(await change(goodPassword)).toMatchObject({
      status: 400,
      code: 'current_password_invalid',
    });
    expect((await signIn(server, email, otherPassword)).status).toBe(200);
    expect(await change(otherPassword)).toBeNull();
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('a refreshed session is no younger', async () => {
    const server = await own();
    const { auth } = await member(server);
    advance(server, 10 * minute);
    expect((await auth.refreshSession()).error).toBeNull();
    const { error } = await auth.updateUser({ password: otherPassword });
    expect(error?.code).toBe('current_password_required');
  });

  test('a current password that is sent is checked in a fresh session too, and the same again is told last', async () => {
    const server = await own();
    const { auth } = await member(server);
    const change = async (password: string, current_password: string) =>
      (await auth.updateUser({ password, current_password })).error?.code;
    expect(await change(otherPassword, otherPassword)).toBe('current_password_invalid');
    expect(await change('kort', otherPassword)).toBe('weak_password');
    expect(await change(goodPassword, goodPassword)).toBe('same_password');
    expect(await change(otherPassword, goodPassword)).toBeUndefined();
  });

  test('wrong ones are guesses at the sign-in: five lock the account, in the session too', async () => {
    const server = await own();
    const { auth, email } = await member(server);
    advance(server, 10 * minute);
    const change = async (current_password: string) =>
      (await auth.updateUser({ password: otherPassword, current_password })).error;
    for (let i = 0; i < 3; i += 1)
      expect((await change('x'))?.code).toBe('current_password_invalid');
    for (let i = 0; i < 2; i += 1) expect((await signIn(server, email, 'x')).status).toBe(400);
    expect(await change(goodPassword)).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    });
    expect((await signIn(server, email)).status).toBe(429);
    advance(server, 15 * minute);
    expect(await change(goodPassword)).toBeNull();
  });

  test('wrong ones count against the IP with failed sign-ins, right ones do not', async () => {
    const server = await own({ AUTH_IP_RATE_LIMITS: 'on' });
    const one = await member(server);
    let current = goodPassword;
    for (let i = 0; i < 3; i += 1) {
      const password = `${otherPassword}${i}`;
      const changed = await one.auth.updateUser({ password, current_password: current });
      expect(changed.error).toBeNull();
      current = password;
    }
    for (let i = 0; i < 26; i += 1) await signIn(server, `nobody-${i}@example.com`, 'x');
    for (let i = 0; i < 4; i += 1) {
      const { error } = await one.auth.updateUser({
        password: goodPassword,
        current_password: 'x',
      });
      expect(error?.code).toBe('current_password_invalid');
    }
    const { error } = await one.auth.updateUser({
      password: goodPassword,
      current_password: current,
    });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  test('an account without a password is asked for a code once its session is older', async () => {
    const server = await own();
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email });
    await auth.verifyOtp({ type: 'magiclink', token_hash: hashOf(await lastLink(server, email)) });
    advance(server, 10 * minute);
    const change = async (more: object) =>
      (await auth.updateUser({ password: goodPassword, ...more })).error;
    for (const more of [{}, { current_password: 'x' }])
      expect(await change(more)).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    await auth.reauthenticate();
    expect(await change({ nonce: await lastCode(server, email) })).toBeNull();
    expect((await signIn(server, email)).status).toBe(200);
  });
});

describe('docs/wire.md#4.9 a session of a reset', () => {
  test('sets one password in its first ten minutes, and is then a session like any other', async () => {
    const server = await own({ AUTH_REAUTH_AFTER_SECONDS: '0' });
    const { email } = await member(server);
    await call(server, 'POST', '/auth/v1/recover', { body: { email } });
    const token_hash = hashOf(await lastLink(server, email));
    const { body } = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash },
    });
    // The token does not say so: as before, its method is the one of a typed code.
    expect(claimsOf(body.access_token).amr).toEqual([
      { method: 'otp', timestamp: expect.any(Number) },
    ]);
    advance(server, 10 * minute - 1);
    const put = (change: object) =>
      call(server, 'PUT', '/auth/v1/user', { bearer: body.access_token, body: change });
    expect((await put({ password: otherPassword, current_password: 'forgotten' })).status).toBe(
      200,
    );
    expect(statusAndCode(await put({ password: goodPassword }))).toEqual([
      400,
      'current_password_required',
    ]);
  });

  test('asks for a code, or the forgotten password, once it is older', async () => {
    const server = await own();
    const { email } = await member(server);
    const { auth } = await connect(server);
    await auth.resetPasswordForEmail(email);
    await auth.verifyOtp({ type: 'recovery', token_hash: hashOf(await lastLink(server, email)) });
    advance(server, 10 * minute);
    const { error } = await auth.updateUser({ password: otherPassword });
    expect(error?.code).toBe('current_password_required');
    await auth.reauthenticate();
    const nonce = await lastCode(server, email);
    expect((await auth.updateUser({ password: otherPassword, nonce })).error).toBeNull();
  });

  test('so does one of the PKCE flow', async () => {
    const server = await own({ AUTH_REAUTH_AFTER_SECONDS: '0' });
    const { email } = await member(server);
    const { auth } = await connect(server, 'pkce');
    await auth.resetPasswordForEmail(email);
    const url = linkOf(server, await lastLink(server, email));
    const { headers } = await fetch(url, { redirect: 'manual' });
    const code = new URL(need(headers.get('location'))).searchParams.get('code');
    expect((await auth.exchangeCodeForSession(need(code))).error).toBeNull();
    advance(server, 10 * minute - 1);
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    const { error } = await auth.updateUser({ password: goodPassword });
    expect(error?.code).toBe('current_password_required');
  });
});

describe('docs/wire.md#6 a factor that a session adds', () => {
  test('proves nothing more in it, and its code for ten minutes in one that begins later', async () => {
    const server = await own();
    const { auth, email } = await member(server);
    advance(server, 10 * minute);
    const { data } = await auth.mfa.enroll({ factorType: 'totp' });
    const { id, totp } = need(data);
    const raise = async (client: Pick<Connected, 'auth'>) => {
      // Each step of an app works once.
      advance(server, 30_000);
      const code = totpCode(totp.secret, Math.floor(server.ports.clock.now() / 30_000));
      expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    };
    const change = async (client: Pick<Connected, 'auth'>, password: string) =>
      (await client.auth.updateUser({ password })).error?.code;
    for (let i = 0; i < 2; i += 1) {
      await raise({ auth });
      expect(await change({ auth }, otherPassword)).toBe('current_password_required');
    }
    const later = await connect(server);
    await later.auth.signInWithPassword({ email, password: goodPassword });
    advance(server, 20 * minute);
    expect(await change(later, otherPassword)).toBe('insufficient_aal');
    await raise(later);
    advance(server, 10 * minute - 1);
    expect(await change(later, otherPassword)).toBeUndefined();
    advance(server, 1);
    expect(await change(later, goodPassword)).toBe('current_password_required');
  });
});
