import { describe, expect, onTestFinished, test } from 'vitest';
import { call, getUser, refresh, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { textsTo } from '../support/texts.ts';
import { advance, claimsOf, holdClock, member, need, otherCode } from './support/client.ts';
import { enroll, minute, openMfaSite, tokenOf, uuid } from './support/mfa-site.ts';
import { totp } from './support/totp.ts';

const { server, codeNow, freshCode, protectedMember, withPassword, post, texted } =
  await openMfaSite();

describe('docs/wire.md#6 challenge and verify', () => {
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
    const renewed = need((await connected.auth.refreshSession()).data.session);
    expect(claimsOf(renewed.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr });
    expect(renewed.user.factors).toHaveLength(1);
  });

  test('the id of a factor is a UUID, in capitals too', async () => {
    const connected = await member(server);
    const bearer = connected.session.access_token;
    const { id, secret } = await enroll(connected);
    const path = `/${id.toUpperCase()}`;
    const challenge = await post(`${path}/challenge`, bearer, {});
    expect(challenge.status).toBe(200);
    const body = { challenge_id: challenge.body.id, code: codeNow(secret) };
    const verified = await post(`${path}/verify`, bearer, body);
    expect(verified.body.user.factors).toMatchObject([{ id, status: 'verified' }]);
    const removed = await call(server, 'DELETE', `/auth/v1/factors${path}`, {
      bearer: verified.body.access_token,
    });
    expect([removed.status, removed.body]).toEqual([200, { id }]);
  });

  test('a phone: the code is texted, amr mfa/phone', async () => {
    const connected = await member(server);
    const phone = '+32470112203';
    const { data } = await connected.auth.mfa.enroll({ factorType: 'phone', phone });
    const factorId = need(data).id;
    const challenge = need((await connected.auth.mfa.challenge({ factorId, channel: 'sms' })).data);
    expect(challenge).toEqual({ id: uuid, type: 'phone', expires_at: expect.any(Number) });
    const code = await texted(phone);
    for (const other of [otherCode(code), 'abcdef']) {
      const wrong = await connected.auth.mfa.verify({
        factorId,
        challengeId: challenge.id,
        code: other,
      });
      expect(wrong.error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid MFA Phone code entered',
      });
    }
    const right = await connected.auth.mfa.verify({ factorId, challengeId: challenge.id, code });
    expect(claimsOf(need(right.data).access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
    expect(need(right.data).user.factors).toMatchObject([
      { factor_type: 'phone', phone: '32470112203', status: 'verified' },
    ]);
    const again = await connected.auth.mfa.verify({ factorId, challengeId: challenge.id, code });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  });

  test('the next sign-in is aal1 with nextLevel aal2, and a code raises it', async () => {
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
    expect(error?.message).toMatch(/only request this after \d+ seconds/);
    const texts = await textsTo(slow, phone);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.text.match(/\d{6}/g)).toHaveLength(1);
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

  test('errors of verify', async () => {
    const connected = await member(server);
    const { id, secret } = await enroll(connected);
    const bearer = connected.session.access_token;
    const challenge = async () => (await post(`/${id}/challenge`, bearer)).body.id as string;
    const verify = (body: object) => post(`/${id}/verify`, bearer, body);
    const unknown = await verify({ challenge_id: crypto.randomUUID(), code: codeNow(secret) });
    expect(statusAndCode(unknown)).toEqual([422, 'mfa_factor_not_found']);
    const wrong = await verify({
      challenge_id: await challenge(),
      code: otherCode(codeNow(secret)),
    });
    expect(statusAndCode(wrong)).toEqual([422, 'mfa_verification_failed']);
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

  test('an expired challenge: 422 mfa_challenge_expired; a used one: 422 mfa_ip_address_mismatch', async () => {
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
    expect(statusAndCode(old)).toEqual([400, 'refresh_token_not_found']);
  });
});
