import { expect, test } from 'vitest';
import { call, newEmail, otherPassword, signIn, signUp } from '../support/auth-client.ts';
import { challenge, enroll } from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';
import { newPhone } from '../support/texts.ts';

/** Requests mails for unknown addresses from these IPs, as the trusted proxy reports them; returns the statuses. */
async function askFrom(addresses: readonly string[], trusted: boolean) {
  const server = await startTestServer({
    env: {
      AUTH_IP_RATE_LIMITS: 'on',
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      ...(trusted ? { TRUST_PROXY: '127.0.0.1' } : {}),
    },
  });
  const statuses: number[] = [];
  for (const address of addresses) {
    const response = await call(server, 'POST', '/auth/v1/otp', {
      body: { email: newEmail(), create_user: false },
      headers: { 'x-forwarded-for': address },
    });
    statuses.push(response.status);
  }
  const events = await server.ports.securityLog.list({ limit: 100 });
  await server.stop();
  return { statuses, addresses: [...new Set(events.map(({ ip }) => ip))] };
}

const times = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i));

test('ten messages in a quarter of an hour per address, whatever it claims to be', async () => {
  const { statuses, addresses } = await askFrom(
    times(12, (i) => `198.51.100.${i}`),
    false,
  );
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect(addresses).toEqual(['127.0.0.1']);
});

test('behind a trusted proxy each client IP has its own limit', async () => {
  const { statuses } = await askFrom(
    times(12, (i) => `198.51.100.${i}`),
    true,
  );
  expect(statuses.every((status) => status === 200)).toBe(true);
});

test('one IPv6 network counts as one address', async () => {
  const { statuses, addresses } = await askFrom(
    times(12, (i) => `2001:db8:1:2:${(i + 1).toString(16)}::${i}`),
    true,
  );
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect(addresses).toEqual(['2001:db8:1:2::/64']);
});

test('an IPv4-mapped IPv6 address is the same address', async () => {
  const { statuses, addresses } = await askFrom(
    times(12, (i) => (i % 2 ? '198.51.100.7' : '::ffff:198.51.100.7')),
    true,
  );
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect(addresses).toEqual(['198.51.100.7']);
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

test('codes texted as a second factor count as messages of the address', async () => {
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
