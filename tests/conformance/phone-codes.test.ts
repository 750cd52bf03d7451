import { describe, expect, test } from 'vitest';
import { goodPassword, newEmail, statusAndCode } from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { newPhone } from '../support/texts.ts';
import { advance, connect, otherCode } from './support/client.ts';
import { phoneServers, post, shape } from './support/phone-servers.ts';

const { open, confirming, messagesTo, codeTo, env } = await phoneServers();
const slow = await sharedServer({ env });

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
