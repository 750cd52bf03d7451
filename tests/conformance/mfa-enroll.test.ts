import { describe, expect, test } from 'vitest';
import { getUser, statusAndCode } from '../support/auth-client.ts';
import { advance, member, need } from './support/client.ts';
import { enroll, minute, openMfaSite, tokenOf, uuid } from './support/mfa-site.ts';

const { server, codeNow, post, texted } = await openMfaSite();

describe('docs/wire.md#6 POST /factors', () => {
  test('totp: id, type, name, QR code as SVG, secret and URI', async () => {
    const { session, email } = await member(server);
    const { status, body, headers } = await post('', session.access_token, {
      factor_type: 'totp',
      friendly_name: 'phone',
      issuer: 'Example Site',
    });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
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
    expect(new URL(uri).searchParams.get('issuer')).toBe(new URL(server.url).hostname);
  });

  test.each([
    ['Coach: Zoë', 'Coach Zoë'],
    ['coach.example:8443', 'coach.example 8443'],
    ['a:b::c', 'a b c'],
    [': :', '127.0.0.1'],
  ])(
    'the label of the issuer %s has one colon, and the parameter agrees with it',
    async (issuer, shown) => {
      const { auth, email } = await member(server);
      const { data } = await auth.mfa.enroll({ factorType: 'totp', issuer });
      if (data?.type !== 'totp') throw new Error('no app');
      const uri = new URL(data.totp.uri);
      expect(decodeURIComponent(uri.pathname)).toBe(`/${shown}:${email}`);
      expect(uri.searchParams.get('issuer')).toBe(shown);
    },
  );

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
    const response = await post('', session.access_token, body);
    expect(statusAndCode(response)).toEqual([status, code]);
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
    expect(statusAndCode(gone)).toEqual([404, 'mfa_factor_not_found']);
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

  test('more than thirty in a quarter of an hour: 429, and no event', async () => {
    const connected = await member(server);
    const bearer = await tokenOf(connected);
    const add = () => post('', bearer, { factor_type: 'totp', friendly_name: 'again' });
    for (let i = 0; i < 30; i += 1) expect((await add()).status).toBe(200);
    const rejected = await add();
    expect(statusAndCode(rejected)).toEqual([429, 'over_request_rate_limit']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    const userId = need((await getUser(server, bearer)).body.id as string);
    const events = await server.ports.securityLog.list({ userId, limit: 100 });
    expect(events.filter(({ actionType }) => actionType === 'factor_change')).toHaveLength(30);
    advance(server, 15 * minute);
    expect((await add()).status).toBe(200);
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
