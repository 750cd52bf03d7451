import { blankUser } from '@coachsite/core/account';
import { issueToken } from '@coachsite/core/one-time-token';
import { emailOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, signIn, statusAndCode } from '../support/auth-client.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import {
  claimsOf,
  connect,
  hashOf,
  lastCode,
  lastLink,
  lastMail,
  member,
  otherCode,
} from './support/client.ts';

const env = { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const server = await sharedServer({ env });
const confirming = await sharedServer({ env: { ...env, AUTH_AUTOCONFIRM: 'false' } });

const post = (on: TestServer, path: string, body: object, bearer?: string) =>
  call(on, 'POST', `/auth/v1${path}`, { body, bearer });

describe('docs/wire.md#4.4 POST /verify', () => {
  const mailed = async (path: string, type: string) => {
    const { email } = await member(server);
    await post(server, path, { email });
    return { email, mail: await lastMail(server, email), type };
  };

  test.each([
    ['signup', 'signup'],
    ['signup', 'email'],
  ])('a %s mail verifies as %s by code and by hash', async (_mail, type) => {
    for (const by of ['code', 'hash']) {
      const email = newEmail();
      await post(confirming, '/signup', { email, password: goodPassword });
      const mail = await lastMail(confirming, email);
      const proof = by === 'code' ? { email, token: mail.code } : { token_hash: hashOf(mail) };
      const { status, body } = await post(confirming, '/verify', { type, ...proof });
      expect(status).toBe(200);
      expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'otp' }]);
    }
  });

  test.each([
    ['/otp', 'magiclink'],
    ['/otp', 'email'],
    ['/recover', 'recovery'],
    ['/recover', 'email'],
    ['/otp', 'recovery'],
    ['/recover', 'magiclink'],
  ])('what %s mails verifies as %s', async (path, type) => {
    for (const by of ['code', 'hash']) {
      const { email, mail } = await mailed(path, type);
      const proof = by === 'code' ? { email, token: mail.code } : { token_hash: hashOf(mail) };
      const { status, body } = await post(server, '/verify', { type, ...proof });
      expect([by, status]).toEqual([by, 200]);
      expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'otp' }]);
    }
  });

  test('invite: the link of an invitation confirms and signs in', async () => {
    const { ports, config } = confirming;
    const now = ports.clock.now();
    const email = newEmail();
    const user = { ...blankUser(ports.ids.uuid(), now), email: emailOf(email), invitedAt: now };
    await ports.users.create(user);
    const lives = { linkTtlMs: config.auth.linkTtlSeconds * 1000, codeTtlMs: 600_000 };
    const token = {
      userId: user.id,
      slot: 'confirmation',
      type: 'invite',
      recipient: email,
      challenge: undefined,
      confirmsPassword: true,
    } as const;
    const { linkToken, kept } = issueToken(ports, lives, token);
    await kept;
    const { auth } = await connect(confirming);
    const { data, error } = await auth.verifyOtp({ type: 'invite', token_hash: linkToken });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user.id, email, invited_at: expect.any(String) });
    expect(data.user?.email_confirmed_at).toBeDefined();
    expect(data.session?.access_token).toBeDefined();
  });

  test('a hash beside any address: 400 validation_failed', async () => {
    for (const extra of [
      { email: 'a@example.com' },
      { phone: '32470000000' },
      { redirect_to: 'x' },
    ]) {
      const response = await post(server, '/verify', {
        type: 'email',
        token_hash: 'x'.repeat(40),
        ...extra,
      });
      expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
    }
  });

  test.each([
    [{ type: 'recovery', token: '123456' }],
    [{ type: 'recovery' }],
    [{ type: 'other', token_hash: 'x' }],
    [{ token_hash: 'x' }],
  ])('%j: 400 validation_failed', async (body) => {
    const response = await post(server, '/verify', body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });

  test('a malformed phone number: 400 validation_failed', async () => {
    const response = await post(server, '/verify', { type: 'sms', phone: '+0', token: '123456' });
    expect([response.status, response.body.error_code, response.body.msg]).toEqual([
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ]);
  });

  test('403 otp_expired, in other words for a code than for a link', async () => {
    const { email } = await member(server);
    const typed = await post(server, '/verify', { type: 'email', email, token: '123456' });
    const unknown = await post(server, '/verify', {
      type: 'email',
      email: newEmail(),
      token: '123456',
    });
    const link = await post(server, '/verify', { type: 'email', token_hash: 'x'.repeat(56) });
    expect([typed.status, typed.body.error_code, typed.body.msg]).toEqual([
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ]);
    expect(unknown.text).toBe(typed.text);
    expect([link.status, link.body.error_code, link.body.msg]).toEqual([
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ]);
  });

  test('a banned user: 403 user_banned', async () => {
    const { email, session } = await member(server);
    await post(server, '/otp', { email });
    const mail = await lastMail(server, email);
    await server.ports.users.change(session.user.id, (user) => ({
      ...user,
      bannedUntil: Date.now() + 3_600_000,
    }));
    const response = await post(server, '/verify', { type: 'email', email, token: mail.code });
    expect(statusAndCode(response)).toEqual([403, 'user_banned']);
  });

  test('a success clears every other token of the user', async () => {
    const { email, auth } = await member(server);
    await auth.updateUser({ email: newEmail() });
    const change = await lastMail(server, email);
    await post(server, '/otp', { email });
    const code = await lastCode(server, email);
    expect((await post(server, '/verify', { type: 'email', email, token: code })).status).toBe(200);
    const late = await post(server, '/verify', {
      type: 'email_change',
      token_hash: hashOf(change),
    });
    expect(late.body.error_code).toBe('otp_expired');
  });

  test('an unconfirmed account that somebody else made loses its password when the owner of the address signs in', async () => {
    const email = newEmail();
    await post(confirming, '/signup', { email, password: goodPassword });
    await post(confirming, '/otp', { email });
    const code = await lastCode(confirming, email);
    await post(confirming, '/verify', { type: 'email', email, token: code });
    expect((await signIn(confirming, email)).body.error_code).toBe('invalid_credentials');
  });

  test('the first of two confirmations: msg and a code that is a string; the client shows neither user nor error', async () => {
    const { email, auth } = await member(server);
    const target = newEmail();
    await auth.updateUser({ email: target });
    const toNew = await lastMail(server, target);
    const { data, error } = await auth.verifyOtp({
      type: 'email_change',
      email: target,
      token: toNew.code ?? '',
    });
    expect([data.user, data.session, error]).toEqual([null, null, null]);
    await auth.updateUser({ email: target });
    const raw = await post(server, '/verify', {
      type: 'email_change',
      token_hash: hashOf(await lastLink(server, email)),
    });
    expect(raw.body).toEqual({
      msg: expect.stringMatching(/^Confirmation link accepted\. /),
      code: '200',
    });
  });

  test('after five wrong tries a code no longer works; the error stays otp_expired, and the link still works', async () => {
    const { email } = await member(server);
    await post(server, '/otp', { email });
    const mail = await lastMail(server, email);
    const { code } = mail;
    for (let i = 0; i < 5; i += 1) {
      const miss = await post(server, '/verify', { type: 'email', email, token: otherCode(code) });
      expect(miss.body.error_code).toBe('otp_expired');
    }
    const late = await post(server, '/verify', { type: 'email', email, token: code });
    expect(late.body.error_code).toBe('otp_expired');
    const byLink = await post(server, '/verify', { type: 'email', token_hash: hashOf(mail) });
    expect(byLink.status).toBe(200);
  });
});
