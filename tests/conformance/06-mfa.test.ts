import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
} from '../support/auth-client.ts';
import { type SmsWebhook, startSmsWebhook } from '../support/peers/sms-webhook.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  advance,
  type Connected,
  claimsOf,
  connect,
  hashOf,
  holdClock,
  lastMail,
  member,
  need,
  otherCode,
} from './support/client.ts';
import { totp } from './support/totp.ts';

let server: TestServer;
let texts: SmsWebhook;
beforeAll(async () => {
  texts = await startSmsWebhook();
  server = await startTestServer({
    env: {
      SMS_URL: `${texts.url}/send`,
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      AUTH_SMS_MIN_INTERVAL_SECONDS: '0',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await texts.close();
});

const minute = 60_000;
const codeNow = (secret: string) => totp(secret, server.ports.clock.now());
/** A code of the next step: the one of this step was used. */
const freshCode = (secret: string) => {
  advance(server, 30_000);
  return codeNow(secret);
};
const enroll = async ({ auth }: Connected, friendlyName = 'app') => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri, qrCode: data.totp.qr_code };
};
/** A member whose session has used an authenticator app. */
const protectedMember = async () => {
  const connected = await member(server);
  const factor = await enroll(connected);
  const { error } = await connected.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeNow(factor.secret),
  });
  if (error) throw error;
  return { ...connected, factor };
};
/** The same account in another browser: the password alone. */
const withPassword = async (email: string) => {
  const connected = await connect(server);
  const { data, error } = await connected.auth.signInWithPassword({
    email,
    password: goodPassword,
  });
  if (error) throw error;
  return { ...connected, session: need(data.session) };
};
const tokenOf = async ({ auth }: Pick<Connected, 'auth'>) =>
  need((await auth.getSession()).data.session).access_token;
const post = (path: string, bearer: string, body: object = {}) =>
  call(server, 'POST', `/auth/v1/factors${path}`, { bearer, body });
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('§6 POST /factors', () => {
  test('totp: id, type, name, QR code as SVG, secret and address', async () => {
    const { session, email } = await member(server);
    const { status, body } = await post('', session.access_token, {
      factor_type: 'totp',
      friendly_name: 'phone',
      issuer: 'Example Site',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: uuid,
      type: 'totp',
      friendly_name: 'phone',
      totp: {
        qr_code: expect.any(String),
        secret: expect.stringMatching(/^[A-Z2-7]{32,}$/),
        uri: expect.any(String),
      },
    });
    expect(body.totp.qr_code).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    // The client puts it behind `data:image/svg+xml;utf-8,` as it is.
    expect(body.totp.qr_code).not.toMatch(/[#"]/);
    const uri = new URL(body.totp.uri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Example Site:${email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: body.totp.secret,
      issuer: 'Example Site',
    });
  });

  test('the issuer is the host of the site when none is named', async () => {
    const { uri } = await enroll(await member(server));
    expect(new URL(uri).searchParams.get('issuer')).toBe(new URL(server.url).host);
  });

  test('phone: id, type, name and number', async () => {
    const { auth } = await member(server);
    const { data, error } = await auth.mfa.enroll({
      factorType: 'phone',
      phone: '+32 470 11 22 01',
      friendlyName: 'gsm',
    });
    expect(error).toBeNull();
    expect(data).toEqual({ id: uuid, type: 'phone', friendly_name: 'gsm', phone: '32470112201' });
  });

  test('listed by the client and part of the user, never with the secret', async () => {
    const connected = await member(server);
    const { secret, id } = await enroll(connected);
    const { data } = await connected.auth.mfa.listFactors();
    expect(data?.all).toEqual([
      expect.objectContaining({
        id,
        factor_type: 'totp',
        status: 'unverified',
        friendly_name: 'app',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      }),
    ]);
    expect(data?.totp).toEqual([]);
    const { text } = await getUser(server, await tokenOf(connected));
    expect(text).not.toContain(secret);
  });

  test.each([
    ['an unknown type', { factor_type: 'webauthn' }, 400, 'validation_failed'],
    ['no type', {}, 400, 'validation_failed'],
    ['a phone without a number', { factor_type: 'phone' }, 400, 'validation_failed'],
    [
      'a phone with a bad number',
      { factor_type: 'phone', phone: '12ab' },
      400,
      'validation_failed',
    ],
  ])('%s', async (_name, body, status, code) => {
    const { session } = await member(server);
    const answer = await post('', session.access_token, body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  test('a name that a verified factor has: 422 mfa_factor_name_conflict, no name beside no name too', async () => {
    for (const friendlyName of ['app', '']) {
      const connected = await member(server);
      const { id, secret } = await enroll(connected, friendlyName);
      await connected.auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(secret) });
      const { error } = await connected.auth.mfa.enroll({ factorType: 'totp', friendlyName });
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    }
  });

  test('unverified ones of the same name give way, and die after five minutes', async () => {
    const connected = await member(server);
    const first = await enroll(connected);
    const second = await enroll(connected);
    const bearer = await tokenOf(connected);
    const gone = await post(`/${first.id}/challenge`, bearer);
    expect([gone.status, gone.body.error_code]).toEqual([404, 'mfa_factor_not_found']);
    advance(server, 5 * minute + 1000);
    const late = await connected.auth.mfa.challengeAndVerify({
      factorId: second.id,
      code: codeNow(second.secret),
    });
    expect(late.error).not.toBeNull();
    expect((await connected.auth.mfa.listFactors()).data?.totp).toEqual([]);
  });

  test('more than ten: 422 too_many_enrolled_mfa_factors', async () => {
    const connected = await member(server);
    for (let i = 0; i < 10; i += 1) await enroll(connected, `app ${i}`);
    const { error } = await connected.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'one more',
    });
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  test('a verified phone again: 422 mfa_verified_factor_exists', async () => {
    const connected = await member(server);
    const phone = '+32470112202';
    const { data } = await connected.auth.mfa.enroll({
      factorType: 'phone',
      phone,
      friendlyName: 'a',
    });
    const factorId = need(data).id;
    const challenge = await connected.auth.mfa.challenge({ factorId });
    const code = await texted(phone);
    await connected.auth.mfa.verify({ factorId, challengeId: need(challenge.data).id, code });
    const { error } = await connected.auth.mfa.enroll({
      factorType: 'phone',
      phone,
      friendlyName: 'b',
    });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });

  test('without a session: 401', async () => {
    expect((await post('', server.config.publishableKey, { factor_type: 'totp' })).status).toBe(
      401,
    );
  });
});

const texted = async (phone: string, before = 0): Promise<string> => {
  const mine = () =>
    texts.received.filter(({ to }) => to.replace(/\D/g, '') === phone.replace(/\D/g, ''));
  await expect.poll(() => mine().length, { timeout: 10_000 }).toBeGreaterThan(before);
  return need(mine().at(-1)?.code, 'code');
};

describe('§6 challenge and verify', () => {
  test('a challenge has id, type and an end; a totp verify gives the same session at aal2 with its factors', async () => {
    const connected = await member(server);
    const { id, secret } = await enroll(connected);
    const challenge = await post(`/${id}/challenge`, connected.session.access_token, {
      factorId: id,
    });
    expect(challenge.body).toEqual({ id: uuid, type: 'totp', expires_at: expect.any(Number) });
    const left = challenge.body.expires_at * 1000 - server.ports.clock.now();
    expect(left).toBeGreaterThan(240_000);
    expect(left).toBeLessThanOrEqual(300_000);
    const { data, error } = await connected.auth.mfa.verify({
      factorId: id,
      challengeId: challenge.body.id,
      code: codeNow(secret),
    });
    expect(error).toBeNull();
    expect(connected.events).toContain('MFA_CHALLENGE_VERIFIED');
    const claims = claimsOf(need(data).access_token);
    expect(claims.aal).toBe('aal2');
    expect(claims.session_id).toBe(claimsOf(connected.session.access_token).session_id);
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password']);
    expect(need(data).user.factors).toMatchObject([{ id, status: 'verified' }]);
    const level = await connected.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });

  test('a phone: the code is texted, amr mfa/phone', async () => {
    const connected = await member(server);
    const phone = '+32470112203';
    const { data } = await connected.auth.mfa.enroll({ factorType: 'phone', phone });
    const factorId = need(data).id;
    const challenge = need((await connected.auth.mfa.challenge({ factorId, channel: 'sms' })).data);
    expect(challenge).toMatchObject({ type: 'phone' });
    const code = await texted(phone);
    const wrong = await connected.auth.mfa.verify({
      factorId,
      challengeId: challenge.id,
      code: otherCode(code),
    });
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    });
    const right = await connected.auth.mfa.verify({ factorId, challengeId: challenge.id, code });
    expect(claimsOf(need(right.data).access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
  });

  test('the next sign-in is aal1 with nextLevel aal2, and a code lifts it', async () => {
    const { email, factor } = await protectedMember();
    const other = await withPassword(email);
    expect(claimsOf(other.session.access_token).aal).toBe('aal1');
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const { error } = await other.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: freshCode(factor.secret),
    });
    expect(error).toBeNull();
    expect(claimsOf(await tokenOf(other)).aal).toBe('aal2');
  });

  test('±1 step is taken, ±2 is not', async () => {
    onTestFinished(holdClock(server));
    for (const [steps, isTaken] of [
      [-1, true],
      [1, true],
      [-2, false],
      [2, false],
    ] as const) {
      const connected = await member(server);
      const { id, secret } = await enroll(connected);
      const code = totp(secret, server.ports.clock.now() + steps * 30_000);
      const { error } = await connected.auth.mfa.challengeAndVerify({ factorId: id, code });
      expect([steps, error === null]).toEqual([steps, isTaken]);
    }
  });

  test('a phone that was texted a moment ago: 429 over_sms_send_rate_limit', async () => {
    const slow = await startTestServer();
    const { auth } = await member(slow);
    const phone = '32470333111';
    const factor = need((await auth.mfa.enroll({ factorType: 'phone', phone })).data);
    const ask = () => auth.mfa.challenge({ factorId: factor.id });
    expect((await ask()).error).toBeNull();
    const { error } = await ask();
    expect([error?.status, error?.code]).toEqual([429, 'over_sms_send_rate_limit']);
    await slow.stop();
  });

  test('a factor on the wire: these fields, and never its secret', async () => {
    const { auth, session } = await member(server);
    const factor = need((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })).data);
    const shown = async () => {
      const { body } = await getUser(server, session.access_token);
      return body.factors[0];
    };
    expect(await shown()).toEqual({
      id: factor.id,
      friendly_name: 'app',
      factor_type: 'totp',
      status: 'unverified',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: null,
    });
    await auth.mfa.challenge({ factorId: factor.id });
    expect(Date.parse((await shown()).last_challenged_at)).not.toBeNaN();
  });

  test('refusals of challenge: 404 for an unknown factor and for no uuid', async () => {
    const { session } = await member(server);
    const unknown = await post(`/${crypto.randomUUID()}/challenge`, session.access_token);
    expect([unknown.status, unknown.body.error_code]).toEqual([404, 'mfa_factor_not_found']);
    const odd = await post('/x/challenge', session.access_token);
    expect([odd.status, odd.body.error_code]).toEqual([404, 'validation_failed']);
  });

  test('refusals of verify', async () => {
    const connected = await member(server);
    const { id, secret } = await enroll(connected);
    const bearer = connected.session.access_token;
    const challenge = async () => (await post(`/${id}/challenge`, bearer)).body.id as string;
    const verify = (body: object) => post(`/${id}/verify`, bearer, body);
    const told = ({ status, body }: Awaited<ReturnType<typeof verify>>) => [
      status,
      body.error_code,
    ];
    const empty = await verify({ challenge_id: await challenge(), code: '' });
    expect(told(empty)).toEqual([400, 'validation_failed']);
    const unknown = await verify({ challenge_id: crypto.randomUUID(), code: codeNow(secret) });
    expect(told(unknown)).toEqual([422, 'mfa_factor_not_found']);
    const wrong = await verify({
      challenge_id: await challenge(),
      code: otherCode(codeNow(secret)),
    });
    expect(told(wrong)).toEqual([422, 'mfa_verification_failed']);
    expect(wrong.body.msg).toBe('Invalid TOTP code entered');
    for (const code of ['12345', 'abcdef', '1234567', '１２３４５６', '../..']) {
      const odd = await verify({ challenge_id: await challenge(), code });
      expect([400, 422]).toContain(odd.status);
    }
    const old = await challenge();
    advance(server, 5 * minute + 1000);
    const late = await verify({ challenge_id: old, code: codeNow(secret) });
    expect([422, 404]).toContain(late.status);
  });

  test('a challenge that is over: 422 mfa_challenge_expired; one that was used: 422 mfa_ip_address_mismatch', async () => {
    const { email, factor } = await protectedMember();
    const other = await withPassword(email);
    const challenge = async () =>
      need((await other.auth.mfa.challenge({ factorId: factor.id })).data).id;
    const old = await challenge();
    advance(server, 5 * minute + 1000);
    const late = await other.auth.mfa.verify({
      factorId: factor.id,
      challengeId: old,
      code: codeNow(factor.secret),
    });
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
    const used = await challenge();
    const verify = (code: string) =>
      other.auth.mfa.verify({ factorId: factor.id, challengeId: used, code });
    expect((await verify(freshCode(factor.secret))).error).toBeNull();
    expect((await verify(freshCode(factor.secret))).error).toMatchObject({
      status: 422,
      code: 'mfa_ip_address_mismatch',
    });
  });

  test('verifying deletes unverified factors of its type, and the refresh token of before', async () => {
    const connected = await member(server);
    const one = await enroll(connected, 'one');
    await enroll(connected, 'two');
    const before = connected.session.refresh_token;
    await connected.auth.mfa.challengeAndVerify({ factorId: one.id, code: codeNow(one.secret) });
    expect((await connected.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([
      one.id,
    ]);
    const old = await refresh(server, before);
    expect(old.status).toBe(400);
  });
});

describe('§6 DELETE /factors/{id}', () => {
  test('200 with the id; the session falls to aal1 at its next refresh', async () => {
    const { auth, factor, ...rest } = await protectedMember();
    const raw = await call(server, 'DELETE', `/auth/v1/factors/${factor.id}`, {
      bearer: await tokenOf({ auth }),
    });
    expect([raw.status, raw.body]).toEqual([200, { id: factor.id }]);
    const { data } = await auth.refreshSession();
    expect(claimsOf(need(data.session).access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(data.user?.factors ?? []).toEqual([]);
    const notices = await server.outbox(rest.email);
    expect(notices.length).toBeGreaterThanOrEqual(2);
  });

  test('through the client; an unknown one: 404', async () => {
    const connected = await member(server);
    const { id } = await enroll(connected);
    expect((await connected.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    expect((await connected.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 404,
    });
  });
});

describe('§6, MF-5, MF-6 what needs aal2 once a factor is verified', () => {
  test('enrol 403, unenrol 422, changes of password, e-mail and phone 401: all insufficient_aal, and nothing changed', async () => {
    const { email, factor } = await protectedMember();
    const low = await withPassword(email);
    const enrolled = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' });
    expect(enrolled.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const phone = await low.auth.mfa.enroll({ factorType: 'phone', phone: '+32470112204' });
    expect(phone.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const removed = await low.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    for (const change of [
      { password: otherPassword },
      { email: newEmail() },
      { phone: '+32470112205' },
    ]) {
      const { error } = await low.auth.updateUser(change);
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await signIn(server, email)).status).toBe(200);
    const { body } = await getUser(server, low.session.access_token);
    expect(body).toMatchObject({ email, factors: [{ id: factor.id, status: 'verified' }] });
    expect(body.new_email).toBeUndefined();
    expect((await low.auth.updateUser({ data: { a: 1 } })).error).toBeNull();
  });

  test('at aal2 all of it works', async () => {
    const { auth } = await protectedMember();
    expect(
      (await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error,
    ).toBeNull();
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await auth.updateUser({ email: newEmail() })).error).toBeNull();
  });
});

describe('MF the table', () => {
  test('MF-1 the secret has 160 bits and is not readable in the database', async () => {
    const own = await startTestServer();
    const connected = await member(own);
    const { data } = await connected.auth.mfa.enroll({ factorType: 'totp' });
    const { secret } = need(data).totp as { secret: string };
    expect(secret.length * 5).toBeGreaterThanOrEqual(160);
    const { readdirSync, readFileSync } = await import('node:fs');
    const { join } = await import('node:path');
    await own.stop({ keep: true });
    for (const name of readdirSync(own.dataDirectory).filter((file) => file.includes('sqlite'))) {
      expect(readFileSync(join(own.dataDirectory, name), 'latin1')).not.toContain(secret);
    }
  });

  test('MF-2 a step counts once: again in a new challenge refused, ten at once one success', async () => {
    const { auth, factor, email } = await protectedMember();
    const code = freshCode(factor.secret);
    expect((await auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    const again = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(again.error?.code).toBe('mfa_verification_failed');
    const sessions = await Promise.all(Array.from({ length: 10 }, () => withPassword(email)));
    const challenges = await Promise.all(
      sessions.map(
        async (own) => need((await own.auth.mfa.challenge({ factorId: factor.id })).data).id,
      ),
    );
    const next = freshCode(factor.secret);
    const answers = await Promise.all(
      sessions.map((own, index) =>
        post(`/${factor.id}/verify`, own.session.access_token, {
          challenge_id: challenges[index],
          code: next,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const ended = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error_code);
    for (const told of ended) {
      expect(['mfa_verification_failed', 'session_not_found', 'over_request_rate_limit']).toContain(
        told,
      );
    }
  });

  test('MF-2 one challenge, ten at once: one success', async () => {
    const { auth, factor } = await protectedMember();
    const { id } = need((await auth.mfa.challenge({ factorId: factor.id })).data);
    const [code, bearer] = [freshCode(factor.secret), await tokenOf({ auth })];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(`/${factor.id}/verify`, bearer, { challenge_id: id, code }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('MF-3 thirty wrong codes over new challenges and sessions: at most twenty evaluated, then 429', async () => {
    const { email, factor } = await protectedMember();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const own = await withPassword(email);
      const bearer = own.session.access_token;
      for (let i = 0; i < 5; i += 1) {
        const challenge = await post(`/${factor.id}/challenge`, bearer);
        const { status } = await post(`/${factor.id}/verify`, bearer, {
          challenge_id: challenge.body.id ?? crypto.randomUUID(),
          code: otherCode(codeNow(factor.secret)),
        });
        statuses.push(status);
      }
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(20);
    expect(statuses.at(-1)).toBe(429);
    const own = await withPassword(email);
    const right = await own.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: freshCode(factor.secret),
    });
    expect(right.error).toMatchObject({ status: 429 });
  });

  test('MF-3 forty wrong codes at once: at most twenty evaluated', async () => {
    const { email, factor } = await protectedMember();
    const own = await withPassword(email);
    const bearer = own.session.access_token;
    const challenges = await Promise.all(
      Array.from({ length: 40 }, () => post(`/${factor.id}/challenge`, bearer)),
    );
    const answers = await Promise.all(
      challenges.map(({ body }) =>
        post(`/${factor.id}/verify`, bearer, {
          challenge_id: body.id ?? crypto.randomUUID(),
          code: otherCode(codeNow(factor.secret)),
        }),
      ),
    );
    expect(
      answers.filter(({ body }) => body.error_code === 'mfa_verification_failed').length,
    ).toBeLessThanOrEqual(20);
  });

  test('MF-3 at most five wrong codes per challenge', async () => {
    const { auth, factor } = await protectedMember();
    const { id } = need((await auth.mfa.challenge({ factorId: factor.id })).data);
    const bearer = await tokenOf({ auth });
    for (let i = 0; i < 5; i += 1) {
      await post(`/${factor.id}/verify`, bearer, {
        challenge_id: id,
        code: otherCode(codeNow(factor.secret)),
      });
    }
    const right = await post(`/${factor.id}/verify`, bearer, {
      challenge_id: id,
      code: freshCode(factor.secret),
    });
    expect(right.status).toBeGreaterThanOrEqual(400);
  });

  test('MF-4 the ids of another user open nothing', async () => {
    const one = await protectedMember();
    const two = await protectedMember();
    const { id } = need((await one.auth.mfa.challenge({ factorId: one.factor.id })).data);
    const bearer = await tokenOf(two);
    const code = freshCode(one.factor.secret);
    const answers = [
      await post(`/${one.factor.id}/challenge`, bearer),
      await post(`/${one.factor.id}/verify`, bearer, { challenge_id: id, code }),
      await post(`/${two.factor.id}/verify`, bearer, {
        challenge_id: id,
        code: codeNow(two.factor.secret),
      }),
      await call(server, 'DELETE', `/auth/v1/factors/${one.factor.id}`, { bearer }),
    ];
    for (const { status } of answers) expect([403, 404, 422]).toContain(status);
    expect(
      (await one.auth.mfa.verify({ factorId: one.factor.id, challengeId: id, code })).error,
    ).toBeNull();
  });

  test('MF-5 an unverified factor lifts nothing and asks for nothing', async () => {
    const connected = await member(server);
    await enroll(connected);
    expect((await connected.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    expect((await connected.auth.updateUser({ password: otherPassword })).error).toBeNull();
  });

  test('MF-7 an admin with a factor needs it for the work of an admin', async () => {
    const { auth, email, session } = await protectedMember();
    await server.ports.roles.grant(session.user.id, 'admin', Date.now());
    const stats = async (bearer: string) =>
      (await call(server, 'GET', '/api/admin/ebook/stats', { bearer })).status;
    const low = await withPassword(email);
    expect(await stats(low.session.access_token)).toBe(403);
    expect(await stats(await tokenOf({ auth }))).toBe(200);
    const { error } = await low.client.storage
      .from('ebook')
      .update('free-guide.pdf', new Blob(['%PDF-'], { type: 'application/pdf' }));
    expect(error).toMatchObject({ statusCode: '403' });
  });

  test('MF-8 recovery, magic link and refresh give aal1, and the factor is still asked for', async () => {
    const { email } = await protectedMember();
    for (const type of ['recovery', 'magiclink'] as const) {
      const own = await connect(server);
      if (type === 'recovery') await own.auth.resetPasswordForEmail(email);
      else await own.auth.signInWithOtp({ email });
      const { data } = await own.auth.verifyOtp({
        type,
        token_hash: hashOf(await lastMail(server, email)),
      });
      expect(claimsOf(need(data.session).access_token).aal).toBe('aal1');
      const refreshed = await own.auth.refreshSession();
      expect(claimsOf(need(refreshed.data.session).access_token).aal).toBe('aal1');
      expect((await own.auth.updateUser({ password: otherPassword })).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
  });

  test('MF-9 verifying ends the other sessions below aal2, and a notice is mailed', async () => {
    const connected = await member(server);
    const other = await withPassword(connected.email);
    const { id, secret } = await enroll(connected);
    await connected.auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(secret) });
    expect((await getUser(server, other.session.access_token)).body.error_code).toBe(
      'session_not_found',
    );
    expect((await refresh(server, other.session.refresh_token)).status).toBe(400);
    expect((await getUser(server, await tokenOf(connected))).status).toBe(200);
    const mails = await server.outbox(connected.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.code).toBeUndefined();
  });
});
