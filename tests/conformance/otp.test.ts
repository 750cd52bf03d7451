import { describe, expect, test } from 'vitest';
import { call, newEmail, statusAndCode } from '../support/auth-client.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, connect, hashOf, lastMail, member } from './support/client.ts';

const env = { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const server = await sharedServer({ env });
const confirming = await sharedServer({ env: { ...env, AUTH_AUTOCONFIRM: 'false' } });
const slow = await sharedServer();

const post = (on: TestServer, path: string, body: object, bearer?: string) =>
  call(on, 'POST', `/auth/v1${path}`, { body, bearer });

describe('docs/wire.md#4.3 otp', () => {
  test('a confirmed user gets a magic link, and the response is {}', async () => {
    const { email } = await member(server);
    const response = await post(server, '/otp', { email });
    expect([response.status, response.text]).toEqual([200, '{}']);
    const mail = await lastMail(server, email);
    expect(mail.link?.searchParams.get('type')).toBe('magiclink');
    expect(mail.code).toMatch(/^\d{6}$/);
  });

  test('a new address, autoconfirm off: made, and mailed as a sign-up', async () => {
    const email = newEmail();
    const { auth } = await connect(confirming);
    const { error } = await auth.signInWithOtp({ email, options: { data: { a: 1 } } });
    expect(error).toBeNull();
    const mail = await lastMail(confirming, email);
    expect(mail.link?.searchParams.get('type')).toBe('signup');
    const { data } = await auth.verifyOtp({ type: 'email', email, token: mail.code ?? '' });
    expect(data.user).toMatchObject({ email, user_metadata: { a: 1, email_verified: true } });
  });

  test('a new address, autoconfirm on: made, and mailed a magic link', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email });
    const mail = await lastMail(server, email);
    expect(mail.link?.searchParams.get('type')).toBe('magiclink');
    const { data } = await auth.verifyOtp({ type: 'magiclink', token_hash: hashOf(mail) });
    expect(data.session).not.toBeNull();
  });

  test('create_user false and an unknown address: 200 {} and no mail', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    expect(await server.outbox(email)).toEqual([]);
  });

  test.each([
    [{}],
    [{ email: 'a@example.com', phone: '32470000000' }],
    [{ email: 'a@example.com', channel: 'sms' }],
  ])('%j: 400 validation_failed', async (body) => {
    const response = await post(server, '/otp', body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });

  test('twice within the minute: 429 for known and unknown addresses alike', async () => {
    const { email } = await member(slow);
    const twice = async (address: string) => {
      await post(slow, '/otp', { email: address, create_user: false });
      return post(slow, '/otp', { email: address, create_user: false });
    };
    for (const response of [await twice(email), await twice(newEmail())]) {
      expect(statusAndCode(response)).toEqual([429, 'over_email_send_rate_limit']);
      expect(response.body.msg).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await slow.outbox(email)).toHaveLength(1);
    advance(slow, 61_000);
    expect((await post(slow, '/otp', { email })).status).toBe(200);
  });
});
