import { blankUser } from '@coachsite/core/account';
import { issueToken } from '@coachsite/core/one-time-token';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, goodPassword, newEmail, signIn, statusAndCode } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { openBrowser } from './support/browser.ts';
import {
  advance,
  claimsOf,
  connect,
  hashOf,
  lastMail,
  linkOf,
  member,
  otherCode,
} from './support/client.ts';

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
    const { code } = await lastMail(server, email);
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
    const { code } = await lastMail(confirming, email);
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
      token_hash: hashOf(await lastMail(server, email)),
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

describe('docs/wire.md#4.4 GET /verify', () => {
  const target = () => `${server.url}/account`;
  const mailedTo = async (on: TestServer = server) => {
    const { email } = await member(on);
    await post(on, `/otp?redirect_to=${encodeURIComponent(`${on.url}/account`)}`, { email });
    return { email, mail: await lastMail(on, email) };
  };

  test('implicit: 303 with the session in the fragment, which the client reads', async () => {
    const { email, mail } = await mailedTo();
    const response = await openBrowser().step(linkOf(server, mail));
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(target());
    expect(location.search).toBe('');
    const fragment = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    expect(Object.keys(fragment).toSorted()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect(fragment).toMatchObject({
      token_type: 'bearer',
      type: 'magiclink',
      expires_in: '3600',
      sb: '',
    });
    const { auth } = await connect(server);
    const { data } = await auth.setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    });
    expect(data.user?.email).toBe(email);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  test('an error: 303 with access_denied, the code and a text in the fragment', async () => {
    const { mail } = await mailedTo();
    const browser = openBrowser();
    await browser.step(linkOf(server, mail));
    const location = new URL(
      (await browser.step(linkOf(server, mail))).headers.get('location') ?? '',
    );
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('a banned user: 303 with user_banned, and no session', async () => {
    const { email, mail } = await mailedTo();
    const user = await server.ports.users.byEmail(emailOf(email));
    const bannedUntil = server.ports.clock.now() + 3_600_000;
    await server.ports.users.change(user?.id ?? '', (current) => ({ ...current, bannedUntil }));
    const { headers } = await openBrowser().step(linkOf(server, mail));
    const { hash } = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
    expect(hash).not.toContain('access_token');
  });

  test('the first of two confirmations: 303 with a message', async () => {
    const { email, auth } = await member(server);
    await auth.updateUser({ email: newEmail() }, { emailRedirectTo: target() });
    const { headers } = await openBrowser().step(linkOf(server, await lastMail(server, email)));
    const location = new URL(headers.get('location') ?? '');
    expect(location.pathname).toBe('/account');
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect(fragment.get('message')).toMatch(/^Confirmation link accepted/);
    expect(fragment.has('sb')).toBe(true);
  });

  test('HEAD does not run what GET does', async () => {
    const { mail } = await mailedTo();
    for (let i = 0; i < 3; i += 1) await fetch(linkOf(server, mail), { method: 'HEAD' });
    const { headers } = await openBrowser().step(linkOf(server, mail));
    expect(headers.get('location')).toContain('#access_token=');
  });

  test('the mail leads to the confirm page, which the scanner may open as often as it likes', async () => {
    const { mail } = await mailedTo();
    expect(mail.link?.pathname).toBe('/auth/confirm');
    expect(mail.link?.origin).toBe(server.url);
  });
});

test('a mailed link carries the flow type to the confirm page', async () => {
  const { email } = await member(server);
  await call(server, 'POST', '/auth/v1/otp', {
    body: { email },
    headers: { 'x-session-transport': 'cookie', origin: server.url },
  });
  expect((await lastMail(server, email)).link?.searchParams.get('transport')).toBe('cookie');
  await post(server, '/otp', { email });
  expect((await lastMail(server, email)).link?.searchParams.has('transport')).toBe(false);
});

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
    const { code } = await lastMail(server, target);
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
    const { code } = await lastMail(server, email);
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
