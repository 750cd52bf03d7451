import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import { sharedServer } from '../support/shared-server.ts';
import { claimsOf, connect, member } from './support/client.ts';

const server = await sharedServer({ hashing: 'real' });
const confirming = await sharedServer({ env: { AUTH_AUTOCONFIRM: 'false' } });

const token = (grant: string, body: object) =>
  call(server, 'POST', `/auth/v1/token?grant_type=${grant}`, { body });

describe('docs/wire.md#4.2 password', () => {
  test('200 with a session, amr password, and SIGNED_IN in the client', async () => {
    const { email, session } = await member(server);
    const { auth, events } = await connect(server);
    const { data } = await auth.signInWithPassword({ email, password: goodPassword });
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(claimsOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'password' }]);
    expect(data.user?.last_sign_in_at).toBeDefined();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('an unknown user, a wrong password and an account without one get the same response', async () => {
    const { email } = await member(server);
    const passwordless = newEmail();
    await call(server, 'POST', '/auth/v1/otp', { body: { email: passwordless } });
    const responses = await Promise.all([
      signIn(server, newEmail(), 'wrong'),
      signIn(server, email, 'wrong'),
      signIn(server, passwordless, 'wrong'),
      signIn(server, email, ''),
    ]);
    const [first] = responses;
    expect(first?.status).toBe(400);
    expect(first?.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    for (const { status, text } of responses) expect([status, text]).toEqual([400, first?.text]);
  });

  test.each([
    [{ password: 'x' }],
    [{ email: 'a@example.com', phone: '32470000000', password: 'x' }],
  ])('none or both addresses: 400 validation_failed', async (body) => {
    const response = await token('password', body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });

  test('an unconfirmed address is revealed only with the right password', async () => {
    const email = newEmail();
    await signUp(confirming, email);
    expect((await signIn(confirming, email, 'wrong')).body.error_code).toBe('invalid_credentials');
    const right = await signIn(confirming, email);
    expect([right.status, right.body.error_code, right.body.msg]).toEqual([
      400,
      'email_not_confirmed',
      'Email not confirmed',
    ]);
  });

  test('a banned user: 400 user_banned, with the right password only', async () => {
    const { email, session } = await member(server);
    await server.ports.users.change(session.user.id, (user) => ({
      ...user,
      bannedUntil: Date.now() + 3_600_000,
    }));
    expect((await signIn(server, email, 'wrong')).body.error_code).toBe('invalid_credentials');
    const right = await signIn(server, email);
    expect(statusAndCode(right)).toEqual([400, 'user_banned']);
  });

  test('a hash of older parameters is renewed at the next sign-in', async () => {
    const { email, session } = await member(server);
    const old = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await server.ports.users.change(session.user.id, (user) => ({ ...user, passwordHash: old }));
    expect((await signIn(server, email)).status).toBe(200);
    const user = await server.ports.users.byId(session.user.id);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(server, email)).status).toBe(200);
  });

  test('a locked account: 429 over_request_rate_limit with Retry-After, unknown addresses alike', async () => {
    const { email } = await member(server);
    const lock = async (address: string) => {
      for (let i = 0; i < 5; i += 1) await signIn(server, address, 'wrong');
      return signIn(server, address);
    };
    const [known, unknown] = [await lock(email), await lock(newEmail())];
    for (const response of [known, unknown]) {
      expect(response.status).toBe(429);
      expect(response.body.error_code).toBe('over_request_rate_limit');
      expect(response.body.reason).toBe('account_locked');
      expect(response.body.msg).toBe(
        'Account temporarily locked due to multiple failed attempts. Please try again later.',
      );
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(840);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    const { auth } = await connect(server);
    const { error } = await auth.signInWithPassword({ email, password: goodPassword });
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 429,
      code: 'over_request_rate_limit',
    });
  });
});

test('docs/wire.md#4.2 refresh_token: a new session for the same user', async () => {
  const { auth, session, events } = await member(server);
  const { data, error } = await auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(data.user?.id).toBe(session.user.id);
  expect(events).toContain('TOKEN_REFRESHED');
});

describe('docs/wire.md#4.2 pkce', () => {
  test.each([
    [{}],
    [{ auth_code: crypto.randomUUID() }],
    [{ code_verifier: 'x'.repeat(43) }],
    [{ auth_code: '', code_verifier: '' }],
  ])('empty: 400 validation_failed', async (body) => {
    const response = await token('pkce', body);
    expect(statusAndCode(response)).toEqual([400, 'validation_failed']);
  });

  test('an unknown code: 404 flow_state_not_found', async () => {
    const response = await token('pkce', {
      auth_code: crypto.randomUUID(),
      code_verifier: 'x'.repeat(64),
    });
    expect(statusAndCode(response)).toEqual([404, 'flow_state_not_found']);
  });
});

test('docs/wire.md#4.2 web3: 422 web3_provider_disabled', async () => {
  const response = await token('web3', { chain: 'solana', message: 'x', signature: 'y' });
  expect(statusAndCode(response)).toEqual([422, 'web3_provider_disabled']);
  expect(response.body.msg).toBe('Web3 provider is disabled');
});

test.each(['', 'authorization_code', 'constructor'])(
  'docs/wire.md#4.2 the grant %j: 400 unsupported_grant_type',
  async (grant) => {
    const response = await token(grant, {});
    expect(statusAndCode(response)).toEqual([400, 'invalid_credentials']);
    expect(response.body.msg).toBe('unsupported_grant_type');
  },
);
