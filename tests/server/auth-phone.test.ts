import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  signUp,
} from '../support/auth-client.ts';
import { startSmsWebhook } from '../support/peers/sms-webhook.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { lastCode, newPhone, textsTo } from '../support/texts.ts';

const told = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];

const signUpByPhone = (server: TestServer, phone: string, extra: object = {}): Promise<Answer> =>
  call(server, 'POST', '/auth/v1/signup', { body: { phone, password: goodPassword, ...extra } });

const signInByPhone = (
  server: TestServer,
  phone: string,
  password = goodPassword,
): Promise<Answer> =>
  call(server, 'POST', '/auth/v1/token?grant_type=password', { body: { phone, password } });

const post = (server: TestServer, path: string, body: object): Promise<Answer> =>
  call(server, 'POST', `/auth/v1/${path}`, { body });

/** An answer without what differs from one account to the next by nature. */
function shape({ status, body, headers }: Answer): unknown {
  const times = /^\d{4}-\d\d-\d\dT/;
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return times.test(value) ? 'time' : 'text';
    if (Array.isArray(value)) return 'list';
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mask(held)]));
  };
  return [status, [...headers.keys()].filter((name) => name !== 'content-length'), mask(body)];
}

describe('with confirmation', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { AUTH_AUTOCONFIRM: 'false', AUTH_SMS_MIN_INTERVAL_SECONDS: '0' },
    });
  });
  afterAll(() => server.stop());

  const confirm = async (phone: string): Promise<Answer> =>
    post(server, 'verify', { type: 'sms', phone, token: await lastCode(server, phone) });

  test('a sign-up waits for the code that was texted, then it is a session', async () => {
    const phone = newPhone();
    const waiting = await signUpByPhone(server, `+${phone}`, { data: { name: 'Noor' } });
    expect(waiting.status).toBe(200);
    expect(waiting.body).toMatchObject({
      phone,
      email: '',
      confirmation_sent_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { name: 'Noor' },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: false } }],
    });
    expect(waiting.body).not.toHaveProperty('phone_confirmed_at');
    expect(told(await signInByPhone(server, phone))).toEqual([400, 'phone_not_confirmed']);
    const session = await confirm(phone);
    expect(session.body.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      identities: [{ identity_data: { phone_verified: true } }],
    });
    expect(decodeJwt(session.body.access_token)).toMatchObject({
      phone,
      email: '',
      amr: [{ method: 'otp' }],
    });
    const signedIn = await signInByPhone(server, `+${phone.slice(0, 2)} ${phone.slice(2)}`);
    expect(decodeJwt(signedIn.body.access_token).amr).toMatchObject([{ method: 'password' }]);
  });

  test('a taken number is answered like a new one, and nothing is sent to it', async () => {
    const phone = newPhone();
    const fresh = await signUpByPhone(server, phone);
    await confirm(phone);
    const before = await textsTo(server, phone);
    const taken = await signUpByPhone(server, phone, { password: otherPassword });
    expect(shape(taken)).toEqual(shape(fresh));
    expect(taken.body.id).not.toBe(fresh.body.id);
    expect(await textsTo(server, phone)).toHaveLength(before.length);
    expect(told(await signInByPhone(server, phone, otherPassword))).toEqual([
      400,
      'invalid_credentials',
    ]);
  });

  test('a code takes five wrong tries, counts once, and for its number and purpose only', async () => {
    const phone = newPhone();
    await signUpByPhone(server, phone);
    const code = await lastCode(server, phone);
    const expired = [403, 'otp_expired'];
    expect(
      told(await post(server, 'verify', { type: 'phone_change', phone, token: code })),
    ).toEqual(expired);
    expect(
      told(await post(server, 'verify', { type: 'sms', phone: newPhone(), token: code })),
    ).toEqual(expired);
    for (let i = 0; i < 5; i += 1) {
      expect(told(await post(server, 'verify', { type: 'sms', phone, token: 'abcdef' }))).toEqual(
        expired,
      );
    }
    expect(told(await confirm(phone))).toEqual(expired);
    await post(server, 'resend', { type: 'sms', phone });
    expect((await confirm(phone)).status).toBe(200);
    expect(told(await confirm(phone))).toEqual(expired);
  });

  test('otp: a new number gets an account, a known one a session; without create_user nothing tells', async () => {
    const phone = newPhone();
    const unknown = await post(server, 'otp', { phone, create_user: false });
    expect(await textsTo(server, phone)).toHaveLength(0);
    const made = await post(server, 'otp', { phone, data: { a: 1 } });
    const session = await confirm(phone);
    expect(session.body.user.user_metadata).toEqual({ a: 1 });
    const known = await post(server, 'otp', { phone, create_user: false });
    expect([unknown, known].map(shape)).toEqual([shape(made), shape(made)]);
    expect((await confirm(phone)).body.user.id).toBe(session.body.user.id);
  });

  test('whoever reads the code of an account they did not make, does not inherit its password', async () => {
    const phone = newPhone();
    await signUpByPhone(server, phone);
    await post(server, 'otp', { phone });
    const code = (await textsTo(server, phone)).at(-1)?.code;
    expect((await post(server, 'verify', { type: 'sms', phone, token: code })).status).toBe(200);
    expect(told(await signInByPhone(server, phone))).toEqual([400, 'invalid_credentials']);
  });

  test('two sign-ups with one number and two passwords: neither opens what the second text confirms', async () => {
    const phone = newPhone();
    await signUpByPhone(server, phone);
    await signUpByPhone(server, phone, { password: otherPassword });
    await post(server, 'resend', { type: 'sms', phone });
    expect((await confirm(phone)).status).toBe(200);
    for (const password of [goodPassword, otherPassword]) {
      const refused = await signInByPhone(server, phone, password);
      expect(told(refused)).toEqual([400, 'invalid_credentials']);
    }
  });

  test('resend: always {}, a message only to who waits for one', async () => {
    const phone = newPhone();
    const unknown = await post(server, 'resend', { type: 'sms', phone });
    await signUpByPhone(server, phone);
    const waiting = await post(server, 'resend', { type: 'sms', phone });
    expect(await textsTo(server, phone)).toHaveLength(2);
    await confirm(phone);
    const confirmed = await post(server, 'resend', { type: 'sms', phone });
    expect([unknown, waiting, confirmed].map(({ body }) => body)).toEqual([{}, {}, {}]);
    expect([unknown, confirmed].map(shape)).toEqual([shape(waiting), shape(waiting)]);
    expect(await textsTo(server, phone)).toHaveLength(2);
  });

  test('another number counts once its code is typed, and the owner is told by mail', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await signUp(server, email);
    const mailed = (await server.outbox(email)).at(-1)?.code;
    const { body } = await post(server, 'verify', { type: 'signup', email, token: mailed });
    const bearer = body.access_token;
    const pending = await call(server, 'PUT', '/auth/v1/user', {
      bearer,
      body: { phone: `+${phone}` },
    });
    expect(pending.body).toMatchObject({
      phone: '',
      new_phone: phone,
      phone_change_sent_at: expect.any(String),
    });
    expect(await post(server, 'resend', { type: 'phone_change', phone })).toMatchObject({
      body: {},
    });
    const [old, current] = await textsTo(server, phone);
    expect(current?.code).toBeDefined();
    if (old?.code !== current?.code) {
      const late = await post(server, 'verify', { type: 'phone_change', phone, token: old?.code });
      expect(told(late)).toEqual([403, 'otp_expired']);
    }
    const token = current?.code;
    const changed = await post(server, 'verify', { type: 'phone_change', phone, token });
    expect(changed.body.user).toMatchObject({
      email,
      phone,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    expect(changed.body.user).not.toHaveProperty('new_phone');
    expect((await server.outbox(email)).at(-1)?.subject).toBe('Je telefoonnummer is gewijzigd');
    expect((await signInByPhone(server, phone)).status).toBe(200);
  });

  test('a number that is somebody else’s is refused', async () => {
    const phone = newPhone();
    await signUpByPhone(server, phone);
    await confirm(phone);
    const other = newPhone();
    await signUpByPhone(server, other);
    const bearer = (await confirm(other)).body.access_token;
    const taken = await call(server, 'PUT', '/auth/v1/user', { bearer, body: { phone } });
    expect(told(taken)).toEqual([422, 'phone_exists']);
  });

  test('five wrong passwords lock the number, however it is spelled; unknown numbers alike', async () => {
    const phone = newPhone();
    await signUpByPhone(server, phone);
    await confirm(phone);
    for (const number of [phone, newPhone()]) {
      for (let i = 0; i < 5; i += 1) {
        const wrong = await signInByPhone(server, i % 2 ? `+${number}` : number, otherPassword);
        expect(told(wrong)).toEqual([400, 'invalid_credentials']);
      }
      const locked = await signInByPhone(server, ` +${number}`);
      expect(told(locked)).toEqual([429, 'over_request_rate_limit']);
    }
    await post(server, 'otp', { phone });
    expect((await confirm(phone)).status).toBe(200);
    expect((await signInByPhone(server, phone)).status).toBe(200);
  });

  test('what is no phone request is told as such', async () => {
    const phone = newPhone();
    const invalid = [400, 'validation_failed'];
    expect(told(await signUpByPhone(server, '0470 12'))).toEqual(invalid);
    expect(told(await signUpByPhone(server, phone, { email: newEmail() }))).toEqual(invalid);
    const pair = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
    expect(told(await signUpByPhone(server, phone, pair))).toEqual(invalid);
    expect(told(await signUpByPhone(server, phone, { channel: 'whatsapp' }))).toEqual(invalid);
    expect((await signUpByPhone(server, phone, { password: 'kort' })).body.error_code).toBe(
      'weak_password',
    );
    expect(told(await post(server, 'otp', { phone, email: newEmail() }))).toEqual(invalid);
    expect(told(await post(server, 'resend', { type: 'sms', email: newEmail() }))).toEqual(invalid);
    expect(
      told(await post(server, 'verify', { type: 'sms', email: newEmail(), token: '1' })),
    ).toEqual(invalid);
  });
});

describe('with automatic confirmation', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { AUTH_REAUTH_AFTER_SECONDS: '0' } });
  });
  afterAll(() => server.stop());

  test('a sign-up is a session at once, confirmed and without a message; a taken number is told', async () => {
    const phone = newPhone();
    const { body } = await signUpByPhone(server, phone);
    expect(body.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(await textsTo(server, phone)).toHaveLength(0);
    expect(told(await signUpByPhone(server, phone))).toEqual([422, 'user_already_exists']);
    const moved = newPhone();
    const bearer = body.access_token;
    const changed = await call(server, 'PUT', '/auth/v1/user', { bearer, body: { phone: moved } });
    expect(changed.body).toMatchObject({
      phone: moved,
      identities: [{ identity_data: { phone: moved } }],
    });
    expect(told(await signInByPhone(server, phone))).toEqual([400, 'invalid_credentials']);
  });

  test('within the interval otp is refused, for known and unknown numbers alike', async () => {
    const [known, unknown] = [newPhone(), newPhone()];
    await signUpByPhone(server, known);
    for (const phone of [known, unknown]) {
      const body = { phone, create_user: false };
      expect((await post(server, 'otp', body)).status).toBe(200);
      const again = await post(server, 'otp', body);
      expect(told(again)).toEqual([429, 'over_sms_send_rate_limit']);
    }
  });

  test('the nonce for a new password is texted to who has no address', async () => {
    const phone = newPhone();
    const bearer = (await signUpByPhone(server, phone)).body.access_token;
    await wait(5);
    const change = (nonce?: string) =>
      call(server, 'PUT', '/auth/v1/user', { bearer, body: { password: otherPassword, nonce } });
    expect(told(await change())).toEqual([400, 'reauthentication_needed']);
    expect((await call(server, 'GET', '/auth/v1/reauthenticate', { bearer })).body).toEqual({});
    expect(told(await change('abcdef'))).toEqual([422, 'reauthentication_not_valid']);
    expect((await change(await lastCode(server, phone))).status).toBe(200);
    expect((await signInByPhone(server, phone, otherPassword)).status).toBe(200);
  });

  test('settings say that phones may come in', async () => {
    const { body } = await call(server, 'GET', '/auth/v1/settings');
    expect([body.external.phone, body.phone_autoconfirm, body.sms_provider]).toEqual([
      true,
      true,
      'outbox',
    ]);
  });
});

test('a webhook that fails tells a visitor nothing and gets the message once it is back', async () => {
  const webhook = await startSmsWebhook();
  const server = await startTestServer({
    env: { AUTH_AUTOCONFIRM: 'false', SMS_URL: webhook.url },
  });
  try {
    const phone = newPhone();
    webhook.answer(503);
    expect((await signUpByPhone(server, phone)).status).toBe(200);
    webhook.answer(200);
    await expect.poll(() => webhook.last(phone)?.code, { timeout: 15_000 }).toMatch(/^\d{6}$/);
    const token = webhook.last(phone)?.code;
    const { body } = await post(server, 'verify', { type: 'sms', phone, token });
    expect((await getUser(server, body.access_token)).body.phone).toBe(phone);
    const bearer = body.access_token;
    webhook.answer(500);
    const failed = await call(server, 'PUT', '/auth/v1/user', {
      bearer,
      body: { phone: newPhone() },
    });
    expect(told(failed)).toEqual([422, 'sms_send_failed']);
  } finally {
    await server.stop();
    await webhook.close();
  }
});
