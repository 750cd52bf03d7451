import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { call, getUser, newEmail, refresh, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from './support/browser.ts';
import {
  advance,
  claimsOf,
  connect,
  hashOf,
  holdClock,
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

describe('§3, §15 settings', () => {
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
    expect(late.map(({ status }) => status)).toEqual([403, 403]);
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
    const { headers } = await openBrowser().step(linkOf(own, await lastMail(own, email)));
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

  test('PUBLISHABLE_KEY is what clients send, and opens nothing by itself', async () => {
    const own = await start({ PUBLISHABLE_KEY: 'sb_publishable_mine' });
    const { auth } = await connect(own);
    expect((await auth.getUser('sb_publishable_mine')).error?.status).toBe(401);
  });
});
