import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  statusAndCode,
} from '../support/auth-client.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { openBrowser } from './support/browser.ts';
import {
  advance,
  claimsOf,
  connect,
  lastCode,
  lastMail,
  linkOf,
  member,
  need,
} from './support/client.ts';

const env = { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
const server = await sharedServer({ env });
const confirming = await sharedServer({ env: { ...env, AUTH_AUTOCONFIRM: 'false' } });

const pair = () => {
  const verifier = randomBytes(56).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, code_challenge: challenge, code_challenge_method: 'S256' };
};
const follow = async (on: TestServer, email: string) => {
  const mail = await lastMail(on, email);
  const { status, headers } = await openBrowser().step(linkOf(on, mail));
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '');
};
const codeFor = async (email: string) => {
  const { verifier, ...challenge } = pair();
  await call(server, 'POST', '/auth/v1/otp', { body: { email, ...challenge } });
  const code = (await follow(server, email)).searchParams.get('code') ?? '';
  return { code, verifier };
};
const exchange = (auth_code: string, code_verifier: string) =>
  call(server, 'POST', '/auth/v1/token?grant_type=pkce', { body: { auth_code, code_verifier } });

describe('docs/wire.md#7 the client with flowType pkce', () => {
  test.each([
    ['magiclink', 'signInWithOtp'],
    ['recovery', 'resetPasswordForEmail'],
    ['email/signup', 'signUp'],
    ['email_change', 'updateUser'],
  ] as const)('a link of %s gives a code and a session whose amr names it', async (method, ask) => {
    const on = method === 'email/signup' ? confirming : server;
    const { auth, events, stored } = await connect(on, 'pkce');
    let email = newEmail();
    const password = 'Kraanvogel-7!zee';
    if (ask === 'signUp') await auth.signUp({ email, password });
    else {
      await member(on, email);
      if (ask === 'signInWithOtp') await auth.signInWithOtp({ email });
      if (ask === 'resetPasswordForEmail') await auth.resetPasswordForEmail(email);
      if (ask === 'updateUser') {
        await auth.signInWithPassword({ email, password });
        const old = email;
        email = newEmail();
        await auth.updateUser({ email });
        const half = await follow(on, old);
        expect(half.searchParams.get('message')).toMatch(/^Confirmation link accepted/);
      }
    }
    expect([...stored.keys()].some((key) => key.endsWith('-code-verifier'))).toBe(true);
    const location = await follow(on, email);
    expect(location.hash).toBe('');
    const code = location.searchParams.get('code') ?? '';
    expect(code).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const { data, error } = await auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(claimsOf(data.session?.access_token ?? '').amr[0]?.method).toBe(method);
    expect(events.includes('PASSWORD_RECOVERY')).toBe(method === 'recovery');
  });

  test.each(['signup', 'email_change'] as const)(
    'the link of a resent mail (%s) gives a code too',
    async (type) => {
      const { auth } = await connect(confirming, 'pkce');
      const password = goodPassword;
      const [email, target] = [newEmail(), newEmail()];
      await auth.signUp({ email, password });
      if (type === 'signup') expect((await auth.resend({ type, email })).error).toBeNull();
      const code = await lastCode(confirming, email);
      if (type === 'email_change') {
        await auth.verifyOtp({ type: 'email', email, token: code });
        await auth.updateUser({ email: target });
        expect((await auth.resend({ type, email })).error).toBeNull();
        await follow(confirming, email);
      }
      const at = type === 'signup' ? email : target;
      const sent = await confirming.outbox(at);
      const link = linkOf(confirming, need(sent.at(-1)));
      expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
      const location = await follow(confirming, at);
      expect(location.href).not.toMatch(/access_token|refresh_token/);
      const { data, error } = await auth.exchangeCodeForSession(
        location.searchParams.get('code') ?? '',
      );
      expect(error).toBeNull();
      expect(data.user?.email).toBe(at);
    },
  );

  test('without a stored verifier it fails by itself; the typed code works on any device', async () => {
    const { email } = await member(server);
    await (await connect(server, 'pkce')).auth.signInWithOtp({ email });
    const mail = await lastMail(server, email);
    const elsewhere = await connect(server, 'pkce');
    const failed = await elsewhere.auth.exchangeCodeForSession(crypto.randomUUID());
    expect(failed.error?.code).toBe('pkce_code_verifier_not_found');
    const typed = await elsewhere.auth.verifyOtp({ type: 'email', email, token: mail.code ?? '' });
    expect(typed.data.user?.email).toBe(email);
  });
});

describe('docs/wire.md#7 rules of the server', () => {
  test('the link of a PKCE request starts with pkce_ and never returns a token', async () => {
    const { email } = await member(server);
    const { verifier: _, ...challenge } = pair();
    await call(server, 'POST', '/auth/v1/recover', { body: { email, ...challenge } });
    const mail = await lastMail(server, email);
    expect(mail.link?.searchParams.get('token')).toMatch(/^pkce_/);
    const posted = await call(server, 'POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: mail.link?.searchParams.get('token') },
    });
    expect([posted.status, posted.body.error_code]).toEqual([403, 'otp_expired']);
    const location = await follow(server, email);
    expect(location.href).not.toMatch(/access_token|refresh_token/);
    const again = await follow(server, email);
    expect(again.searchParams.get('error_code')).toBe('otp_expired');
    expect(new URLSearchParams(again.hash.slice(1)).get('error_code')).toBe('otp_expired');
  });

  test.each([
    ['42 characters', { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
    ['129 characters', { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' }],
    ['other characters', { code_challenge: `${'x'.repeat(43)}+`, code_challenge_method: 's256' }],
    ['a challenge alone', { code_challenge: 'x'.repeat(43) }],
    ['a method alone', { code_challenge_method: 's256' }],
    ['an unknown method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'sha1' }],
  ])('%s: 400 validation_failed', async (_name, challenge) => {
    for (const path of ['/signup', '/otp', '/recover', '/resend']) {
      const response = await call(server, 'POST', `/auth/v1${path}`, {
        body: { type: 'signup', email: newEmail(), password: 'Kraanvogel-7!zee', ...challenge },
      });
      expect([path, response.status, response.body.error_code]).toEqual([
        path,
        400,
        'validation_failed',
      ]);
    }
    const { session } = await member(server);
    const changed = await call(server, 'PUT', '/auth/v1/user', {
      bearer: session.access_token,
      body: { email: newEmail(), ...challenge },
    });
    expect(statusAndCode(changed)).toEqual([400, 'validation_failed']);
  });

  test('plain is rejected, s256 is read in any case', async () => {
    const { code_challenge } = pair();
    const ask = (code_challenge_method: string) =>
      call(server, 'POST', '/auth/v1/recover', {
        body: { email: newEmail(), code_challenge, code_challenge_method },
      });
    expect((await ask('plain')).body.error_code).toBe('validation_failed');
    for (const method of ['s256', 'S256']) expect((await ask(method)).status).toBe(200);
  });

  test('of two links the newer one counts, with its own verifier', async () => {
    const { email } = await member(server);
    const [first, second] = [pair(), pair()];
    for (const { verifier: _, ...challenge } of [first, second])
      await call(server, 'POST', '/auth/v1/otp', { body: { email, ...challenge } });
    const mails = await server.outbox(email);
    const { headers } = await openBrowser().step(linkOf(server, need(mails.at(-2))));
    expect(headers.get('location')).toContain('error_code=otp_expired');
    const code = need((await follow(server, email)).searchParams.get('code'));
    expect((await exchange(code, second.verifier)).status).toBe(200);
  });

  test('a code works once; twenty at once give one session', async () => {
    const { email } = await member(server);
    const { code, verifier } = await codeFor(email);
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(19);
  });

  test('a wrong verifier: 400 bad_code_verifier, and the code is gone', async () => {
    const { email } = await member(server);
    const { code, verifier } = await codeFor(email);
    const wrong = await exchange(code, 'x'.repeat(112));
    expect(statusAndCode(wrong)).toEqual([400, 'bad_code_verifier']);
    const late = await exchange(code, verifier);
    expect(statusAndCode(late)).toEqual([404, 'flow_state_not_found']);
  });

  test('a code from before a new password opens no session', async () => {
    const { email, auth } = await member(server);
    const { code, verifier } = await codeFor(email);
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found');
  });

  test('a code lives 300 seconds from the click, however old the link: 422 flow_state_expired', async () => {
    const { email } = await member(server);
    const { verifier, ...challenge } = pair();
    await call(server, 'POST', '/auth/v1/otp', { body: { email, ...challenge } });
    advance(server, 1_800_000);
    const code = (await follow(server, email)).searchParams.get('code') ?? '';
    expect((await exchange(code, verifier)).status).toBe(200);
    const second = await codeFor(email);
    advance(server, 301_000);
    const late = await exchange(second.code, second.verifier);
    expect(statusAndCode(late)).toEqual([422, 'flow_state_expired']);
  });
});
