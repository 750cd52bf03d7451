import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { startSmsWebhook } from '../support/fake-services/sms-webhook.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { advance, claimsOf, connect, lastMail, member, need, otherCode } from './support/client.ts';

const texts = await startSmsWebhook();
afterAll(texts.close);
const env = { SMS_URL: `${texts.url}/send`, AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const open = await sharedServer({ env: { ...env, AUTH_SMS_MIN_INTERVAL_SECONDS: '0' } });
const confirming = await sharedServer({
  env: { ...env, AUTH_SMS_MIN_INTERVAL_SECONDS: '0', AUTH_AUTOCONFIRM: 'false' },
});
const slow = await sharedServer({ env });
beforeEach(() => texts.respondWith(200));

let count = 0;
const newPhone = () => {
  count += 1;
  return `3247000${1000 + count}`;
};
const messagesTo = (phone: string) =>
  texts.received.filter(({ to }) => to.replace(/\D/g, '') === phone);
/** The code of the newest message, once there are more than `before`. */
const codeTo = async (phone: string, before = 0): Promise<string> => {
  await expect.poll(() => messagesTo(phone).length, { timeout: 10_000 }).toBeGreaterThan(before);
  return need(messagesTo(phone).at(-1)?.code, 'code');
};
const post = (on: TestServer, path: string, body: object) =>
  call(on, 'POST', `/auth/v1${path}`, { body });
const signInByPhone = (on: TestServer, phone: string, password = goodPassword) =>
  post(on, '/token?grant_type=password', { phone, password });

/** A response without the fields that differ for every account. */
function shape({ status, body, headers }: ApiResponse): unknown {
  const times = /^\d{4}-\d\d-\d\dT/;
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return times.test(value) ? 'time' : 'text';
    if (Array.isArray(value)) return 'list';
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mask(held)]));
  };
  return [status, [...headers.keys()].filter((name) => name !== 'content-length'), mask(body)];
}

describe('docs/wire.md#4.1 sign-up by phone', () => {
  test('autoconfirm on: a session at once, phone_confirmed_at set, digits without a plus', async () => {
    const phone = newPhone();
    const { auth } = await connect(open);
    const { data, error } = await auth.signUp({ phone: `+${phone}`, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'phone', id: data.user?.id });
    expect(messagesTo(phone)).toEqual([]);
  });

  test('autoconfirm off: a user, a code by text, and a session for the code', async () => {
    const phone = newPhone();
    const { auth } = await connect(confirming);
    const { data } = await auth.signUp({
      phone,
      password: goodPassword,
      options: { data: { a: 1 } },
    });
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone,
      email: '',
      confirmation_sent_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { a: 1 },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: false } }],
    });
    expect(data.user).not.toHaveProperty('phone_confirmed_at');
    const token = await codeTo(phone);
    const verified = await auth.verifyOtp({ type: 'sms', phone, token });
    expect(verified.data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      identities: [{ identity_data: { phone_verified: true } }],
    });
    expect(claimsOf(need(verified.data.session).access_token)).toMatchObject({
      phone,
      email: '',
      amr: [{ method: 'otp' }],
    });
    const again = await auth.signInWithPassword({ phone, password: goodPassword });
    expect(claimsOf(need(again.data.session).access_token).amr).toMatchObject([
      { method: 'password' },
    ]);
  });

  test('a number that waits for its confirmation: nothing of what was entered first is shown', async () => {
    const phone = newPhone();
    const data = { name: 'Ann', birthday: '1990-01-01' };
    const first = await post(confirming, '/signup', { phone, password: otherPassword, data });
    const second = await post(confirming, '/signup', {
      phone,
      password: goodPassword,
      data: { name: 'Bob' },
    });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).not.toMatch(/Ann|1990/);
    expect(second.body.user_metadata).toMatchObject({ name: 'Bob' });
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('a taken number: 422 with autoconfirm, an invented user of the same form without', async () => {
    const phone = newPhone();
    await post(open, '/signup', { phone, password: goodPassword });
    const taken = await post(open, '/signup', { phone: `+${phone}`, password: goodPassword });
    expect(statusAndCode(taken)).toEqual([422, 'user_already_exists']);
    const { auth } = await connect(confirming);
    await auth.signUp({ phone, password: goodPassword });
    await auth.verifyOtp({ type: 'sms', phone, token: await codeTo(phone) });
    const [other, sent] = [newPhone(), messagesTo(phone).length];
    const invented = await post(confirming, '/signup', { phone, password: otherPassword });
    const fresh = await post(confirming, '/signup', { phone: other, password: otherPassword });
    expect(invented.status).toBe(200);
    expect(shape(invented)).toEqual(shape(fresh));
    expect(invented.body.id).not.toBe(need((await auth.getUser()).data.user).id);
    expect(invented.body.identities).toEqual([]);
    expect(invented.body.app_metadata).toEqual(fresh.body.app_metadata);
    // Messages leave in turn: by the time the second has arrived, one to the first would have.
    await codeTo(other);
    expect(messagesTo(phone)).toHaveLength(sent);
    expect(statusAndCode(await signInByPhone(confirming, phone, otherPassword))).toEqual([
      400,
      'invalid_credentials',
    ]);
  });

  test.each([
    ['a bad number', { phone: '0470', password: goodPassword }, 'validation_failed'],
    ['letters', { phone: '+32abc', password: goodPassword }, 'validation_failed'],
    ['no password', { phone: '32470999999' }, 'validation_failed'],
    [
      'an address too',
      { phone: '32470999997', email: 'ann@example.com', password: goodPassword },
      'validation_failed',
    ],
    [
      'another channel',
      { phone: '32470999996', password: goodPassword, channel: 'whatsapp' },
      'validation_failed',
    ],
    [
      'a challenge',
      {
        phone: '32470999998',
        password: goodPassword,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 's256',
      },
      'validation_failed',
    ],
  ])('%s: 400', async (_name, body, code) => {
    const response = await post(open, '/signup', body);
    expect(statusAndCode(response)).toEqual([400, code]);
  });

  test('a weak password: 422 weak_password', async () => {
    const response = await post(open, '/signup', { phone: newPhone(), password: 'kort' });
    expect(statusAndCode(response)).toEqual([422, 'weak_password']);
  });

  test('the number is the same with a plus, with spaces and without', async () => {
    const phone = newPhone();
    const { auth } = await connect(open);
    await auth.signUp({ phone, password: goodPassword });
    for (const spelling of [`+${phone}`, ` +${phone.slice(0, 2)} ${phone.slice(2)} `]) {
      const { error } = await auth.signInWithPassword({ phone: spelling, password: goodPassword });
      expect([spelling, error]).toEqual([spelling, null]);
    }
  });
});

describe('docs/wire.md#4.2 password by phone', () => {
  test('not confirmed: 400 phone_not_confirmed, with the right password only', async () => {
    const phone = newPhone();
    await post(confirming, '/signup', { phone, password: goodPassword });
    const path = '/token?grant_type=password';
    expect((await post(confirming, path, { phone, password: 'x' })).body.error_code).toBe(
      'invalid_credentials',
    );
    const right = await post(confirming, path, { phone, password: goodPassword });
    expect([right.status, right.body.error_code, right.body.msg]).toEqual([
      400,
      'phone_not_confirmed',
      'Phone not confirmed',
    ]);
  });

  test('every spelling locks the same account, unknown numbers alike; a texted code ends the lock', async () => {
    const phone = newPhone();
    await post(open, '/signup', { phone, password: goodPassword });
    for (const number of [phone, newPhone()]) {
      for (const spelling of [
        number,
        `+${number}`,
        ` ${number}`,
        `+${number.slice(0, 4)} ${number.slice(4)}`,
        number,
      ]) {
        expect(statusAndCode(await signInByPhone(open, spelling, 'x'))).toEqual([
          400,
          'invalid_credentials',
        ]);
      }
      expect(statusAndCode(await signInByPhone(open, number))).toEqual([
        429,
        'over_request_rate_limit',
      ]);
    }
    await post(open, '/otp', { phone });
    const token = await codeTo(phone);
    expect((await post(open, '/verify', { type: 'sms', phone, token })).status).toBe(200);
    expect((await signInByPhone(open, phone)).status).toBe(200);
  });
});

describe('docs/wire.md#4.3 otp by phone', () => {
  test('a code signs in, and makes an account with its data for a new number', async () => {
    const phone = newPhone();
    const { auth } = await connect(open);
    const ids = [];
    for (const before of [0, 1]) {
      const { data, error } = await auth.signInWithOtp({ phone, options: { data: { a: 1 } } });
      expect([error, data.user, data.session]).toEqual([null, null, null]);
      const token = await codeTo(phone, before);
      const { data: verified } = await auth.verifyOtp({ type: 'sms', phone, token });
      expect(verified.user).toMatchObject({ phone, user_metadata: { a: 1 } });
      ids.push(verified.user?.id);
    }
    expect(ids[1]).toBe(ids[0]);
  });

  test('create_user false: an unknown number gets the response of a known one, and no message', async () => {
    const phone = newPhone();
    const unknown = await post(open, '/otp', { phone, create_user: false });
    expect(unknown.status).toBe(200);
    expect(Object.keys(unknown.body).filter((key) => key !== 'message_id')).toEqual([]);
    expect(messagesTo(phone)).toEqual([]);
    const made = await post(open, '/otp', { phone });
    const known = await post(open, '/otp', { phone, create_user: false });
    expect([unknown, known].map(shape)).toEqual([shape(made), shape(made)]);
  });

  test('twice within the minute: 429 over_sms_send_rate_limit, known or not', async () => {
    const known = newPhone();
    await post(slow, '/signup', { phone: known, password: goodPassword });
    for (const phone of [known, newPhone()]) {
      await post(slow, '/otp', { phone, create_user: false });
      const again = await post(slow, '/otp', { phone, create_user: false });
      expect(statusAndCode(again)).toEqual([429, 'over_sms_send_rate_limit']);
      expect(again.body.msg).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    }
  });

  test('a code takes five misses, counts once, and for its number and purpose only', async () => {
    const phone = newPhone();
    await post(open, '/otp', { phone });
    const first = await codeTo(phone);
    const verify = async (body: object) =>
      statusAndCode(await post(open, '/verify', { type: 'sms', phone, ...body }));
    const expired = [403, 'otp_expired'];
    expect(await verify({ phone: newPhone(), token: first })).toEqual(expired);
    expect(await verify({ type: 'phone_change', token: first })).toEqual(expired);
    for (let i = 0; i < 5; i += 1)
      expect(await verify({ token: otherCode(first) })).toEqual(expired);
    expect(await verify({ token: first })).toEqual(expired);
    await post(open, '/otp', { phone });
    const token = await codeTo(phone, 1);
    expect(await verify({ token })).toEqual([200, undefined]);
    expect(await verify({ token })).toEqual(expired);
  });

  test('a code expires after ten minutes', async () => {
    const phone = newPhone();
    await post(open, '/otp', { phone });
    const token = await codeTo(phone);
    advance(open, 601_000);
    expect((await post(open, '/verify', { type: 'sms', phone, token })).body.error_code).toBe(
      'otp_expired',
    );
  });
});

describe('docs/wire.md#4.6 resend by phone', () => {
  test('sms: the code again; unknown or confirmed: 200 and nothing', async () => {
    const phone = newPhone();
    await post(confirming, '/signup', { phone, password: goodPassword });
    await codeTo(phone);
    const { auth } = await connect(confirming);
    const { error } = await auth.resend({ type: 'sms', phone });
    expect(error).toBeNull();
    const token = await codeTo(phone, 1);
    const pending = newPhone();
    await post(confirming, '/signup', { phone: pending, password: goodPassword });
    const waiting = await post(confirming, '/resend', { type: 'sms', phone: pending });
    expect((await auth.verifyOtp({ type: 'sms', phone, token })).error).toBeNull();
    const confirmed = await post(confirming, '/resend', { type: 'sms', phone });
    expect(shape(confirmed)).toEqual(shape(waiting));
    const count = messagesTo(phone).length;
    for (const number of [phone, newPhone()]) {
      for (const type of ['sms', 'phone_change']) {
        const response = await post(confirming, '/resend', { type, phone: number });
        expect([response.status, response.body]).toEqual([200, {}]);
      }
    }
    expect(messagesTo(phone)).toHaveLength(count);
  });

  test('with an address for a number: 400', async () => {
    for (const type of ['sms', 'phone_change']) {
      const response = await post(open, '/resend', { type, email: newEmail() });
      expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
    }
    const typed = await post(open, '/verify', { type: 'sms', email: newEmail(), token: '1' });
    expect(statusAndCode(typed)).toEqual([400, 'validation_failed']);
  });
});

describe('docs/wire.md#4.9 phone of a user', () => {
  test('autoconfirm on: at once', async () => {
    const { auth } = await member(open);
    const phone = newPhone();
    const { data, error } = await auth.updateUser({ phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone']);
    const moved = newPhone();
    const { data: next } = await auth.updateUser({ phone: moved });
    expect(next.user).toMatchObject({
      phone: moved,
      identities: [{}, { identity_data: { phone: moved } }],
    });
    expect(statusAndCode(await signInByPhone(open, phone))).toEqual([400, 'invalid_credentials']);
  });

  test('autoconfirm off: new_phone counts once its newest code is typed, and the owner is notified', async () => {
    const email = newEmail();
    await signUp(confirming, email);
    const { auth } = await connect(confirming);
    const { code = '' } = await lastMail(confirming, email);
    await auth.verifyOtp({ type: 'signup', email, token: code });
    let current = '';
    for (const phone of [newPhone(), newPhone()]) {
      const { data } = await auth.updateUser({ phone });
      expect(data.user).toMatchObject({
        phone: current,
        new_phone: phone,
        phone_change_sent_at: expect.any(String),
      });
      const old = await codeTo(phone);
      const { error } = await auth.resend({ type: 'phone_change', phone });
      expect(error).toBeNull();
      const token = await codeTo(phone, 1);
      if (old !== token) {
        const late = await auth.verifyOtp({ type: 'phone_change', phone, token: old });
        expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' });
      }
      const verified = await auth.verifyOtp({ type: 'phone_change', phone, token });
      expect(verified.data.user).toMatchObject({
        email,
        phone,
        app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      });
      expect(verified.data.user).not.toHaveProperty('new_phone');
      expect((await lastMail(confirming, email)).subject).toBe('Je telefoonnummer is gewijzigd');
      current = phone;
    }
    expect((await signInByPhone(confirming, current)).status).toBe(200);
  });

  test('a taken number: 422 phone_exists', async () => {
    const phone = newPhone();
    await post(open, '/signup', { phone, password: goodPassword });
    const { auth } = await member(open);
    expect((await auth.updateUser({ phone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
  });

  test('unlinking the phone identity clears the number', async () => {
    const { auth, session } = await member(open);
    await auth.updateUser({ phone: newPhone() });
    const { data } = await auth.getUserIdentities();
    const identity = need(data?.identities.find(({ provider }) => provider === 'phone'));
    expect((await auth.unlinkIdentity(identity)).error).toBeNull();
    expect((await getUser(open, session.access_token)).body.phone).toBe('');
  });

  test('reauthenticate texts the nonce for a new password to a user without an address', async () => {
    const strict = await startTestServer({
      env: { SMS_URL: `${texts.url}/send`, AUTH_REAUTH_AFTER_SECONDS: '0' },
    });
    const phone = newPhone();
    const { auth } = await connect(strict);
    await auth.signUp({ phone, password: goodPassword });
    advance(strict, 1000);
    const change = async (nonce?: string) =>
      (await auth.updateUser({ password: otherPassword, ...(nonce ? { nonce } : {}) })).error;
    expect(await change()).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await auth.reauthenticate()).error).toBeNull();
    const nonce = await codeTo(phone);
    expect(await change('abcdef')).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
    expect(await change(nonce)).toBeNull();
    expect((await signInByPhone(strict, phone, otherPassword)).status).toBe(200);
    await strict.stop();
  });
});

describe('messages', () => {
  test('a webhook that fails is no 5xx for the visitor, and gets the message once it is back', async () => {
    texts.respondWith(503);
    const phone = newPhone();
    const response = await post(open, '/otp', { phone });
    expect([200, 422]).toContain(response.status);
    if (response.status === 422) expect(response.body.error_code).toBe('sms_send_failed');
    const number = newPhone();
    const signedUp = await post(confirming, '/signup', { phone: number, password: goodPassword });
    expect(signedUp.status).toBe(200);
    texts.respondWith(200);
    await expect.poll(() => texts.last(number)?.code, { timeout: 15_000 }).toMatch(/^\d{6}$/);
    const token = texts.last(number)?.code;
    const { body } = await post(confirming, '/verify', { type: 'sms', phone: number, token });
    const bearer = body.access_token;
    expect((await getUser(confirming, bearer)).body.phone).toBe(number);
    texts.respondWith(500);
    const failed = await call(confirming, 'PUT', '/auth/v1/user', {
      bearer,
      body: { phone: newPhone() },
    });
    expect(statusAndCode(failed)).toEqual([422, 'sms_send_failed']);
  });

  test('without a webhook a message is a .txt file: the number in digits on the first line, then the text', async () => {
    const own = await startTestServer({ dataDirectory: mkdtempSync(join(tmpdir(), 'coachsite-')) });
    const { body } = await call(own, 'GET', '/auth/v1/settings');
    expect([body.external.phone, body.phone_autoconfirm, body.sms_provider]).toEqual([
      true,
      true,
      'outbox',
    ]);
    const phone = newPhone();
    await post(own, '/otp', { phone: `+${phone}` });
    const folder = own.config.outboxDirectory;
    const files = () => readdirSync(folder).filter((name) => name.endsWith('.txt'));
    await expect.poll(() => files().length, { timeout: 10_000 }).toBe(1);
    const [first, ...rest] = readFileSync(join(folder, need(files()[0])), 'utf8').split('\n');
    expect(first?.trim()).toBe(phone);
    expect(rest.join('\n')).toMatch(/(?<!\d)\d{6}(?!\d)/);
    await own.stop();
  });

  test('settings say that phones are on', async () => {
    const { body } = await call(open, 'GET', '/auth/v1/settings');
    expect(body.external.phone).toBe(true);
  });
});

describe('a password that somebody else chose', () => {
  /** Confirms by the newest code, after every message was delivered. */
  const confirm = async (phone: string) => {
    await expect.poll(() => confirming.ports.smsQueue.waiting(), { timeout: 10_000 }).toBe(0);
    return post(confirming, '/verify', { type: 'sms', phone, token: await codeTo(phone) });
  };

  test('does not survive the owner signing in by a texted code', async () => {
    const phone = newPhone();
    await post(confirming, '/signup', { phone, password: goodPassword });
    await post(confirming, '/otp', { phone });
    expect((await confirm(phone)).status).toBe(200);
    expect(statusAndCode(await signInByPhone(confirming, phone))).toEqual([
      400,
      'invalid_credentials',
    ]);
  });

  test('two sign-ups with one number and two passwords: neither opens what the last text confirms', async () => {
    const phone = newPhone();
    for (const password of [goodPassword, otherPassword])
      await post(confirming, '/signup', { phone, password });
    await post(confirming, '/resend', { type: 'sms', phone });
    expect((await confirm(phone)).status).toBe(200);
    for (const password of [goodPassword, otherPassword]) {
      expect(statusAndCode(await signInByPhone(confirming, phone, password))).toEqual([
        400,
        'invalid_credentials',
      ]);
    }
  });
});
