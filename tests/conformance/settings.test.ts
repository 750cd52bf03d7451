import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  refresh,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from './support/browser.ts';
import {
  advance,
  claimsOf,
  connect,
  hashOf,
  holdClock,
  lastLink,
  lastMail,
  linkOf,
  member,
  need,
} from './support/client.ts';
import { totp } from './support/totp.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (env: Readonly<Record<string, string>> = {}) => {
  server = await startTestServer({ env });
  return server;
};

describe('docs/wire.md#3, docs/wire.md#15 settings', () => {
  test('AUTH_ACCESS_TOKEN_TTL is the life of a token and what the session says of it', async () => {
    const own = await start({ AUTH_ACCESS_TOKEN_TTL: '120' });
    const { body } = await signUp(own, newEmail());
    const { exp, iat } = claimsOf(body.access_token);
    expect([exp - iat, body.expires_in, body.expires_at]).toEqual([120, 120, exp]);
    advance(own, 121_000);
    expect((await getUser(own, body.access_token)).status).toBe(403);
  });

  test('AUTH_REFRESH_REUSE_INTERVAL=0: only the parent may come again', async () => {
    const own = await start({ AUTH_REFRESH_REUSE_INTERVAL: '0' });
    const first = (await signUp(own, newEmail())).body.refresh_token;
    const second = (await refresh(own, first)).body.refresh_token;
    expect((await refresh(own, first)).body.refresh_token).toBe(second);
    await refresh(own, second);
    advance(own, 10);
    expect((await refresh(own, first)).body.error_code).toBe('refresh_token_already_used');
  });

  test('AUTH_OTP_TTL_SECONDS sets codes and links alike', async () => {
    const own = await start({ AUTH_OTP_TTL_SECONDS: '30', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' });
    const { email } = await member(own);
    const verify = (body: object) => call(own, 'POST', '/auth/v1/verify', { body });
    await call(own, 'POST', '/auth/v1/otp', { body: { email } });
    const mail = await lastMail(own, email);
    advance(own, 31_000);
    const late = [
      await verify({ type: 'email', email, token: mail.code }),
      await verify({ type: 'email', token_hash: hashOf(mail) }),
    ];
    expect(late.map(statusAndCode)).toEqual(Array(2).fill([403, 'otp_expired']));
  });

  test('AUTH_LOCKOUT_SECONDS counts from the last failure', async () => {
    const own = await start({ AUTH_LOCKOUT_SECONDS: '60' });
    onTestFinished(holdClock(own));
    const { email } = await member(own);
    for (let i = 0; i < 5; i += 1) await signIn(own, email, 'wrong');
    expect((await signIn(own, email)).headers.get('retry-after')).toBe('60');
    advance(own, 61_000);
    expect((await signIn(own, email)).status).toBe(200);
  });

  test('AUTH_MFA_CHALLENGE_TTL_SECONDS', async () => {
    const own = await start({ AUTH_MFA_CHALLENGE_TTL_SECONDS: '30' });
    const { auth } = await member(own);
    const factor = need((await auth.mfa.enroll({ factorType: 'totp' })).data);
    const challenge = need((await auth.mfa.challenge({ factorId: factor.id })).data);
    advance(own, 31_000);
    const code = totp(factor.totp.secret, own.ports.clock.now());
    const { error } = await auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.id,
      code,
    });
    expect(error?.code).toBe('mfa_challenge_expired');
  });

  test('AUTH_FLOW_STATE_TTL_SECONDS is the life of a code of PKCE', async () => {
    const own = await start({ AUTH_FLOW_STATE_TTL_SECONDS: '30' });
    const { email } = await member(own);
    const { auth } = await connect(own, 'pkce');
    await auth.signInWithOtp({ email });
    const { headers } = await openBrowser().step(linkOf(own, await lastLink(own, email)));
    const code = need(new URL(headers.get('location') ?? '').searchParams.get('code'));
    advance(own, 31_000);
    expect((await auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired');
  });

  test('AUTH_EMAIL_MIN_INTERVAL_SECONDS: any length, and each kind of mail for itself', async () => {
    const own = await start({ AUTH_EMAIL_MIN_INTERVAL_SECONDS: '5' });
    onTestFinished(holdClock(own));
    const { email } = await member(own);
    const ask = async (path: string) =>
      (await call(own, 'POST', `/auth/v1${path}`, { body: { email } })).status;
    expect([await ask('/otp'), await ask('/recover'), await ask('/otp')]).toEqual([200, 200, 429]);
    advance(own, 5100);
    expect(await ask('/otp')).toBe(200);
  });

  test('AUTH_SMS_MIN_INTERVAL_SECONDS: any length, and each kind of message for itself', async () => {
    const own = await start({ AUTH_SMS_MIN_INTERVAL_SECONDS: '5' });
    onTestFinished(holdClock(own));
    const { auth } = await connect(own);
    const phone = '32470222111';
    await auth.signUp({ phone, password: goodPassword });
    const ask = async () => (await auth.signInWithOtp({ phone })).error?.status ?? 200;
    expect([await ask(), (await auth.reauthenticate()).error, await ask()]).toEqual([
      200,
      null,
      429,
    ]);
    advance(own, 5100);
    expect(await ask()).toBe(200);
  });

  test('AUTH_IP_RATE_LIMITS=off leaves the lock of accounts on', async () => {
    const own = await start({ AUTH_IP_RATE_LIMITS: 'off' });
    const { email } = await member(own);
    await Promise.all(Array.from({ length: 35 }, () => signIn(own, newEmail(), 'wrong')));
    for (let i = 0; i < 5; i += 1) await signIn(own, email, 'wrong');
    expect((await signIn(own, email)).status).toBe(429);
  });

  test('AUTH_REDIRECT_ALLOW_LIST: exact origin and path prefix', async () => {
    const own = await start({ AUTH_REDIRECT_ALLOW_LIST: 'myapp://open,https://app.example.com/a' });
    for (const [target, isAllowed] of [
      ['myapp://open/x', true],
      ['https://app.example.com/a/b', true],
      ['https://app.example.com/ab', false],
      ['myapp://other', false],
    ] as const) {
      const { email } = await member(own);
      await call(own, 'POST', `/auth/v1/otp?redirect_to=${encodeURIComponent(target)}`, {
        body: { email },
      });
      const asked = (await lastMail(own, email)).link?.searchParams.get('redirect_to');
      expect([target, asked === target]).toEqual([target, isAllowed]);
    }
  });

  test('SE-15 AUTH_SESSION_INACTIVITY_SECONDS: a session unused for that long cannot be refreshed', async () => {
    const own = await start({ AUTH_SESSION_INACTIVITY_SECONDS: '60' });
    onTestFinished(holdClock(own));
    const used = await member(own);
    const resting = await member(own);
    for (let i = 0; i < 3; i += 1) {
      advance(own, 40_000);
      expect((await used.auth.refreshSession()).error).toBeNull();
    }
    const rejected = await refresh(own, resting.session.refresh_token);
    expect(statusAndCode(rejected)).toEqual([400, 'session_expired']);
    const gone = await getUser(own, resting.session.access_token);
    expect(statusAndCode(gone)).toEqual([403, 'session_not_found']);
  });

  test('SE-15 AUTH_SESSION_LIFETIME_SECONDS: no use makes a session outlive it', async () => {
    const own = await start({ AUTH_SESSION_LIFETIME_SECONDS: '60' });
    onTestFinished(holdClock(own));
    const { auth, session } = await member(own);
    advance(own, 40_000);
    const { data } = await auth.refreshSession();
    advance(own, 20_000);
    const rejected = await refresh(own, need(data.session).refresh_token);
    expect(statusAndCode(rejected)).toEqual([400, 'session_expired']);
    expect((await refresh(own, session.refresh_token)).status).toBe(400);
    expect((await getUser(own, session.access_token)).status).toBe(403);
  });

  test('without them a session lasts', async () => {
    const own = await start();
    onTestFinished(holdClock(own));
    const { auth } = await member(own);
    advance(own, 365 * 86_400_000);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  test('AUTH_SIGNUP=off: no new users by any method, and unknown addresses get the same response as ever', async () => {
    const own = await start({
      AUTH_SIGNUP: 'off',
      AUTH_ANONYMOUS: 'on',
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
    });
    const { auth } = await connect(own);
    const email = newEmail();
    const password = goodPassword;
    const tries = [
      await auth.signUp({ email, password }),
      await auth.signUp({ phone: '32470999001', password }),
      await auth.signInAnonymously(),
    ];
    for (const { error } of tries)
      expect([error?.status, error?.code]).toEqual([422, 'signup_disabled']);
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    expect((await auth.signInWithOtp({ phone: '32470999001' })).error).toBeNull();
    expect(await own.outbox(email)).toEqual([]);
    expect(await own.ports.users.list(10)).toEqual([]);
    expect((await call(own, 'GET', '/auth/v1/settings')).body.disable_signup).toBe(true);
  });

  test('AUTH_EMAIL=off and AUTH_PHONE=off: neither sign-up nor sign-in that way', async () => {
    const own = await start({ AUTH_EMAIL: 'off', AUTH_PHONE: 'off', AUTH_ANONYMOUS: 'on' });
    const { auth } = await connect(own);
    const password = goodPassword;
    const [email, phone] = [newEmail(), '32470999002'];
    const results = [
      await auth.signUp({ email, password }),
      await auth.signInWithPassword({ email, password }),
      await auth.signInWithOtp({ email }),
      await auth.signUp({ phone, password }),
      await auth.signInWithPassword({ phone, password }),
      await auth.signInWithOtp({ phone }),
    ].map(({ error }) => [error?.status, error?.code]);
    expect(results).toEqual([
      [400, 'email_provider_disabled'],
      [422, 'email_provider_disabled'],
      [422, 'email_provider_disabled'],
      [400, 'phone_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [400, 'phone_provider_disabled'],
    ]);
    await auth.signInAnonymously();
    expect((await auth.updateUser({ phone })).error?.code).toBe('phone_provider_disabled');
    const { external } = (await call(own, 'GET', '/auth/v1/settings')).body;
    expect(external).toMatchObject({ email: false, phone: false });
  });

  test('AUTH_LINKING=off: 404 manual_linking_disabled', async () => {
    const own = await start({ AUTH_LINKING: 'off' });
    const { auth, session } = await member(own);
    const linked = await auth.linkIdentity({ provider: 'google' });
    expect([linked.error?.status, linked.error?.code]).toEqual([404, 'manual_linking_disabled']);
    const [identity] = session.user.identities ?? [];
    const unlinked = await auth.unlinkIdentity(need(identity));
    expect(unlinked.error?.code).toBe('manual_linking_disabled');
    const byToken = await call(own, 'POST', '/auth/v1/token?grant_type=id_token', {
      bearer: session.access_token,
      body: { provider: 'google', id_token: 'x.y.z', link_identity: true },
    });
    expect(byToken.body.error_code).toBe('manual_linking_disabled');
  });

  test('AUTH_MFA_TOTP=off and AUTH_MFA_PHONE=off: no new factor, and one that is there works on', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
    const before = await startTestServer({ dataDirectory });
    const { auth, email } = await member(before);
    const factor = need((await auth.mfa.enroll({ factorType: 'totp' })).data);
    const now = before.ports.clock.now();
    const codeAt = (steps: number) => totp(factor.totp.secret, now + steps * 30_000);
    const verify = (client: typeof auth, steps: number) =>
      client.mfa.challengeAndVerify({ factorId: factor.id, code: codeAt(steps) });
    expect((await verify(auth, 0)).error).toBeNull();
    await before.stop({ keep: true });

    server = await startTestServer({
      dataDirectory,
      env: { AUTH_MFA_TOTP: 'off', AUTH_MFA_PHONE: 'off' },
    });
    const own = await connect(server);
    await own.auth.signInWithPassword({ email, password: goodPassword });
    expect((await verify(own.auth, 1)).error).toBeNull();
    const phone = '32470999003';
    const results = [
      await own.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'new' }),
      await own.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'new' }),
    ].map(({ error }) => [error?.status, error?.code]);
    expect(results).toEqual([
      [422, 'mfa_totp_enroll_not_enabled'],
      [422, 'mfa_phone_enroll_not_enabled'],
    ]);
  });

  test('PUBLISHABLE_KEY is what clients send, and gives no access by itself', async () => {
    const own = await start({ PUBLISHABLE_KEY: 'sb_publishable_mine' });
    const { auth } = await connect(own);
    expect((await auth.getUser('sb_publishable_mine')).error?.status).toBe(401);
  });
});
