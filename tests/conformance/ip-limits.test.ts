import { err } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  call,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
} from '../support/auth-client.ts';
import { challenge, enroll } from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';
import { newPhone } from '../support/texts.ts';
import { advance } from './support/client.ts';

const minute = 60_000;

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
      'codes of a link or provider',
      30,
      '/token?grant_type=pkce',
      () => ({ auth_code: crypto.randomUUID(), code_verifier: 'v'.repeat(43) }),
    ],
    [
      'ID tokens',
      30,
      '/token?grant_type=id_token',
      () => ({ provider: 'google', id_token: 'no-token' }),
    ],
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

test('rejections of a locked account count as failed sign-ins of the IP', async () => {
  const server = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const email = newEmail();
  const responses: string[] = [];
  for (let i = 0; i < 32; i += 1) {
    const { status, body } = await signIn(server, email, otherPassword);
    responses.push(`${status} ${body.msg}`);
  }
  const rows = await server.ports.securityLog.list({ limit: 100 });
  await server.stop();
  expect(responses.slice(0, 5)).toEqual(Array(5).fill('400 Invalid login credentials'));
  // Five failures, 25 rejections by the lock, then the IP itself is limited and adds no more rows.
  expect(new Set(responses.slice(5, 30)).size).toBe(1);
  expect(responses[30]).not.toBe(responses[29]);
  expect(rows.filter(({ actionType }) => actionType === 'auth_failure')).toHaveLength(30);
});

test('a sign-in that found the hasher full counts as a failed one of the IP', async () => {
  const server = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  for (const { ports } of server.everyServer)
    Object.assign(ports.passwords, {
      verify: async () => err({ kind: 'overloaded', retryAfterSeconds: 2 }),
    });
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1)
    statuses.push((await signIn(server, newEmail(), otherPassword)).status);
  await server.stop();
  expect(statuses).toEqual([...Array(30).fill(503), 429]);
});

test('links that are opened count as verifications of the IP, new addresses as messages', async () => {
  const server = await startTestServer({
    env: { AUTH_IP_RATE_LIMITS: 'on', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
  });
  const { access_token: bearer } = (await signUp(server, newEmail())).body;
  const [opened, changed]: [number[], number[]] = [[], []];
  for (let i = 0; i < 31; i += 1)
    opened.push((await call(server, 'GET', '/auth/v1/verify?type=email&token=none')).status);
  for (let i = 0; i < 11; i += 1) {
    const body = { email: newEmail() };
    changed.push((await call(server, 'PUT', '/auth/v1/user', { bearer, body })).status);
  }
  await server.stop();
  expect(opened).toEqual([...Array(30).fill(303), 429]);
  expect(changed).toEqual([...Array(10).fill(200), 429]);
});

test('codes texted as a second factor count as messages of the IP', async () => {
  const server = await startTestServer({
    env: { AUTH_IP_RATE_LIMITS: 'on', AUTH_SMS_MIN_INTERVAL_SECONDS: '0' },
  });
  const { access_token: bearer } = (await signUp(server, newEmail())).body;
  const { id: app } = (await enroll(server, bearer)).body;
  const phone = { factor_type: 'phone', phone: newPhone(), friendly_name: 'phone' };
  const { id } = (await enroll(server, bearer, phone)).body;
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) statuses.push((await challenge(server, bearer, id)).status);
  const byApp = await challenge(server, bearer, app);
  await server.stop();
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect(byApp.status).toBe(200);
});

test.each([
  ['203.0.113.9', (port: number) => `203.0.113.9:${port}`],
  ['2001:db8::1', (port: number) => `[2001:db8::1]:${port}`],
])('%s is one client, whatever port a proxy adds to it', async (ip, withPort) => {
  const server = await startTestServer({
    env: { AUTH_IP_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
  });
  const recover = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    const body = { email: newEmail() };
    return (await call(server, 'POST', '/auth/v1/recover', { body, headers })).status;
  };
  const statuses: number[] = [];
  for (let port = 1001; port <= 1010; port += 1) statuses.push(await recover(withPort(port)));
  const [next, plain] = [await recover(withPort(1011)), await recover(ip)];
  await server.stop();
  expect(statuses).toEqual(Array(10).fill(200));
  expect([next, plain]).toEqual([429, 429]);
});

test('one IP requests at most a tenth of the text messages that the site sends a day', async () => {
  const server = await startTestServer({
    env: { AUTH_IP_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', AUTH_AUTOCONFIRM: 'false' },
  });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  /** The same as a quarter of an hour later, as there is a limit for that time too. */
  const wait = () => server.ports.attempts.clear('ip:message:198.51.100.1');
  const ask = async (ip: string, body: object = { phone: newPhone() }, path = 'otp') =>
    (await call(server, 'POST', `/auth/v1/${path}`, { body, headers: from(ip) })).status;
  const number = newPhone();
  expect(await ask('198.51.100.1', { phone: number })).toBe(200);
  // What the interval of the number rejects is not sent, and does not count.
  for (let n = 0; n < 5; n += 1) expect(await ask('198.51.100.1', { phone: number })).toBe(429);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    await wait();
    statuses.push(await ask('198.51.100.1'));
  }
  expect(statuses).toEqual([...Array(29).fill(200), 429, 429]);
  await wait();
  expect(await ask('198.51.100.1', { type: 'sms', phone: newPhone() }, 'resend')).toBe(429);
  const account = { phone: newPhone(), password: goodPassword };
  expect(await ask('198.51.100.1', account, 'signup')).toBe(429);
  // Mails are others' business, and so are other networks.
  await wait();
  expect(await ask('198.51.100.1', { email: newEmail() })).toBe(200);
  expect(await ask('198.51.100.2')).toBe(200);
  await server.stop();
});
