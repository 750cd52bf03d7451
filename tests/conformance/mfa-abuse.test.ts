import { describe, expect, test } from 'vitest';
import { call, getUser, otherPassword, refresh, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { claimsOf, connect, hashOf, lastLink, member, need, otherCode } from './support/client.ts';
import { enroll, openMfaSite, tokenOf } from './support/mfa-site.ts';

const { server, codeNow, freshCode, protectedMember, withPassword, post } = await openMfaSite();

describe('MF second factors', () => {
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

  test('MF-2 a step counts once: rejected in a new challenge, one success of ten at once', async () => {
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
    const responses = await Promise.all(
      sessions.map((own, index) =>
        post(`/${factor.id}/verify`, own.session.access_token, {
          challenge_id: challenges[index],
          code: next,
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const ended = responses
      .filter(({ status }) => status !== 200)
      .map(({ body }) => body.error_code);
    for (const results of ended) {
      expect(['mfa_verification_failed', 'session_not_found', 'over_request_rate_limit']).toContain(
        results,
      );
    }
  });

  test('MF-2 one challenge, ten at once: one success', async () => {
    const { auth, factor } = await protectedMember();
    const { id } = need((await auth.mfa.challenge({ factorId: factor.id })).data);
    const [code, bearer] = [freshCode(factor.secret), await tokenOf({ auth })];
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(`/${factor.id}/verify`, bearer, { challenge_id: id, code }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = responses.filter(({ status }) => status !== 200);
    expect(late.map(statusAndCode)).toEqual(Array(9).fill([422, 'mfa_ip_address_mismatch']));
  });

  test('MF-3 forty wrong codes at once: at most twenty evaluated', async () => {
    const { email, factor } = await protectedMember();
    const own = await withPassword(email);
    const bearer = own.session.access_token;
    const challenges = await Promise.all(
      Array.from({ length: 40 }, () => post(`/${factor.id}/challenge`, bearer)),
    );
    const responses = await Promise.all(
      challenges.map(({ body }) =>
        post(`/${factor.id}/verify`, bearer, {
          challenge_id: body.id ?? crypto.randomUUID(),
          code: otherCode(codeNow(factor.secret)),
        }),
      ),
    );
    expect(
      responses.filter(({ body }) => body.error_code === 'mfa_verification_failed').length,
    ).toBeLessThanOrEqual(20);
  });

  test('MF-5 an unverified factor neither raises the level nor is asked for', async () => {
    const connected = await member(server);
    await enroll(connected);
    expect((await connected.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    expect((await connected.auth.updateUser({ password: otherPassword })).error).toBeNull();
  });

  test('MF-7 an admin with a factor needs it for the work of an admin', async () => {
    const { auth, email, factor, session } = await protectedMember();
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
    const code = freshCode(factor.secret);
    await low.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(await stats(await tokenOf(low))).toBe(200);
    // The token from before the second factor does not rise with its session.
    expect(await stats(low.session.access_token)).toBe(403);
  });

  test('MF-8 recovery, magic link and refresh give aal1, and the factor is still asked for', async () => {
    const { email } = await protectedMember();
    for (const type of ['recovery', 'magiclink'] as const) {
      const own = await connect(server);
      if (type === 'recovery') await own.auth.resetPasswordForEmail(email);
      else await own.auth.signInWithOtp({ email });
      const { data } = await own.auth.verifyOtp({
        type,
        token_hash: hashOf(await lastLink(server, email)),
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
    expect(mails[0]?.subject).toBe('Tweestapsverificatie staat aan');
  });
});
