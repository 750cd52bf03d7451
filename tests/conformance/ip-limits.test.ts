import { err } from 'neverthrow';
import { expect, test } from 'vitest';
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
