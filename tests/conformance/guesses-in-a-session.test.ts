import { describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
} from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import {
  advance,
  hashOf,
  holdClock,
  lastCode,
  lastLink,
  member,
  otherCode,
} from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const minute = 60_000;
const lock = async (email: string, on = server) => {
  for (let i = 0; i < 5; i += 1) await signIn(on, email, 'wrong');
};

describe('LK-14 guessing through what asks again who one is', () => {
  test('the change of a password: under the lock no response shows whether a guess was right', async () => {
    const { auth, email } = await member(server);
    await lock(email);
    const { error } = await auth.updateUser({ password: goodPassword });
    expect([429, 422]).toContain(error?.status);
    expect((await refresh(server, 'x'.repeat(40))).status).toBe(400);
  });

  test('the change of a password in a rejected request: the guess becomes the password or is not evaluated', async () => {
    const own = await startTestServer();
    const { auth } = await member(own);
    const to = newEmail();
    expect((await auth.updateUser({ email: to })).error).toBeNull();
    // A mail was requested a moment ago: rejected, for a right guess as for a wrong one.
    for (const password of [otherPassword, goodPassword]) {
      const { error } = await auth.updateUser({ email: to, password });
      expect(error?.code).toBe('over_email_send_rate_limit');
    }
    await own.stop();
  });

  test('the nonce: five wrong ones lock the account, and under the lock no nonce is looked at', async () => {
    const own = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    const asked = async () => {
      await auth.reauthenticate();
      return await lastCode(own, email);
    };
    const change = async (nonce: string) =>
      (await auth.updateUser({ password: otherPassword, nonce })).error?.code;
    const first = await asked();
    for (let i = 0; i < 4; i += 1)
      expect(await change(otherCode(first))).toBe('reauthentication_not_valid');
    expect((await signIn(own, email)).status).toBe(200);
    for (let i = 0; i < 5; i += 1) {
      const code = await asked();
      expect(await change(otherCode(code))).toBe('reauthentication_not_valid');
    }
    expect((await signIn(own, email)).status).toBe(429);
    expect(await change(await asked())).toBe('over_request_rate_limit');
    advance(own, 15 * minute);
    expect(await change(await asked())).toBeUndefined();
    expect((await signIn(own, email, otherPassword)).status).toBe(200);
    await own.stop();
  });

  test('wrong nonces are counted over all nonces and locks, twenty an hour', async () => {
    const own = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    const asked = async () => {
      await auth.reauthenticate();
      return await lastCode(own, email);
    };
    const change = async (nonce: string) =>
      (await auth.updateUser({ password: otherPassword, nonce })).error?.code;
    const guess = async () => change(otherCode(await asked()));
    for (let lock = 0; lock < 4; lock += 1) {
      for (let i = 0; i < 5; i += 1) expect(await guess()).toBe('reauthentication_not_valid');
      if (lock < 3) advance(own, 15 * minute);
    }
    advance(own, 14 * minute);
    // A link ends the lock, but gives no more guesses.
    await auth.signInWithOtp({ email });
    const token_hash = hashOf(await lastLink(own, email));
    expect((await auth.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
    advance(own, 1000);
    expect(await change(await asked())).toBe('over_request_rate_limit');
    advance(own, 2 * minute);
    expect(await change(await asked())).toBeUndefined();
    await own.stop();
  });

  test('without a nonce that is open there is nothing to guess, and nobody is locked', async () => {
    const own = await startTestServer({ env: { AUTH_REAUTH_AFTER_SECONDS: '0' } });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    for (let i = 0; i < 8; i += 1) {
      const { error } = await auth.updateUser({ password: otherPassword, nonce: `10000${i}` });
      expect(error?.code).toBe('reauthentication_not_valid');
    }
    expect((await signIn(own, email)).status).toBe(200);
    await own.stop();
  });

  test('closing the account: the same lock, by password and by nonce', async () => {
    const { auth, email, session } = await member(server);
    const close = (body: object) =>
      call(server, 'DELETE', '/api/account', { bearer: session.access_token, body });
    await auth.reauthenticate();
    const nonce = await lastCode(server, email);
    for (let i = 0; i < 3; i += 1) await close({ password: otherPassword });
    for (let i = 0; i < 2; i += 1) await close({ nonce: otherCode(nonce) });
    for (const body of [{ password: goodPassword }, { nonce }])
      expect((await close(body)).body.code).toBe('account_locked');
    expect((await signIn(server, email)).status).toBe(429);
  });

  test('asking for nonces: at most ten a quarter of an hour from one IP', async () => {
    const own = await startTestServer({
      env: { AUTH_IP_RATE_LIMITS: 'on', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    const { auth } = await member(own);
    const results = [];
    for (let i = 0; i < 12; i += 1) results.push((await auth.reauthenticate()).error?.status);
    expect(results.filter((status) => status === 429)).toHaveLength(2);
    await own.stop();
  });
});
