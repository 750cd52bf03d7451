import { captchaVerifier } from '@coachsite/adapters/captcha';
import { emailOf } from '@coachsite/core/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { call, goodPassword, newEmail, statusAndCode } from '../support/auth-client.ts';
import { humanToken, startCaptchaVerifier } from '../support/fake-services/captcha-verifier.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { connect, need } from './support/client.ts';

const verifier = await startCaptchaVerifier();
afterAll(verifier.close);
const server = await sharedServer({
  env: { CAPTCHA: verifier.setting, AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
});
beforeEach(() => verifier.behave('honest'));

const fresh = () => humanToken(crypto.randomUUID());
const calls = [
  ['sign-up', '/signup', () => ({ email: newEmail(), password: goodPassword })],
  ['sign-in', '/token?grant_type=password', () => ({ email: newEmail(), password: goodPassword })],
  ['otp', '/otp', () => ({ email: newEmail() })],
  ['recover', '/recover', () => ({ email: newEmail() })],
] as const;
const ask = (path: string, body: object, captcha_token?: string | null) =>
  call(server, 'POST', `/auth/v1${path}`, {
    body: { ...body, gotrue_meta_security: captcha_token === undefined ? {} : { captcha_token } },
  });

describe('captcha', () => {
  test('a guess without a solved puzzle is not evaluated: it locks nobody out', async () => {
    const email = newEmail();
    await ask('/signup', { email, password: goodPassword }, fresh());
    for (let guess = 0; guess < 6; guess += 1)
      await ask('/token?grant_type=password', { email, password: `wrong-${guess}` });
    const right = { email, password: goodPassword };
    expect((await ask('/token?grant_type=password', right, fresh())).status).toBe(200);
  });

  test.each(calls)(
    '%s: 400 captcha_failed without a token, with null, an empty, and a wrong one',
    async (_name, path, body) => {
      for (const token of [undefined, null, '', 'a robot did this']) {
        const response = await ask(path, body(), token);
        expect([token, response.status, response.body.error_code]).toEqual([
          token,
          400,
          'captcha_failed',
        ]);
      }
    },
  );

  test.each(calls)('%s: goes on with a valid token', async (_name, path, body) => {
    const response = await ask(path, body(), fresh());
    expect(response.body.error_code).not.toBe('captcha_failed');
    expect([200, 400]).toContain(response.status);
    expect(verifier.received.at(-1)).toMatchObject({
      secret: 'a-secret-of-the-verifier',
      response: expect.stringContaining('a-human'),
      remoteip: '127.0.0.1',
    });
  });

  test('through the client', async () => {
    const { auth } = await connect(server);
    const credentials = { email: newEmail(), password: goodPassword };
    const { data, error } = await auth.signUp({
      ...credentials,
      options: { captchaToken: fresh() },
    });
    expect([error, data.user?.email]).toEqual([null, credentials.email]);
    const signedIn = await auth.signInWithPassword({
      ...credentials,
      options: { captchaToken: fresh() },
    });
    expect(signedIn.error).toBeNull();
    const without = await auth.signInWithPassword(credentials);
    expect(without.error).toMatchObject({ status: 400, code: 'captcha_failed' });
    expect((await auth.refreshSession()).error).toBeNull();
  });

  test('a token is of use once', async () => {
    const token = fresh();
    await ask('/recover', { email: newEmail() }, token);
    expect((await ask('/recover', { email: newEmail() }, token)).body.error_code).toBe(
      'captcha_failed',
    );
  });

  test.each(['failing', 'rubbish', 'silence'] as const)(
    'a failing verifier (%s) admits nobody',
    async (how) => {
      verifier.behave(how);
      const port = need(server.ports.captcha);
      const { isHuman } = port;
      Object.assign(port, captchaVerifier(need(server.config.auth.captcha), 500));
      onTestFinished(() => void Object.assign(port, { isHuman }));
      const email = newEmail();
      const response = await ask('/signup', { email, password: goodPassword }, fresh());
      expect(statusAndCode(response)).toEqual([400, 'captcha_failed']);
      expect(await server.ports.users.byEmail(emailOf(email))).toBeUndefined();
    },
  );

  test('beyond the limit of its IP a sign-in is rejected before the verifier is asked', async () => {
    const limited = await startTestServer({
      env: { CAPTCHA: verifier.setting, AUTH_IP_RATE_LIMITS: 'on' },
    });
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      const body = { email: newEmail(), password: goodPassword };
      const gotrue_meta_security = { captcha_token: fresh() };
      const path = '/auth/v1/token?grant_type=password';
      const before = verifier.received.length;
      const { status } = await call(limited, 'POST', path, {
        body: { ...body, gotrue_meta_security },
      });
      expect([status, verifier.received.length - before]).toEqual([status, status === 429 ? 0 : 1]);
      statuses.push(status);
    }
    expect(statuses.indexOf(429)).toBe(30);
    await limited.stop();
  });

  test('a verifier that is down admits nobody', async () => {
    const gone = await startCaptchaVerifier();
    await gone.close();
    const own = await startTestServer({ env: { CAPTCHA: gone.setting } });
    const response = await call(own, 'POST', '/auth/v1/recover', {
      body: { email: newEmail(), gotrue_meta_security: { captcha_token: fresh() } },
    });
    expect(statusAndCode(response)).toEqual([400, 'captcha_failed']);
    await own.stop();
  });
});
