import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { noPages, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    site: noPages,
    env: {
      AUTH_IP_RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.1',
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
    },
  });
});
afterAll(() => server.stop());

const post = async (path: string, client: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  });

/** How many of `count` requests, each of another client, are not limited. */
async function admitted(count: number, clientOf: (at: number) => string, path: string) {
  let passed = 0;
  for (let at = 0; at < count; at += 1) {
    const { status } = await post(path, clientOf(at), { email: newEmail(), subject: 'x' });
    if (status !== 429) passed += 1;
  }
  return passed;
}

const hex = (at: number) => at.toString(16);

describe('IPv6 networks that one customer may have count together (docs/security.md#LK-7)', () => {
  test.each([
    ['/auth/v1/recover', 10, 'a'],
    ['/auth/v1/otp', 10, 'b'],
  ])(
    '%s',
    async (path, limit, net) => {
      const of64 = (at: number) => `2001:db8:${net}1:1::${hex(at + 1)}`;
      const of56 = (at: number) => `2001:db8:${net}2:3${hex(at + 16)}::1`;
      const of48 = (at: number) => `2001:db8:${net}3:${hex(at * 256 + 4096)}::1`;
      expect(await admitted(limit + 5, of64, path)).toBe(limit);
      expect(await admitted(4 * limit + 5, of56, path)).toBe(4 * limit);
      expect(await admitted(16 * limit + 5, of48, path)).toBe(16 * limit);
      // Neighbours of a full network, and others, are served.
      expect(await admitted(1, () => `2001:db8:${net}2:4400::1`, path)).toBe(1);
      expect(await admitted(1, () => `2001:db8:${net}4::1`, path)).toBe(1);
      expect(await admitted(1, () => '203.0.113.5', path)).toBe(1);
    },
    60_000,
  );

  test('a right password takes back what it was counted under, in every network', async () => {
    const email = newEmail();
    expect(
      (await post('/auth/v1/signup', '203.0.113.6', { email, password: goodPassword })).status,
    ).toBe(200);
    const signIn = async () =>
      (
        await post('/auth/v1/token?grant_type=password', '2001:db8:e1::1', {
          email,
          password: goodPassword,
        })
      ).status;
    const statuses = new Set<number>();
    for (let times = 0; times < 35; times += 1) statuses.add(await signIn());
    expect([...statuses]).toEqual([200]);
  }, 60_000);
});

test.each([
  ['unknown', '127.0.0.1'],
  ['198.51.100.4, unknown', '127.0.0.1'],
  ['_hidden', '127.0.0.1'],
  ['', '127.0.0.1'],
  ['unknown:443', '127.0.0.1'],
  ['[2001:db8:f1::1]', '2001:db8:f1:0::/64'],
  ['[2001:db8:f1::1]:443', '2001:db8:f1:0::/64'],
  ['198.51.100.4:443', '198.51.100.4'],
  ['unknown, 198.51.100.5', '198.51.100.5'],
  ['unknown, 198.51.100.6, 127.0.0.1', '198.51.100.6'],
])('a client that is forwarded as "%s" has the IP %s', async (forwarded, ip) => {
  const email = newEmail();
  await post('/auth/v1/token?grant_type=password', forwarded, { email, password: goodPassword });
  const newest = async () =>
    (await server.ports.securityLog.list({ actionType: 'auth_failure', limit: 1 }))[0]?.ip;
  await expect.poll(newest).toBe(ip);
});

test('one IP sends thirty contact messages a day, however slowly', async () => {
  let ahead = 0;
  const { now } = server.ports.clock;
  Object.assign(server.ports.clock, { now: () => now() + ahead });
  const message = { name: 'Ann', email: 'ann@example.com', subject: 'Vraag', message: 'Hoe lang?' };
  const send = async (client: string) => (await post('/api/contact', client, message)).status;
  const statuses: number[] = [];
  for (let at = 0; at < 32; at += 1) {
    statuses.push(await send('203.0.113.77'));
    ahead += 5 * 60_000;
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429, 429]);
  expect(await send('203.0.113.78')).toBe(201);
  ahead += 24 * 60 * 60_000;
  expect(await send('203.0.113.77')).toBe(201);
  Object.assign(server.ports.clock, { now });
});
