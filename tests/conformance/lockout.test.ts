import { emailOf } from '@coachsite/core/testing';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import {
  advance,
  connect,
  hashOf,
  holdClock,
  lastMail,
  member,
  need,
  otherCode,
} from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

const minute = 60_000;
const guess = (email: string, times: number, on = server) =>
  Promise.all(Array.from({ length: times }, () => signIn(on, email, 'wrong')));
const lock = async (email: string, on = server) => {
  for (let i = 0; i < 5; i += 1) await signIn(on, email, 'wrong');
};

test('LK-1 five failures lock, the right password included; four and a success start over', async () => {
  const { email } = await member(server);
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
  const other = await member(server);
  for (let round = 0; round < 2; round += 1) {
    await guess(other.email, 4);
    expect((await signIn(server, other.email)).status).toBe(200);
  }
});

test('LK-2 the lock ends fifteen minutes after the last failure, whatever is tried meanwhile, and the count is 0', async () => {
  onTestFinished(holdClock(server));
  const { email } = await member(server);
  await lock(email);
  for (let i = 0; i < 14; i += 1) {
    advance(server, minute);
    expect((await signIn(server, email, 'wrong')).status).toBe(429);
  }
  advance(server, 59_000);
  expect((await signIn(server, email)).status).toBe(429);
  advance(server, 2000);
  for (let i = 0; i < 4; i += 1) expect((await signIn(server, email, 'wrong')).status).toBe(400);
  expect((await signIn(server, email)).status).toBe(200);
});

test('LK-3 of forty guesses at once five are evaluated', async () => {
  const proxied = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  const email = newEmail();
  await signUp(proxied, email);
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      signIn(proxied, email, 'wrong', { 'x-forwarded-for': `198.51.100.${index + 1}` }),
    ),
  );
  const evaluated = responses.filter(({ status }) => status === 400);
  expect(evaluated).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  await proxied.stop();
});

test('LK-3 twenty right sign-ins at once all succeed', async () => {
  const { email } = await member(server);
  const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(server, email)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

describe('LK-4 one account, one key', () => {
  test('every spelling counts on the same key', async () => {
    const { email } = await member(server);
    const [name = '', host = ''] = email.split('@');
    const spellings = [
      email.toUpperCase(),
      ` ${email} `,
      `${name}@${host.toUpperCase()}`,
      `${name.toUpperCase()}@${host}`,
      `\t${email}`,
    ];
    for (const spelling of spellings)
      expect((await signIn(server, spelling, 'wrong')).status).toBe(400);
    expect((await signIn(server, email)).status).toBe(429);
  });

  test('letters that only fold to ASCII are rejected, and create no second account', async () => {
    for (const address of [
      '\u212Aaren@example.com',
      '\u0130da@example.com',
      'ａnn@example.com',
      'ann@ｅxample.com',
    ]) {
      expect((await signUp(server, address)).status).toBe(400);
      expect((await signIn(server, address)).status).toBe(400);
    }
  });
});

test('LK-4 e-mail address and phone of one account share the count and the lock', async () => {
  const { auth, email, session } = await member(server);
  const phone = '32470112233';
  await auth.updateUser({ phone });
  const byPhone = (password: string) =>
    call(server, 'POST', '/auth/v1/token?grant_type=password', { body: { phone, password } });
  await guess(email, 2);
  for (let i = 0; i < 2; i += 1) expect((await byPhone('wrong')).status).toBe(400);
  const closing = { bearer: session.access_token, body: { password: otherPassword } };
  const closed = await call(server, 'DELETE', '/api/account', closing);
  expect(closed.body.code).toBe('invalid_credentials');
  expect((await byPhone(goodPassword)).status).toBe(429);
  expect((await signIn(server, email)).status).toBe(429);
  await auth.resetPasswordForEmail(email);
  await auth.verifyOtp({ type: 'recovery', token_hash: hashOf(await lastMail(server, email)) });
  expect((await byPhone(goodPassword)).status).toBe(200);
});

test('LK-5 sessions of a locked account go on, and recovery works and clears the lock', async () => {
  const { auth, email, session } = await member(server);
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
  expect((await getUser(server, session.access_token)).status).toBe(200);
  expect((await auth.refreshSession()).error).toBeNull();
  const elsewhere = await connect(server);
  await elsewhere.auth.resetPasswordForEmail(email);
  const { data } = await elsewhere.auth.verifyOtp({
    type: 'recovery',
    token_hash: hashOf(await lastMail(server, email)),
  });
  expect(data.session).not.toBeNull();
  expect((await signIn(server, email)).status).toBe(200);
  await elsewhere.auth.updateUser({ password: otherPassword });
  expect((await signIn(server, email, otherPassword)).status).toBe(200);
});

test('LK-6 a lock survives a restart, and counts for every process on the same data', async () => {
  const before = await startTestServer();
  const email = newEmail();
  await signUp(before, email);
  await lock(email, before);
  await before.stop({ keep: true });
  const after = await startTestServer({ dataDirectory: before.dataDirectory });
  expect((await signIn(after, email)).status).toBe(429);
  await after.stop();
});

describe('LK-7 limits per IP', () => {
  const limited = () =>
    startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });

  test.each([
    [
      'failed sign-ins',
      30,
      '/token?grant_type=password',
      () => ({ email: newEmail(), password: 'x' }),
    ],
    ['sign-ups', 20, '/signup', () => ({ email: newEmail(), password: 'x' })],
    ['requests for mail', 10, '/recover', () => ({ email: newEmail() })],
    ['requests for codes', 10, '/otp', () => ({ email: newEmail(), create_user: false })],
    ['requests to send again', 10, '/resend', () => ({ type: 'signup', email: newEmail() })],
    ['verifications', 30, '/verify', () => ({ type: 'email', email: newEmail(), token: '123456' })],
    [
      'refreshes',
      150,
      '/token?grant_type=refresh_token',
      () => ({ refresh_token: 'x'.repeat(40) }),
    ],
  ] as const)('%s: %i, then 429 with Retry-After', async (_name, most, path, body) => {
    const own = await limited();
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    // In groups: one IP may not hold all these connections at once.
    for (let left = most + 5; left > 0; left -= 40) {
      const group = Array.from({ length: Math.min(left, 40) }, () =>
        call(own, 'POST', `/auth/v1${path}`, { body: body() }),
      );
      responses.push(...(await Promise.all(group)));
    }
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(5);
    for (const { body: error, headers } of rejected) {
      expect(error.error_code).toBe('over_request_rate_limit');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await own.stop();
  });

  test('IPv6 counts by /64, mapped IPv4', async () => {
    const own = await startTestServer({
      env: { AUTH_IP_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    });
    const from = (ip: string) =>
      call(own, 'POST', '/auth/v1/recover', {
        body: { email: newEmail() },
        headers: { 'x-forwarded-for': ip },
      });
    for (let i = 0; i < 10; i += 1) await from(`2001:db8:0:1::${i + 1}`);
    expect((await from('2001:db8:0:1:ffff::9')).status).toBe(429);
    expect((await from('2001:db8:0:2::1')).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await from('203.0.113.9');
    for (let i = 0; i < 5; i += 1) await from('::ffff:203.0.113.9');
    expect((await from('203.0.113.9')).status).toBe(429);
    const events = await own.ports.securityLog.list({ limit: 100 });
    const recorded = new Set(events.map(({ ip }) => ip));
    expect([...recorded].sort()).toEqual(['2001:db8:0:1::/64', '2001:db8:0:2::/64', '203.0.113.9']);
    await own.stop();
  });
});

test('LK-8 a client cannot choose its IP', async () => {
  const own = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const statuses = await Promise.all(
    Array.from({ length: 15 }, async (_, index) => {
      const ip = `198.51.100.${index + 1}`;
      const headers = {
        'x-forwarded-for': ip,
        forwarded: `for=${ip}`,
        'x-real-ip': ip,
        'cf-connecting-ip': ip,
        'true-client-ip': ip,
      };
      const body = { email: newEmail() };
      return (await call(own, 'POST', '/auth/v1/recover', { body, headers })).status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  await own.stop();
});

describe('LK-9 known and unknown addresses get the same response', () => {
  const shape = ({ status, text, headers }: Awaited<ReturnType<typeof call>>) => ({
    status,
    text: text.replace(/\d+ seconds/, 'N seconds'),
    headers: [...headers]
      .filter(([name]) => !['date', 'x-request-id', 'retry-after'].includes(name))
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
  });

  test.each([
    ['/token?grant_type=password', { password: 'wrong' }],
    ['/otp', { create_user: false }],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/verify', { type: 'email', token: '000000' }],
    ['/verify', { type: 'recovery', token: '000000' }],
  ])('%s %j, again and again', async (path, body) => {
    const own = await startTestServer();
    const email = newEmail();
    await signUp(own, email);
    const stranger = newEmail();
    for (let i = 0; i < 8; i += 1) {
      const ask = (address: string) =>
        call(own, 'POST', `/auth/v1${path}`, { body: { ...body, email: address } });
      expect([i, shape(await ask(email))]).toEqual([i, shape(await ask(stranger))]);
    }
    await own.stop();
  });

  /** Names the work on password hashes, which is the time a sign-in takes. */
  const hashesOf = (on: TestServer) => {
    const done: string[] = [];
    const noted = <T extends readonly unknown[], R>(name: string, work: (...given: T) => R) => {
      return (...given: T) => {
        done.push(name);
        return work(...given);
      };
    };
    for (const { ports } of on.everyServer) {
      const { hash, verify } = ports.passwords;
      Object.assign(ports.passwords, {
        hash: noted('hash', hash),
        verify: noted('verify', verify),
      });
    }
    return async (ask: () => Promise<unknown>) => {
      done.length = 0;
      await ask();
      return [...done];
    };
  };

  test('an account without a password, a wrong password and nobody: the same until the lock, and as much work', async () => {
    const own = await startTestServer();
    const hashes = hashesOf(own);
    const [withPassword, without, nobody] = [newEmail(), newEmail(), newEmail()];
    await signUp(own, withPassword);
    await call(own, 'POST', '/auth/v1/otp', { body: { email: without } });
    expect((await own.ports.users.byEmail(emailOf(without)))?.passwordHash).toBeUndefined();
    for (let i = 0; i < 7; i += 1) {
      const results = await Promise.all(
        [withPassword, without, nobody].map(async (email) => shape(await signIn(own, email, 'x'))),
      );
      expect([i, results[1], results[2]]).toEqual([i, results[0], results[0]]);
      const work = [];
      for (const email of [withPassword, without, nobody])
        work.push(await hashes(() => signIn(own, email, 'x')));
      expect([i, ...work]).toEqual([i, work[0], work[0], work[0]]);
    }
    const others = [newEmail(), newEmail()] as const;
    await signUp(own, others[0]);
    for (const email of others)
      expect(await hashes(() => signIn(own, email, 'x'))).toEqual(['verify']);
    await own.stop();
  });

  test('sign-up with confirmation on: new, waiting and taken, the same but for the identities the wire leaves out, and as much work', async () => {
    const own = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
    const hashes = hashesOf(own);
    const [fresh, waiting, taken] = [newEmail(), newEmail(), newEmail()];
    for (const email of [waiting, taken]) await signUp(own, email);
    const { code } = await lastMail(own, taken);
    await call(own, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email: taken, token: code },
    });
    const ask = async (email: string) => {
      let response: Awaited<ReturnType<typeof call>> | undefined;
      const work = await hashes(async () => {
        response = await signUp(own, email, { data: { lang: 'nl' } });
      });
      const { text, headers: lines, status } = shape(need(response));
      const headers = lines.filter((line) => !line.startsWith('content-length'));
      const body = JSON.parse(text.replaceAll(email, 'a@b.c').replace(/"identities":\[.*?\],/, ''));
      const { id, created_at, updated_at, confirmation_sent_at, ...facts } = body;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      for (const at of [created_at, updated_at, confirmation_sent_at])
        expect(Date.parse(at)).not.toBeNaN();
      return { status, headers, facts, names: Object.keys(body), work };
    };
    const first = await ask(fresh);
    // One to keep the password, one to compare it with that of an earlier sign-up, whether there was one or not.
    expect(first.work).toEqual(['hash', 'verify']);
    expect(await ask(waiting)).toEqual(first);
    expect(await ask(taken)).toEqual(first);
    await own.stop();
  });
});

test('LK-10 a taken address with confirmation on looks like a new one', async () => {
  const own = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
  const email = newEmail();
  await signUp(own, email);
  const { code } = await lastMail(own, email);
  await call(own, 'POST', '/auth/v1/verify', { body: { type: 'signup', email, token: code } });
  const [taken, fresh] = [await signUp(own, email), await signUp(own, newEmail())];
  expect(taken.status).toBe(fresh.status);
  expect(Object.keys(taken.body)).toEqual(Object.keys(fresh.body));
  expect([...taken.headers.keys()]).toEqual([...fresh.headers.keys()]);
  await own.stop();
});

test('LK-11 check_rate_limit is advice: it locks no account and admits nobody', async () => {
  const { email } = await member(server);
  const client = createClient(server.url, server.config.publishableKey);
  const check = (extra = {}) =>
    client.rpc('check_rate_limit', { identifier: email, action_type: 'signin_attempt', ...extra });
  await Promise.all(Array.from({ length: 150 }, () => check()));
  expect((await check()).data).toBe(false);
  expect((await signIn(server, email)).status).toBe(200);
  await check({ max_attempts: 1_000_000_000 });
  await lock(email);
  expect((await signIn(server, email)).status).toBe(429);
});

test('LK-12 random identifiers do not grow the counters without end', async () => {
  const own = await startTestServer();
  const ask = (index: number) =>
    call(own, 'POST', '/rest/v1/rpc/check_rate_limit', {
      body: {
        identifier: `${index}`.repeat(50),
        action_type: 'signin_attempt',
        time_window_minutes: 1,
      },
    });
  for (let i = 0; i < 300; i += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => ask(i + index)));
  }
  advance(own, 2 * minute);
  expect(await own.ports.attempts.sweep(own.ports.clock.now())).toBeGreaterThan(0);
  expect(await own.ports.attempts.sweep(own.ports.clock.now())).toBe(0);
  await own.stop();
});

describe('LK-14 guessing through what asks again who one is', () => {
  test('the change of a password: under the lock no response shows whether a guess was right', async () => {
    const { auth, email } = await member(server);
    await lock(email);
    const { error } = await auth.updateUser({ password: goodPassword });
    expect([429, 422]).toContain(error?.status);
    expect((await refresh(server, 'x'.repeat(40))).status).toBe(400);
  });

  test('the change of a password in a rejected request: the guess becomes the password or is not evaluated', async () => {
    const own = await startTestServer();
    const { auth } = await member(own);
    const to = newEmail();
    expect((await auth.updateUser({ email: to })).error).toBeNull();
    // A mail was requested a moment ago: rejected, for a right guess as for a wrong one.
    for (const password of [otherPassword, goodPassword]) {
      const { error } = await auth.updateUser({ email: to, password });
      expect(error?.code).toBe('over_email_send_rate_limit');
    }
    await own.stop();
  });

  test('the nonce: five wrong ones lock the account, and under the lock no nonce is looked at', async () => {
    const own = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    const asked = async () => {
      await auth.reauthenticate();
      return need((await lastMail(own, email)).code);
    };
    const change = async (nonce: string) =>
      (await auth.updateUser({ password: otherPassword, nonce })).error?.code;
    const first = await asked();
    for (let i = 0; i < 4; i += 1)
      expect(await change(otherCode(first))).toBe('reauthentication_not_valid');
    expect((await signIn(own, email)).status).toBe(200);
    for (let i = 0; i < 5; i += 1) {
      const code = await asked();
      expect(await change(otherCode(code))).toBe('reauthentication_not_valid');
    }
    expect((await signIn(own, email)).status).toBe(429);
    expect(await change(await asked())).toBe('over_request_rate_limit');
    advance(own, 15 * minute);
    expect(await change(await asked())).toBeUndefined();
    expect((await signIn(own, email, otherPassword)).status).toBe(200);
    await own.stop();
  });

  test('wrong nonces are counted over all nonces and locks, twenty an hour', async () => {
    const own = await startTestServer({
      env: { AUTH_REAUTH_AFTER_SECONDS: '0', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    const asked = async () => {
      await auth.reauthenticate();
      return need((await lastMail(own, email)).code);
    };
    const change = async (nonce: string) =>
      (await auth.updateUser({ password: otherPassword, nonce })).error?.code;
    const guess = async () => change(otherCode(await asked()));
    for (let lock = 0; lock < 4; lock += 1) {
      for (let i = 0; i < 5; i += 1) expect(await guess()).toBe('reauthentication_not_valid');
      if (lock < 3) advance(own, 15 * minute);
    }
    advance(own, 14 * minute);
    // A link ends the lock, but gives no more guesses.
    await auth.resetPasswordForEmail(email);
    const token_hash = hashOf(await lastMail(own, email));
    expect((await auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    advance(own, 1000);
    expect(await change(await asked())).toBe('over_request_rate_limit');
    advance(own, 2 * minute);
    expect(await change(await asked())).toBeUndefined();
    await own.stop();
  });

  test('without a nonce that is open there is nothing to guess, and nobody is locked', async () => {
    const own = await startTestServer({ env: { AUTH_REAUTH_AFTER_SECONDS: '0' } });
    onTestFinished(holdClock(own));
    const { auth, email } = await member(own);
    advance(own, 1000);
    for (let i = 0; i < 8; i += 1) {
      const { error } = await auth.updateUser({ password: otherPassword, nonce: `10000${i}` });
      expect(error?.code).toBe('reauthentication_not_valid');
    }
    expect((await signIn(own, email)).status).toBe(200);
    await own.stop();
  });

  test('closing the account: the same lock, by password and by nonce', async () => {
    const { auth, email, session } = await member(server);
    const close = (body: object) =>
      call(server, 'DELETE', '/api/account', { bearer: session.access_token, body });
    await auth.reauthenticate();
    const nonce = need((await lastMail(server, email)).code);
    for (let i = 0; i < 3; i += 1) await close({ password: otherPassword });
    for (let i = 0; i < 2; i += 1) await close({ nonce: otherCode(nonce) });
    for (const body of [{ password: goodPassword }, { nonce }])
      expect((await close(body)).body.code).toBe('account_locked');
    expect((await signIn(server, email)).status).toBe(429);
  });

  test('asking for nonces: at most ten a quarter of an hour from one IP', async () => {
    const own = await startTestServer({
      env: { AUTH_IP_RATE_LIMITS: 'on', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
    });
    const { auth } = await member(own);
    const results = [];
    for (let i = 0; i < 12; i += 1) results.push((await auth.reauthenticate()).error?.status);
    expect(results.filter((status) => status === 429)).toHaveLength(2);
    await own.stop();
  });
});
