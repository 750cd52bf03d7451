import { describe, expect, onTestFinished, test } from 'vitest';
import { call, getUser, goodPassword, refresh, statusAndCode } from '../support/auth-client.ts';
import { installTool } from '../support/npm-folder.ts';
import { claimsOf, connect, holdClock, lastMail, member, need } from './support/client.ts';
import { openMfaSite, tokenOf, uuid } from './support/mfa-site.ts';

const { server, freshCode, protectedMember, withPassword } = await openMfaSite();
const path = '/auth/v1/factors/recovery-codes';

/** The client with its recovery codes turned on, in the session of a member who used an app. */
async function codesMember() {
  const owner = await protectedMember();
  const { auth, events } = await connect(server, 'implicit', { recoveryCodes: true });
  const { data } = await owner.auth.getSession();
  await auth.setSession(need(data.session));
  return { ...owner, auth, events };
}
/** The same account in another browser, by its password. */
async function elsewhere(email: string) {
  const { auth } = await withPassword(email);
  const { data } = await auth.getSession();
  const other = await connect(server, 'implicit', { recoveryCodes: true });
  await other.auth.setSession(need(data.session));
  return other;
}

describe('docs/wire.md#6 recovery codes', () => {
  test('are made once, counted, and told by mail', async () => {
    const { auth, email } = await codesMember();
    expect((await auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    const { data, error } = await auth.mfa.recoveryCodes.generate();
    expect(error).toBeNull();
    const { id, codes, ...made } = need(data);
    expect(made).toEqual({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{16}$/);
    expect((await lastMail(server, email)).subject).toBe('Je hebt nieuwe herstelcodes');
    const status = { id, type: 'recovery_code', total: 10, remaining: 10 };
    expect((await auth.mfa.recoveryCodes.getStatus()).data).toEqual(status);
    expect((await auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
      message: 'Recovery codes exist already, regenerate replaces them',
    });
    // The site's own page sees the same ones.
    const own = await call(server, 'GET', '/api/account/recovery-codes', {
      bearer: await tokenOf({ auth }),
    });
    expect(own.body).toEqual({ left: 10 });
  });

  test('are not among the factors, of which clients before 2.111 fail over a type that they do not know', async () => {
    const { auth, email, factor } = await codesMember();
    await auth.mfa.recoveryCodes.generate();
    const listed = need((await auth.mfa.listFactors()).data);
    expect(listed.all).toMatchObject([{ id: factor.id, factor_type: 'totp' }]);
    const { createClient } = await installTool('peers').load('supabase-js-2.39');
    const older = createClient(server.url, server.config.publishableKey);
    await older.auth.signInWithPassword({ email, password: goodPassword });
    const { data, error } = await older.auth.mfa.listFactors();
    expect(error).toBeNull();
    expect(data?.all).toMatchObject([{ id: factor.id, factor_type: 'totp' }]);
  });

  test('without another factor are not made: 422 mfa_recovery_codes_sole_factor', async () => {
    const { email } = await member(server);
    const alone = await elsewhere(email);
    expect((await alone.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    });
  });

  test('have a name of their own, which no other factor has', async () => {
    const { auth } = await codesMember();
    const named = (friendlyName: string) => auth.mfa.recoveryCodes.generate({ friendlyName });
    expect((await named('app')).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    });
    expect((await named('Backup codes')).data?.friendly_name).toBe('Backup codes');
    const factor = { factorType: 'totp', friendlyName: 'Backup codes' } as const;
    expect((await auth.mfa.enroll(factor)).error?.code).toBe('mfa_factor_name_conflict');
    expect((await auth.mfa.recoveryCodes.regenerate()).data?.friendly_name).toBe('Backup codes');
  });

  test('raise a session once each, however they are written; the other sessions at aal1 end', async () => {
    const { auth: owner, email } = await codesMember();
    const { id, codes } = need((await owner.mfa.recoveryCodes.generate()).data);
    const one = await elsewhere(email);
    const left = await withPassword(email);
    const before = need((await one.auth.getSession()).data.session);
    const typed = ` ${need(codes[0]).toUpperCase().match(/.{4}/g)?.join('-')} `;
    const { data, error } = await one.auth.mfa.recoveryCodes.verify({ code: typed });
    expect(error).toBeNull();
    expect(one.events).toContain('MFA_CHALLENGE_VERIFIED');
    const claims = claimsOf(need(data).access_token);
    expect(claims).toMatchObject({
      aal: 'aal2',
      session_id: claimsOf(before.access_token).session_id,
    });
    expect(claims.amr.map(({ method }) => method)).toEqual(['mfa/recovery_code', 'password']);
    expect((await refresh(server, before.refresh_token)).status).toBe(400);
    expect((await getUser(server, left.session.access_token)).status).toBe(403);
    expect((await lastMail(server, email)).subject).toBe('Er is een herstelcode gebruikt');
    expect((await one.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ id, remaining: 9 });
    // The app stays, and so does what the session may.
    expect(need((await one.auth.mfa.listFactors()).data).totp).toHaveLength(1);
    expect((await one.auth.updateUser({ password: 'Boterbloem+82dak' })).error).toBeNull();
    const again = await one.auth.mfa.recoveryCodes.verify({ code: need(codes[0]) });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  test('stay when the app is used again, at the next sign-in too', async () => {
    const { auth, email, factor } = await codesMember();
    const { id, codes } = need((await auth.mfa.recoveryCodes.generate()).data);
    const next = await elsewhere(email);
    const used = { factorId: factor.id, code: freshCode(factor.secret) };
    expect((await next.auth.mfa.challengeAndVerify(used)).error).toBeNull();
    expect((await next.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({
      id,
      remaining: 10,
    });
    const lost = await elsewhere(email);
    const verified = await lost.auth.mfa.recoveryCodes.verify({ code: need(codes[3]) });
    expect(verified.error).toBeNull();
  });

  test('all used up are still there, and are made anew', async () => {
    const { auth } = await codesMember();
    const { id, codes } = need((await auth.mfa.recoveryCodes.generate()).data);
    for (const code of codes)
      expect((await auth.mfa.recoveryCodes.verify({ code })).error).toBeNull();
    expect((await auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ id, remaining: 0 });
    const anew = need((await auth.mfa.recoveryCodes.regenerate()).data);
    expect(anew).toMatchObject({ id, type: 'recovery_code', total: 10 });
    expect(anew.codes.some((code) => codes.includes(code))).toBe(false);
    const [old] = codes;
    expect((await auth.mfa.recoveryCodes.verify({ code: need(old) })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });

  test('are removed with the level that they gave, and a mail says so', async () => {
    const { auth: owner, email, factor } = await codesMember();
    const { id, codes } = need((await owner.mfa.recoveryCodes.generate()).data);
    const one = await elsewhere(email);
    await one.auth.mfa.recoveryCodes.verify({ code: need(codes[0]) });
    expect((await owner.mfa.recoveryCodes.unenroll()).data).toEqual({ id });
    const { data } = await one.auth.refreshSession();
    expect(claimsOf(need(data.session).access_token).aal).toBe('aal1');
    expect((await owner.getUser()).data.user?.factors).toMatchObject([{ id: factor.id }]);
    expect((await lastMail(server, email)).subject).toBe('Je herstelcodes zijn verwijderd');
    for (const gone of [
      await owner.mfa.recoveryCodes.regenerate(),
      await owner.mfa.recoveryCodes.unenroll(),
    ])
      expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await owner.mfa.recoveryCodes.generate()).data?.id).toEqual(uuid);
  });

  test('go with the factor that they stand in for, and what they raised falls back', async () => {
    const { auth: owner, email, factor } = await codesMember();
    const { codes } = need((await owner.mfa.recoveryCodes.generate()).data);
    const one = await elsewhere(email);
    await one.auth.mfa.recoveryCodes.verify({ code: need(codes[0]) });
    await owner.mfa.unenroll({ factorId: factor.id });
    expect((await owner.getUser()).data.user?.factors).toBeUndefined();
    expect(claimsOf(need((await one.auth.refreshSession()).data.session).access_token).aal).toBe(
      'aal1',
    );
  });

  test('below aal2 they are counted and tried, and nothing else', async () => {
    const { auth: owner, email } = await codesMember();
    await owner.mfa.recoveryCodes.generate();
    const one = await elsewhere(email);
    expect((await one.auth.mfa.recoveryCodes.getStatus()).error).toBeNull();
    for (const refused of [
      await one.auth.mfa.recoveryCodes.generate(),
      await one.auth.mfa.recoveryCodes.regenerate(),
      await one.auth.mfa.recoveryCodes.unenroll(),
    ])
      expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  });

  test('are guessed no more than the codes of an app: 429 mfa_recovery_codes_locked', async () => {
    onTestFinished(holdClock(server));
    const { auth, email, factor } = await codesMember();
    await auth.mfa.recoveryCodes.generate();
    const one = await elsewhere(email);
    const guess = async () => (await one.auth.mfa.recoveryCodes.verify({ code: 'aaaa' })).error;
    for (let i = 0; i < 15; i += 1)
      expect(await guess()).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect(await guess()).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' });
    const { error } = await one.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: freshCode(factor.secret),
    });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  test('an empty code is none: 400; an account without codes has none that is right', async () => {
    const { auth } = await codesMember();
    const bearer = await tokenOf({ auth });
    for (const code of ['', ' - ', null]) {
      const tried = await call(server, 'POST', `${path}/verify`, { bearer, body: { code } });
      expect(statusAndCode(tried)).toEqual([400, 'validation_failed']);
    }
    const { error } = await auth.mfa.recoveryCodes.verify({ code: 'aaaa' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });
});
