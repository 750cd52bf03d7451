import { phoneOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, statusAndCode } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { connect, hashOf, lastCode, lastMail, member } from './support/client.ts';

const env = { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const server = await sharedServer({ env });
const confirming = await sharedServer({ env: { ...env, AUTH_AUTOCONFIRM: 'false' } });
const slow = await sharedServer();

const post = (on: TestServer, path: string, body: object, bearer?: string) =>
  call(on, 'POST', `/auth/v1${path}`, { body, bearer });

describe('docs/wire.md#4.6 resend', () => {
  test('signup: the mail again, and always 200 {}', async () => {
    const email = newEmail();
    const { auth } = await connect(confirming);
    await auth.signUp({ email, password: goodPassword });
    const { error } = await auth.resend({ type: 'signup', email });
    expect(error).toBeNull();
    expect(await confirming.outbox(email)).toHaveLength(2);
    const raw = await post(confirming, '/resend', { type: 'signup', email });
    expect([raw.status, raw.text]).toEqual([200, '{}']);
  });

  test('email_change: both mails again', async () => {
    const { auth, email } = await member(server);
    const target = newEmail();
    await auth.updateUser({ email: target });
    expect((await auth.resend({ type: 'email_change', email: target })).error).toBeNull();
    const code = await lastCode(server, target);
    const half = await post(server, '/verify', {
      type: 'email_change',
      email: target,
      token: code,
    });
    expect([half.status, half.body.code]).toEqual([200, '200']);
    expect((await server.outbox(email)).length).toBeGreaterThan(0);
  });

  test('within the minute, unknown, or confirmed: 200 {} and nothing sent', async () => {
    const { email } = await member(slow);
    for (const address of [email, newEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const responses = [
          await post(slow, '/resend', { type, email: address }),
          await post(slow, '/resend', { type, email: address }),
        ];
        for (const { status, text } of responses) expect([status, text]).toEqual([200, '{}']);
      }
      expect(await slow.outbox(address)).toEqual([]);
    }
  });

  test.each([
    [{ type: 'recovery', email: 'a@example.com' }],
    [{ type: 'magiclink', email: 'a@example.com' }],
    [{ type: 'signup' }],
    [{ type: 'signup', phone: '32470000000' }],
    [{ email: 'a@example.com' }],
  ])('%j: 400 validation_failed', async (body) => {
    const response = await post(server, '/resend', body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });
});

describe('docs/wire.md#4.7 recover', () => {
  test('200 {} for anybody; the owner gets a recovery mail and the client PASSWORD_RECOVERY', async () => {
    const { email } = await member(server);
    const { auth, events } = await connect(server);
    const { data, error } = await auth.resetPasswordForEmail(email, { redirectTo: target() });
    expect([data, error]).toEqual([{}, null]);
    const mail = await lastMail(server, email);
    expect(mail.link?.searchParams.get('type')).toBe('recovery');
    await auth.verifyOtp({ type: 'recovery', token_hash: hashOf(mail) });
    expect(events).toContain('PASSWORD_RECOVERY');
    const stranger = newEmail();
    const unknown = await post(server, '/recover', { email: stranger });
    expect([unknown.status, unknown.text]).toEqual([200, '{}']);
    expect(await server.outbox(stranger)).toEqual([]);
  });
  const target = () => `${server.url}/auth/reset`;

  test('within the minute: 429, known or not', async () => {
    const { email } = await member(slow);
    for (const address of [email, newEmail()]) {
      await post(slow, '/recover', { email: address });
      const again = await post(slow, '/recover', { email: address });
      expect(statusAndCode(again)).toEqual([429, 'over_email_send_rate_limit']);
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('no address: 400 validation_failed', async () => {
    const response = await post(server, '/recover', {});
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });
});

describe('docs/wire.md#4.8 reauthenticate', () => {
  test('200 {}, and the mailed nonce goes into PUT /user, not into /verify', async () => {
    const { auth, email, session } = await member(server);
    const { error } = await auth.reauthenticate();
    expect(error).toBeNull();
    const code = await lastCode(server, email);
    expect(code).toMatch(/^\d{6}$/);
    for (const type of ['email', 'recovery', 'reauthentication']) {
      expect((await post(server, '/verify', { type, email, token: code })).status).toBeGreaterThan(
        399,
      );
    }
    const raw = await call(server, 'GET', '/auth/v1/reauthenticate', {
      bearer: session.access_token,
    });
    expect([raw.status, raw.text]).toEqual([200, '{}']);
  });

  test('an address that nobody confirmed: 422 email_not_confirmed or phone_not_confirmed', async () => {
    for (const [change, code] of [
      [{ emailConfirmedAt: undefined }, 'email_not_confirmed'],
      [
        { email: undefined, phone: phoneOf('32470444111'), phoneConfirmedAt: undefined },
        'phone_not_confirmed',
      ],
    ] as const) {
      const { auth, session } = await member(server);
      await server.ports.users.change(session.user.id, (user) => ({ ...user, ...change }));
      const { error } = await auth.reauthenticate();
      expect([error?.status, error?.code]).toEqual([422, code]);
    }
  });

  test('without a token 401; a user without an address 400 validation_failed', async () => {
    expect((await call(server, 'GET', '/auth/v1/reauthenticate')).status).toBe(401);
    const open = await startTestServer({ env: { AUTH_ANONYMOUS: 'on' } });
    const { body } = await post(open, '/signup', { data: {} });
    const response = await call(open, 'GET', '/auth/v1/reauthenticate', {
      bearer: body.access_token,
    });
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
    await open.stop();
  });
});
