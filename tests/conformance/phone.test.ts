import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, getUser, goodPassword, newEmail } from '../support/auth-client.ts';
import { type SmsWebhook, startSmsWebhook } from '../support/peers/sms-webhook.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { advance, claimsOf, connect, member, need, otherCode } from './support/client.ts';

let texts: SmsWebhook;
let open: TestServer;
let confirming: TestServer;
let slow: TestServer;
beforeAll(async () => {
  texts = await startSmsWebhook();
  const env = { SMS_URL: `${texts.url}/send`, AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
  open = await startTestServer({ env: { ...env, AUTH_SMS_MIN_INTERVAL_SECONDS: '0' } });
  confirming = await startTestServer({
    env: { ...env, AUTH_SMS_MIN_INTERVAL_SECONDS: '0', AUTH_AUTOCONFIRM: 'false' },
  });
  slow = await startTestServer({ env });
});
afterAll(async () => {
  await Promise.all([open.stop(), confirming.stop(), slow.stop()]);
  await texts.close();
});
beforeEach(() => texts.answer(200));

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
    expect(data.user).toMatchObject({ phone, user_metadata: { a: 1 } });
    const token = await codeTo(phone);
    const verified = await auth.verifyOtp({ type: 'sms', phone, token });
    expect(verified.data.user?.phone_confirmed_at).toBeDefined();
    expect(claimsOf(need(verified.data.session).access_token).amr).toMatchObject([
      { method: 'otp' },
    ]);
  });

  test('a taken number: 422 with autoconfirm, an invented user of the same form without', async () => {
    const phone = newPhone();
    await post(open, '/signup', { phone, password: goodPassword });
    const taken = await post(open, '/signup', { phone: `+${phone}`, password: goodPassword });
    expect([taken.status, taken.body.error_code]).toEqual([422, 'user_already_exists']);
    const { auth } = await connect(confirming);
    await auth.signUp({ phone, password: goodPassword });
    await auth.verifyOtp({ type: 'sms', phone, token: await codeTo(phone) });
    const invented = await post(confirming, '/signup', { phone, password: goodPassword });
    const fresh = await post(confirming, '/signup', { phone: newPhone(), password: goodPassword });
    expect(invented.status).toBe(200);
    expect(Object.keys(invented.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted());
    expect(invented.body.identities).toEqual([]);
    expect(invented.body.app_metadata).toEqual(fresh.body.app_metadata);
  });

  test.each([
    ['a bad number', { phone: '0470', password: goodPassword }, 'validation_failed'],
    ['letters', { phone: '+32abc', password: goodPassword }, 'validation_failed'],
    ['no password', { phone: '32470999999' }, 'validation_failed'],
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
    const answer = await post(open, '/signup', body);
    expect([answer.status, answer.body.error_code]).toEqual([400, code]);
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

  test('every spelling locks the same account', async () => {
    const phone = newPhone();
    await post(open, '/signup', { phone, password: goodPassword });
    const path = '/token?grant_type=password';
    for (const spelling of [
      phone,
      `+${phone}`,
      ` ${phone}`,
      `+${phone.slice(0, 4)} ${phone.slice(4)}`,
      phone,
    ]) {
      await post(open, path, { phone: spelling, password: 'x' });
    }
    expect((await post(open, path, { phone, password: goodPassword })).status).toBe(429);
  });
});

describe('docs/wire.md#4.3 otp by phone', () => {
  test('a code signs in, and makes an account for a new number', async () => {
    const phone = newPhone();
    const { auth } = await connect(open);
    for (let round = 0; round < 2; round += 1) {
      const before = messagesTo(phone).length;
      const { data, error } = await auth.signInWithOtp({ phone });
      expect([error, data.user, data.session]).toEqual([null, null, null]);
      const verified = await auth.verifyOtp({
        type: 'sms',
        phone,
        token: await codeTo(phone, before),
      });
      expect(verified.data.user?.phone).toBe(phone);
    }
  });

  test('create_user false and an unknown number: 200 and nothing is sent', async () => {
    const phone = newPhone();
    const answer = await post(open, '/otp', { phone, create_user: false });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).filter((key) => key !== 'message_id')).toEqual([]);
    expect(messagesTo(phone)).toEqual([]);
  });

  test('twice within the minute: 429 over_sms_send_rate_limit, known or not', async () => {
    const known = newPhone();
    await post(slow, '/signup', { phone: known, password: goodPassword });
    for (const phone of [known, newPhone()]) {
      await post(slow, '/otp', { phone, create_user: false });
      const again = await post(slow, '/otp', { phone, create_user: false });
      expect([again.status, again.body.error_code]).toEqual([429, 'over_sms_send_rate_limit']);
      expect(again.body.msg).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    }
  });

  test('five misses and the code is dead; the wrong number never works', async () => {
    const phone = newPhone();
    await post(open, '/otp', { phone });
    const token = await codeTo(phone);
    const verify = (body: object) => post(open, '/verify', { type: 'sms', ...body });
    expect((await verify({ phone: newPhone(), token })).body.error_code).toBe('otp_expired');
    for (let i = 0; i < 5; i += 1) {
      expect((await verify({ phone, token: otherCode(token) })).body.error_code).toBe(
        'otp_expired',
      );
    }
    expect((await verify({ phone, token })).status).toBe(403);
  });

  test('a code is over after ten minutes', async () => {
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
    expect((await auth.verifyOtp({ type: 'sms', phone, token })).error).toBeNull();
    const count = messagesTo(phone).length;
    for (const number of [phone, newPhone()]) {
      for (const type of ['sms', 'phone_change']) {
        expect((await post(confirming, '/resend', { type, phone: number })).status).toBe(200);
      }
    }
    expect(messagesTo(phone)).toHaveLength(count);
  });

  test('with an address for a number: 400', async () => {
    for (const type of ['sms', 'phone_change']) {
      const answer = await post(open, '/resend', { type, email: newEmail() });
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    }
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
  });

  test('autoconfirm off: new_phone, and a code of type phone_change', async () => {
    const first = newPhone();
    const { auth } = await connect(confirming);
    await auth.signUp({ phone: first, password: goodPassword });
    await auth.verifyOtp({ type: 'sms', phone: first, token: await codeTo(first) });
    const phone = newPhone();
    const { data } = await auth.updateUser({ phone });
    expect(data.user).toMatchObject({
      phone: first,
      new_phone: phone,
      phone_change_sent_at: expect.any(String),
    });
    const { error } = await auth.resend({ type: 'phone_change', phone });
    expect(error).toBeNull();
    const token = await codeTo(phone, 1);
    const verified = await auth.verifyOtp({ type: 'phone_change', phone, token });
    expect(verified.data.user?.phone).toBe(phone);
    expect(verified.data.user).not.toHaveProperty('new_phone');
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

  test('reauthenticate texts a user without an address', async () => {
    const phone = newPhone();
    const { auth } = await connect(open);
    await auth.signUp({ phone, password: goodPassword });
    expect((await auth.reauthenticate()).error).toBeNull();
    expect(await codeTo(phone)).toMatch(/^\d{6}$/);
  });
});

describe('messages', () => {
  test('a webhook that fails is no 5xx for the visitor', async () => {
    texts.answer(503);
    const phone = newPhone();
    const answer = await post(open, '/otp', { phone });
    expect([200, 422]).toContain(answer.status);
    if (answer.status === 422) expect(answer.body.error_code).toBe('sms_send_failed');
  });

  test('without a webhook a message is a .txt file: the number in digits on the first line, then the text', async () => {
    const own = await startTestServer({ dataDirectory: mkdtempSync(join(tmpdir(), 'coachsite-')) });
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
