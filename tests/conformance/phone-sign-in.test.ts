import { describe, expect, test } from 'vitest';
import { goodPassword, otherPassword, statusAndCode } from '../support/auth-client.ts';
import { newPhone } from '../support/texts.ts';
import { claimsOf, connect, need } from './support/client.ts';
import { phoneServers, post, shape, signInByPhone } from './support/phone-servers.ts';

const { open, confirming, messagesTo, codeTo } = await phoneServers();

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
