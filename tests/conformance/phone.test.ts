import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { newPhone } from '../support/texts.ts';
import { advance, connect, lastCode, lastMail, member, need } from './support/client.ts';
import { phoneServers, post, signInByPhone } from './support/phone-servers.ts';

const { texts, open, confirming, codeTo } = await phoneServers();

test.each(['+320470123456', '+32470123', '+99912345678'])(
  'no code is sent to %s, which nobody has',
  async (phone) => {
    const before = texts.received.length;
    const bearer = (await signUp(open, newEmail())).body.access_token;
    const refused = [400, 'validation_failed'];
    for (const on of [open, confirming]) {
      const body = { phone, password: goodPassword };
      expect(statusAndCode(await post(on, '/signup', body))).toEqual(refused);
      expect(statusAndCode(await post(on, '/otp', { phone }))).toEqual(refused);
    }
    expect(
      statusAndCode(await call(open, 'PUT', '/auth/v1/user', { bearer, body: { phone } })),
    ).toEqual(refused);
    const factor = { factor_type: 'phone', phone };
    expect(
      statusAndCode(await call(open, 'POST', '/auth/v1/factors', { bearer, body: factor })),
    ).toEqual(refused);
    expect(texts.received).toHaveLength(before);
  },
);

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
    const code = await lastCode(confirming, email);
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

  test('a session of ten minutes gives no new number: 400 reauthentication_needed', async () => {
    const { auth, email } = await member(open);
    const phone = newPhone();
    expect((await auth.updateUser({ phone })).error).toBeNull();
    advance(open, 10 * 60_000);
    // The one that it has is no new one.
    expect((await auth.updateUser({ phone })).error).toBeNull();
    expect((await auth.updateUser({ phone: newPhone() })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    await auth.signInWithPassword({ email, password: goodPassword });
    expect((await auth.updateUser({ phone: newPhone() })).error).toBeNull();
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
    expect(await change()).toMatchObject({ status: 400, code: 'current_password_required' });
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
