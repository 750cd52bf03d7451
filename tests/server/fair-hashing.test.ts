import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { call, goodPassword, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { newPhone } from '../support/texts.ts';

const server = await startTestServer({
  env: { TRUST_PROXY: '127.0.0.1', AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
});
// The limits per IP would reject most of a flood before it reaches the queue.
const unlimited = await startTestServer({
  env: { TRUST_PROXY: '127.0.0.1', AUTH_IP_RATE_LIMITS: 'off' },
  hashing: 'real',
});
afterAll(() => Promise.all([server.stop(), unlimited.stop()]));
const from = (ip: string) => ({ 'x-forwarded-for': ip });

async function newMember(at = server) {
  const email = newEmail();
  const { status, body } = await signUp(at, email);
  expect(status).toBe(200);
  return { email, bearer: body.access_token as string };
}

test('a client that fills the queue of the hasher keeps no one else from signing in', async () => {
  const member = await newMember(unlimited);
  // Each of another account, because one account has two turns at once.
  const flood = Array.from({ length: 400 }, () =>
    signIn(unlimited, newEmail(), goodPassword, from('198.51.100.1')),
  );
  const others = await Promise.all(
    Array.from({ length: 5 }, () =>
      signIn(unlimited, member.email, goodPassword, from('198.51.100.2')),
    ),
  );
  const rejected = (await Promise.all(flood)).filter(({ status }) => status === 503);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
});

test('the IPs of one IPv6 network share one turn at the hasher', async () => {
  const { passwords } = unlimited.ports;
  const { verify } = passwords;
  onTestFinished(() => void Object.assign(passwords, { verify }));
  const turns: unknown[] = [];
  Object.assign(passwords, {
    verify: (...given: Parameters<typeof verify>) => {
      turns.push(given[2]);
      return verify(...given);
    },
  });
  for (const ip of ['2001:db8::1', '2001:db8:0:0:1:2:3:4', '2001:db8:0:1::1'])
    await signIn(unlimited, newEmail(), goodPassword, from(ip));
  expect(turns).toHaveLength(3);
  expect(turns[1]).toBe(turns[0]);
  expect(turns[2]).not.toBe(turns[0]);
});

test('sign-ins by number wait for those of the same number alone, also beside an empty address', async () => {
  const { passwords } = unlimited.ports;
  const { verify } = passwords;
  onTestFinished(() => void Object.assign(passwords, { verify }));
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  Object.assign(passwords, {
    verify: async (...given: Parameters<typeof verify>) => {
      begun += 1;
      if (begun <= 2) await held;
      return verify(...given);
    },
  });
  const byPhone = (phone: string) =>
    call(unlimited, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email: '', phone, password: goodPassword },
    });
  const phone = newPhone();
  const waiting = [byPhone(phone), byPhone(phone)];
  await expect.poll(() => begun).toBe(2);
  const other = await Promise.race([byPhone(newPhone()), wait(5_000)]);
  release();
  await Promise.all(waiting);
  expect(other).toMatchObject({ status: 400 });
});

test('an account changes its password at most ten times in 15 minutes, from wherever', async () => {
  const [busy, calm] = [await newMember(), await newMember()];
  const change = (bearer: string, password: string, ip: string) =>
    call(server, 'PUT', '/auth/v1/user', { bearer, body: { password }, headers: from(ip) });
  const changes = [];
  for (let n = 0; n < 12; n += 1)
    changes.push(await change(busy.bearer, `${goodPassword}${n}`, `198.51.100.${n + 10}`));
  expect(changes.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
  expect(changes.at(-1)?.body.error_code).toBe('over_request_rate_limit');
  expect(Number(changes.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await signIn(server, busy.email, `${goodPassword}9`)).status).toBe(200);
  expect((await change(calm.bearer, `${goodPassword}1`, '198.51.100.10')).status).toBe(200);
});
